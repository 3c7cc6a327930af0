// `tidemark import --from plausible` of loose files and folders; the same set is the same import, however it comes.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { runCommand } from '../../src/commands/index.ts'
import { importSourceOf } from '../../src/rules/import-sources.ts'
import { crc32, endOfStored, headerOfStored, inStoredOrder } from '../../src/rules/stored-zip.ts'
import { startApp } from '../support/app.ts'
import { unzip } from '../support/zip.ts'

t.setTimeout(120_000)
const service = await startApp()
const folder = await mkdtemp(join(tmpdir(), 'tidemark-loose-'))
t.teardown(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})
process.env['DATABASE_URL'] = service.databaseUrl
process.env['SECRET_KEY'] = service.config.secretKey
const { db, directory } = service.app

async function run(...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(words, { out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const dates = '20250301_20250302'
const files: Record<string, string> = {
  [`imported_visitors_${dates}.csv`]:
    'date,visitors,pageviews,bounces,visits,visit_duration\n2025-03-01,5,9,2,6,120\n2025-03-02,1,1,1,1,0\n',
  [`devices_${dates}.csv`]:
    'date,device,visitors,visits,visit_duration,bounces,pageviews\n2025-03-01,Mobile,5,6,120,2,9\n',
  [`imported_exit_pages_${dates} (1).CSV`]:
    'date,exit_page,visitors,visit_duration,exits,bounces,pageviews\n2025-03-01,/z,5,120,6,2,9\n',
}
const loose = join(folder, 'export')
await mkdir(join(loose, 'deeper'), { recursive: true })
const paths: string[] = []
for (const [index, [name, text]] of Object.entries(files).entries()) {
  const path = join(loose, index === 0 ? '' : 'deeper', name)
  await writeFile(path, text)
  paths.push(path)
}
await writeFile(join(loose, '.DS_Store'), 'x')
await writeFile(join(loose, '._imported_visitors.csv'), 'x')

/** The zip that a page sends of the files. */
async function packed(): Promise<string> {
  const all = Object.entries(files).map(([name, text]) => {
    const bytes = new TextEncoder().encode(text)
    return { name, size: bytes.length, crc: crc32(bytes), bytes }
  })
  const stored = inStoredOrder(all)
  const path = join(folder, 'page.zip')
  const pieces = stored.flatMap((file) => [headerOfStored(file), file.bytes])
  await writeFile(path, Buffer.concat([...pieces, ...endOfStored(stored)]))
  return path
}

async function sumsOf(domain: string) {
  const { id } = directory.find(domain)!
  const rows = await db.write.query(
    `select local_day, dimension, value, visitors, visits, pageviews, bounces, duration from imported_days
     where site_id = $1 order by dimension, local_day, value`,
    [id],
  )
  const [imports] = await db.write.query<{ count: number }>('select count(*) from imports where site_id = $1', [id])
  return { rows, imports: imports!.count }
}

t.test('crc32 and the archive', async (t) => {
  t.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926)
  t.equal(crc32(new TextEncoder().encode('6789'), crc32(new TextEncoder().encode('12345'))), 0xcbf43926)
  t.strictSame(Object.fromEntries(await unzip(await packed())), Object.fromEntries(Object.entries(files).sort()))
})

/** The facts that no export of plausible holds, as the command says them first. */
const said = importSourceOf('plausible')!
  .loses.map((text) => `tidemark: ${text}`)
  .join('\n')

t.test('each way in brings the same, and twice is once', async (t) => {
  const ways: [name: string, operands: string[]][] = [
    ['loose.test', paths],
    ['folder.test', [loose]],
    ['twice.test', [...paths, ...paths, loose]],
    ['reversed.test', paths.toReversed()],
    ['page.test', [await packed()]],
  ]
  const seen: unknown[] = []
  for (const [domain, operands] of ways) {
    await service.provision({ domain, email: `a@${domain}` })
    const first = await run('import', '--site', domain, '--from', 'plausible', ...operands)
    t.equal(first.code, 0, first.err)
    t.match(first.out, 'imported sums of 2 days')
    t.equal(first.err, said, 'the source says what it loses, and nothing else is lost')
    const sums = await sumsOf(domain)
    for (const other of [operands, paths, [loose], [await packed()]]) {
      const again = await run('import', '--site', domain, '--from', 'plausible', ...other)
      t.strictSame([again.code, again.err], [0, said])
      t.strictSame(await sumsOf(domain), sums, `${domain} again`)
    }
    t.equal(sums.imports, 1)
    seen.push(sums.rows)
  }
  for (const rows of seen) t.strictSame(rows, seen[0])
  t.match(seen[0], [
    {},
    {},
    { dimension: 'event:name' },
    {},
    { dimension: 'visit:device' },
    { dimension: 'visit:exit_page' },
  ])
})

t.test('a single file, and what is refused', async (t) => {
  const domain = 'single.test'
  await service.provision({ domain, email: 'a@single.test' })
  const bring = (...operands: string[]) => run('import', '--site', domain, '--from', 'plausible', ...operands)
  t.match(await bring(paths[1]!), { code: 0, out: 'imported sums of 1 days (1 rows)' })
  const notes = join(folder, 'notes.csv')
  await writeFile(notes, 'x')
  t.match(await bring(paths[0]!, notes), { code: 0, err: /tidemark: notes\.csv holds nothing that is imported/ })
  const empty = join(folder, 'empty')
  await mkdir(empty)
  const text = join(folder, 'a.txt')
  await writeFile(text, 'x')
  const other = join(folder, `imported_visitors_${dates} (2).csv`)
  await writeFile(other, files[`imported_visitors_${dates}.csv`]!)
  const cases: [operands: string[], code: number, error: RegExp][] = [
    [[], 2, /needs a FILE/],
    [['-'], 2, /needs a FILE/],
    [[paths[0]!, '-'], 2, /needs a FILE/],
    [[join(folder, 'none.csv')], 3, /none\.csv/],
    [[empty], 1, /empty has no CSV files/],
    [[text], 1, /this is no zip archive/],
    [[notes], 1, /none of the imported_\*\.csv files/],
    [[paths[0]!, other], 1, /has sums of 2025-03-01 too; nothing was imported/],
  ]
  for (const [operands, code, error] of cases) {
    const found = await bring(...operands)
    t.equal(found.code, code, `${operands}: ${found.err}`)
    t.match(found.err, error)
  }
  t.match(await run('import', '--site', domain, paths[0]!, paths[1]!), { code: 2, err: /one FILE at a time/ })
})
