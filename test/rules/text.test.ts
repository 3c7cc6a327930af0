// Texts by example: messages of others without the addresses in them.
import t from 'tap'
import { withoutAddresses } from '../../src/rules/text.ts'

t.test('no address stays in a message', async (t) => {
  const cases: [text: string, left: string][] = [
    [
      'a URL that includes credentials: http://me:pw@site.example/a?b#c',
      'a URL that includes credentials: (an address)',
    ],
    ['from https://a.example, then "HTTPS://me@b.example/x"', 'from (an address) then "(an address)"'],
    ['postgres://me:p@ss@db.example/x failed', '(an address) failed'],
    ['smtp+tls://me:pw@mail.example:587', '(an address)'],
    ['connect ECONNREFUSED 127.0.0.1:443', 'connect ECONNREFUSED 127.0.0.1:443'],
    ['getaddrinfo ENOTFOUND site.example', 'getaddrinfo ENOTFOUND site.example'],
    ['', ''],
  ]
  for (const [text, left] of cases) t.equal(withoutAddresses(text), left)
})

t.test('it takes time that grows with the text alone', async (t) => {
  // Each would take minutes if every letter were a beginning that is followed to the end.
  for (const text of ['a'.repeat(1_000_000), 'a:'.repeat(500_000), 'a://'.repeat(250_000), 'a+.-'.repeat(250_000)])
    t.ok(withoutAddresses(text).length > 0)
})
