// `tidemark coverage`: access logs by their names, counts in words, and what it refuses.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { runCommand } from '../../src/commands/index.ts'
import { combined } from '../imports/coverage-reports.ts'
import { createSite } from '../upkeep/support.ts'

const x = await createSite()
const { DATABASE_URL: url, SECRET_KEY: key } = process.env
t.teardown(async () => {
  for (const [name, value] of Object.entries({ DATABASE_URL: url, SECRET_KEY: key })) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  await x.drop()
})
process.env['DATABASE_URL'] = x.url
process.env['SECRET_KEY'] = 'secret'

const folder = t.testdir()
const log = join(folder, 'access.log')
const packed = join(folder, 'access.log.2.gz')
await writeFile(log, [combined('/a'), combined('/b'), combined('/c.css'), combined('/a', { status: 404 })].join('\n'))
await writeFile(packed, gzipSync([combined('/d').replace('05/Jan', '04/Jan'), combined('/e')].join('\n')))
await writeFile(join(folder, 'other.txt'), 'no log\n')

/** Runs the command with these words. */
async function run(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) }
  return { code: await runCommand(['coverage', ...words], io), out: out.join('\n'), err: err.join('\n') }
}

t.test('logs are counted, and the lines that were left out are named', async (t) => {
  t.strictSame(await run('--site', 'x.example', log, packed), {
    code: 0,
    err: '',
    out: [
      'access.log: 2 page requests, 2026-01-05, import 1',
      '  1 requests of files that are no pages',
      '  1 errors and redirects',
      'access.log.2.gz: 2 page requests, 2026-01-04 to 2026-01-05, import 2',
    ].join('\n'),
  })
  t.match(await run('--site', 'x.example', log), { code: 0, out: /^access.log: counted already\n/ })
  await writeFile(
    log,
    `${[combined('/a'), combined('/b'), combined('/c.css'), combined('/a', { status: 404 })].join('\n')}\n${combined('/f')}\n`,
  )
  t.match(await run('--site', 'x.example', log), {
    code: 0,
    out: /^access.log: 3 page requests, 2026-01-05, import \d+; takes the place of import 1, which it begins with\n/,
  })
  const json = await run('--json', '--site', 'x.example', packed)
  t.match(JSON.parse(json.out), [{ file: 'access.log.2.gz', already: true, requests: 2, left_out: {} }])
})

t.test('what it refuses', async (t) => {
  t.match(await run('--site', 'x.example'), { code: 2, err: /name the FILE of an access log/ })
  t.match(await run(log), { code: 2, err: /--site/ })
  t.match(await run('--site', 'x.example', join(folder, 'none.log')), { code: 3, err: /none.log not found/ })
  t.match(await run('--site', 'x.example', folder), { code: 1, err: /is a folder/ })
  t.match(await run('--site', 'y.example', log), { code: 3, err: 'tidemark: site not found' })
  t.match(await run('--site', 'x.example', join(folder, 'other.txt')), {
    code: 1,
    err: 'tidemark: other.txt: 1 bad line; nothing was imported\nline 1: no line of a log that is known',
  })
})
