// Files that share a process (scripts/suite): counted as if each had its own, and none harms the next.
import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { judgeDatabases } from '../../scripts/suite/databases.ts'
import { findFiles, longestFirst } from '../../scripts/suite/order.ts'
import { needsOwnProcess, ownProcess } from '../../scripts/suite/own-process.ts'
import { createRunner, runAlone } from '../../scripts/suite/processes.ts'
import { createPools } from '../../src/db/pool.ts'
import { projectPath } from '../../src/paths.ts'
import { createDatabase } from '../support/database.ts'
import { readEffort, runsFor } from '../support/effort.ts'

interface Case {
  readonly body: string
  readonly passed: number
  readonly failed: number
  /** What the output says. */
  readonly says?: RegExp
  /** A file by itself is judged otherwise: nothing comes after it. */
  readonly alone?: number
}

const cases: Readonly<Record<string, Case>> = {
  'top level and subtests': {
    body: `t.ok(1)
      t.test('a', (t) => { t.ok(1); t.equal(2, 2); t.end() })
      t.test('b', async (t) => { t.ok(await 1) })`,
    passed: 4,
    failed: 0,
  },
  'a failure among others': {
    body: `t.test('a', async (t) => { t.ok(1); t.equal(1, 2, 'one is two') })`,
    passed: 1,
    failed: 1,
    says: /not ok 2 - one is two/,
  },
  'time of a slow machine': { body: 't.setTimeout(1_000); t.equal(t.options.timeout, 4_000)', passed: 1, failed: 0 },
  'no assertion': { body: '', passed: 0, failed: 1 },
  'a skipped test': { body: `t.ok(1); t.test('a', { skip: 'later' }, () => {})`, passed: 1, failed: 1 },
  'left out for the server': {
    body: `t.plan(0, 'left out: not there'); process.exit(0)`,
    passed: 0,
    failed: 0,
    says: /1\.\.0 # left out: not there/,
  },
  'a refused import': { body: `throw new Error('not today')`, passed: 0, failed: 1, says: /not today/ },
  'an exit': { body: `t.test('a', async () => process.exit(3))`, passed: 0, failed: 1 },
  'a late throw': {
    body: `t.test('a', (t) => { setTimeout(() => { throw new Error('too late') }, 5) })`,
    passed: 0,
    failed: 1,
    says: /too late/,
  },
  'a rejection that is not awaited': {
    body: `t.test('a', (t) => { Promise.reject(new Error('unheard')) })`,
    passed: 0,
    failed: 1,
    says: /unheard/,
  },
  'a sudden death': {
    body: `t.ok(1); await new Promise(() => process.kill(process.pid, 'SIGKILL'))`,
    passed: 0,
    failed: 1,
    says: /ended the process that ran it/,
    alone: 1,
  },
  'the next one': { body: `t.ok(1)`, passed: 1, failed: 0 },
  'an exit code': { body: `t.ok(1); process.exitCode = 1`, passed: 1, failed: 1 },
  'a listener': { body: `t.ok(1); process.on('SIGUSR2', () => {})`, passed: 1, failed: 1, says: /SIGUSR2/, alone: 0 },
  'a variable': { body: `t.ok(1); process.env.LEFT = '1'`, passed: 1, failed: 1, says: /LEFT/, alone: 0 },
  'the variable is gone': { body: `t.equal(process.env.LEFT, undefined)`, passed: 1, failed: 0 },
  'a server, ended': {
    body: `import { createServer } from 'node:http'
      const server = createServer().listen(0)
      t.teardown(() => server.close())
      t.test('a', async (t) => t.ok(await fetch('http://127.0.0.1:1').catch(() => 1)))`,
    passed: 1,
    failed: 0,
  },
}

/** Left open for good: a file by itself would be waited for until its time is over. */
const open: Readonly<Record<string, Case>> = {
  'a server': {
    body: `import { createServer } from 'node:http'
      t.ok(1)
      createServer().listen(0)`,
    passed: 1,
    failed: 1,
    says: /left behind by .*: 1 TCPServerWrap/,
  },
  'a timer': { body: `t.ok(1); setInterval(() => {}, 1000)`, passed: 1, failed: 1, says: /1 Timeout/ },
}

const folder = relative(
  projectPath(),
  t.testdir(
    Object.fromEntries(
      Object.entries({ ...cases, ...open }).map(([name, { body }]) => [
        `${name}.ts`,
        `import t from 'tap'\n${body.replace(/^import .*$/m, '')}`.replace(
          '\n',
          `\n${/^import .*$/m.exec(body)?.[0] ?? ''}\n`,
        ),
      ]),
    ),
  ),
)
const order = (name: string) => ({ file: `${folder}/${name}.ts`, mark: '', timeoutMs: 20_000, patienceMs: 200 })
const environment = { ...process.env }

