// Scripts: several statements and their COPY data in one round trip, and what becomes of a script that fails midway.
import t from 'tap'
import { connectScripts } from '../../src/db/copy.ts'
import { createDatabase } from '../support/database.ts'

const database = await createDatabase()
const scripts = await connectScripts(database.url, 'test', 'set search_path = public')
t.teardown(async () => {
  await scripts.stop()
  await database.drop()
})
await scripts.run('create table pairs (a integer, b text)')
const rows = async () => (await scripts.run('select a, b from pairs order by a'))[0]

t.test('the data of each COPY is made in order, and rows come back by statement', async (t) => {
  const made: string[] = []
  const data = (text: string) => () => {
    made.push(text)
    return text
  }
  const results = await scripts.run(
    'begin; select 1, null; copy pairs from stdin; copy pairs from stdin; select count(*) from pairs; commit',
    [data('1\tone\n'), data('2\ttwo\n3\tthree\n')],
  )
  t.strictSame(results, [[['1', null]], [['3']]])
  t.strictSame(made, ['1\tone\n', '2\ttwo\n3\tthree\n'])
})

t.test('data that cannot be made fails the script with its own error, and nothing of it is stored', async (t) => {
  const before = await rows()
  const broken = () => {
    throw new TypeError('no such row')
  }
  const script = 'begin; copy pairs from stdin; copy pairs from stdin; commit'
  await t.rejects(scripts.run(script, [() => '4\tfour\n', broken]), { name: 'TypeError', message: 'no such row' })
  t.ok(scripts.isUsable())
  await scripts.run('rollback')
  t.strictSame(await rows(), before)
})

t.test(
  'data that the table refuses fails the script with the error of the database, whatever was sent after it',
  async (t) => {
    const before = await rows()
    const script = 'begin; copy pairs from stdin; copy pairs from stdin; commit'
    await t.rejects(scripts.run(script, [() => 'five\tfive\n', () => '6\tsix\n'.repeat(20_000)]), { code: '22P02' })
    await scripts.run('rollback')
    t.strictSame(await rows(), before)
  },
)

t.test(
  'a connection that does not answer in time counts as broken; an answer that waits while the process stands still does not',
  async (t) => {
    const hasty = await connectScripts(database.url, 'test', 'select 1', 200)
    t.teardown(() => hasty.stop().catch(() => undefined))
    const answer = hasty.run('select pg_sleep(0.05)')
    await scripts.run('select 1')
    // The whole process stands still: the time is over, and the answer is there, when it goes on.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    t.strictSame(await answer, [[['']]])
    t.ok(hasty.isUsable())
    await t.rejects(hasty.run('select pg_sleep(5)'), /Connection terminated/)
    t.notOk(hasty.isUsable())
  },
)
