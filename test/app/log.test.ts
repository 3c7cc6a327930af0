// What the log says of errors: words, a stack and a code; no connection, no row, no address, no password.
import { Writable } from 'node:stream'
import pg from 'pg'
import t from 'tap'
import { createLog, reasonOf, withoutAddresses } from '../../src/log.ts'

/** The lines that a logger writes. */
function written(log: (to: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString('utf8'))
      done()
    },
  })
  log(createLog('debug', sink))
  return lines
}

t.test('an error is written without what hangs on it', (t) => {
  const client = new pg.Client({ connectionString: 'postgres://app:secret@192.0.2.9/stats' })
  const error = Object.assign(new Error('Connection terminated unexpectedly'), {
    client,
    detail: 'Key (email)=(ann@example.test) exists',
    code: '57P01',
    table: 'users',
  })
  error.cause = Object.assign(new Error('connect ECONNREFUSED 192.0.2.9:5432'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '192.0.2.9',
  })
  const [line = '', ...others] = written((log) => log.warn({ err: error }, 'failed'))
  t.strictSame(others, [])
  t.notMatch(line, /secret|192\.0\.2|ann@|client/)
  const { err } = JSON.parse(line)
  t.match(err, { type: 'Error', message: 'Connection terminated unexpectedly (57P01)', code: '57P01', table: 'users' })
  t.match(err, { stack: /^ {4}at /, cause: { message: 'connect ECONNREFUSED' } })
  t.match(JSON.parse(written((log) => log.warn({ err: 'a text' }, 'x'))[0]!), { err: 'a text' })
  const circle = new Error('circle')
  circle.cause = circle
  t.ok(written((log) => log.warn({ err: circle }, 'x'))[0]!.length < 12_000)
  t.end()
})

t.test('reasons are one line', (t) => {
  const system = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.internal' }
  for (const [error, reason] of [
    [new Error('one\n two'), 'one two'],
    [Object.assign(new Error('getaddrinfo ENOTFOUND db.internal'), system), 'getaddrinfo ENOTFOUND'],
    [new AggregateError([new Error('a'), new Error('b')], ''), 'a, b'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ] as const)
    t.equal(reasonOf(error), reason)
  t.end()
})

t.test('addresses and passwords leave texts', (t) => {
  for (const [text, without] of [
    ['no pg_hba.conf entry for host "192.0.2.1", user "x"', 'no pg_hba.conf entry for host "(address)", user "x"'],
    ['connect 192.0.2.1:5432 failed', 'connect (address) failed'],
    ['from 2001:db8::1.', 'from (address)'],
    ['to [::1]:5432', 'to [(address)]:5432'],
    ['postgres://a:b@h/d is wrong', 'postgres://h/d is wrong'],
    ['at 10:20:30 version 18.4', 'at 10:20:30 version 18.4'],
    ['column a.b does not exist', 'column a.b does not exist'],
  ] as const)
    t.equal(withoutAddresses(text), without)
  t.equal(withoutAddresses('f'.repeat(100_000)).length, 1_000)
  t.end()
})