t.test('in one process', async (t) => {
  const runner = createRunner(environment)
  t.teardown(() => runner.stop())
  for (const [name, { passed, failed, says = /(?:)/ }] of Object.entries({ ...cases, ...open })) {
    const outcome = await runner.run(order(name))
    t.strictSame([outcome.passed, outcome.failed], [passed, failed], name)
    t.match(outcome.output, says, name)
  }
})

t.test('a database that a file leaves fails that file, and is gone for the next', async (t) => {
  const module = JSON.stringify(pathToFileURL(projectPath('test', 'support', 'database.ts')).href)
  const place = relative(
    projectPath(),
    t.testdir({
      'leaves.ts': `import t from 'tap'
        import { createDatabase } from ${module}
        await createDatabase()
        t.ok(1)`,
      'drops.ts': `import t from 'tap'
        import { createDatabase } from ${module}
        t.teardown((await createDatabase()).drop)
        t.ok(1)`,
    }),
  )
  const own = await createDatabase()
  const db = createPools({ databaseUrl: own.url, connectionsMax: 1 })
  t.teardown(async () => {
    await db.stop()
    await own.drop()
  })
  const runner = createRunner(environment)
  t.teardown(() => runner.stop())
  const run = async (name: string) => {
    const wanted = { ...order(''), file: `${place}/${name}.ts`, mark: `${process.pid}x0_` }
    return judgeDatabases(db, wanted, await runner.run(wanted), runner.stop)
  }
  t.match(await run('leaves'), {
    passed: 1,
    failed: 1,
    output: new RegExp(`not ok - left behind by ${place}/leaves.ts: the database tidemark_test_${process.pid}x0_`),
  })
  t.match(await run('drops'), { passed: 1, failed: 0 })
})

t.test('each by itself: the same count', async (t) => {
  for (const [name, { passed, failed, alone = failed }] of Object.entries(cases)) {
    if (name === 'a sudden death') continue
    const outcome = await runAlone(order(name), environment)
    t.strictSame([outcome.passed, outcome.failed], [passed, alone], name)
  }
})

t.test('files that change their process have one of their own', async (t) => {
  const changes =
    /process\.env(?:\.\w+|\[[^\]]+\]) = |delete process\.env|process\.(?:exit|chdir|umask)\(|process\.(?:memoryUsage|cpuUsage)\b/
  const named = (name: string) => projectPath('test', `${name}.test.ts`)
  for (const [name, why] of Object.entries(ownProcess)) t.ok(readFileSync(named(name)) && why, name)
  const files = readdirSync(projectPath('test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  )
  // Whose text speaks of it: another process does it.
  const quoted = ['suite/processes', 'db/private', 'docs/add-a-metric', 'docs/add-a-setting'].map(
    (name) => `${name}.test.ts`,
  )
  const wrong = files
    .filter((file) => !quoted.includes(file) && !needsOwnProcess(`test/${file}`))
    .filter((file) => changes.test(readFileSync(projectPath('test', file), 'utf8')))
  t.strictSame(wrong, [])
})

t.test('the longest first, files that have not run before them', async (t) => {
  t.strictSame(longestFirst(['a', 'b', 'c', 'd'], { a: 1, c: 3 }), ['b', 'd', 'c', 'a'])
})

t.test('files by name: as a path or below test/, and unknown ones are refused at once', async (t) => {
  t.strictSame(await findFiles(['rules/url', 'test/suite/processes.test.ts', './test/rules/url.test.ts']), [
    'test/rules/url.test.ts',
    'test/suite/processes.test.ts',
    'test/rules/url.test.ts',
  ])
  for (const name of ['rules/nothing', 'test/rules', 'src/paths.ts', 'rules/url.test'])
    await t.rejects(findFiles(['rules/url', name, name]), {
      message: `no such test file: ${name}, ${name}; write test/rules/url.test.ts or rules/url`,
    })
})

t.test('efforts', async (t) => {
  t.strictSame([readEffort(undefined), readEffort(''), readEffort('long')], ['usual', 'usual', 'long'])
  t.throws(() => readEffort('much'), { message: /there are quick, usual, long/ })
  t.strictSame([runsFor(60, 'quick'), runsFor(60, 'usual'), runsFor(60, 'long'), runsFor(1, 'quick')], [12, 60, 240, 1])
})
