// Sizes by memory: the rule of docs/operate.md, "Small machines".
import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import t from 'tap'
import { parse } from 'yaml'
import { databaseSettings, importBytes, memoryBytes, nodeFlags, sizesFor } from '../../src/machine.ts'
import { projectPath } from '../../src/paths.ts'

const megabyte = 1024 ** 2

t.test('sizes by memory', async (t) => {
  // Megabytes: memory, semi-space, connections, import, shared_buffers, work_mem, maintenance_work_mem, connections of the
  // server.
  const cases = [
    [256, 8, 6, 32, '48MB', '4MB', '32MB', '60'],
    [512, 8, 6, 64, '64MB', '4MB', '32MB', '60'],
    [899, 8, 6, 112, '112MB', '4MB', '32MB', '60'],
    [900, 16, 10, 225, '225MB', '16MB', '64MB', '100'],
    [1_024, 16, 10, 256, '256MB', '16MB', '64MB', '100'],
    [1_900, 64, 10, 475, '475MB', '32MB', '256MB', '150'],
    [4_096, 64, 10, 1_024, '1024MB', '32MB', '256MB', '150'],
    [65_536, 64, 10, 1_024, '2048MB', '32MB', '256MB', '150'],
  ] as const
  for (const [memory, semiSpaceMb, connections, imports, buffers, work, maintenance, max] of cases) {
    const bytes = memory * megabyte
    t.match(sizesFor(bytes), { semiSpaceMb, connections }, `${memory} MB`)
    t.equal(Math.floor(importBytes(bytes) / megabyte), imports)
    t.match(databaseSettings(bytes), {
      shared_buffers: buffers,
      work_mem: work,
      maintenance_work_mem: maintenance,
      max_connections: max,
    })
  }
})

t.test('flags of Node: those that the operator gave stay', async (t) => {
  const cases: [given: string[], flags: string[]][] = [
    [[], ['--expose-gc', '--max-semi-space-size=8']],
    [['--max-semi-space-size=32'], ['--expose-gc']],
    [['--max_semi_space_size=32', '--cpu-prof'], ['--expose-gc']],
    [['--expose-gc', '--max-semi-space-size=8'], []],
  ]
  for (const [given, flags] of cases) t.strictSame(nodeFlags(512 * megabyte, given), flags, given.join(' '))
})

t.test('the memory of this machine', async (t) => {
  t.ok(memoryBytes() > 0 && memoryBytes() <= totalmem())
})

t.test('compose.small.yaml has the settings of 512 MB', async (t) => {
  const { services } = parse(await readFile(projectPath('compose.small.yaml'), 'utf8'))
  const settings = Object.fromEntries(
    (services.database.command as string[]).flatMap((word) => (word.includes('=') ? [word.split('=')] : [])),
  )
  t.match(settings, databaseSettings(512 * megabyte))
})
