// Addresses of mail servers as products and providers write them, one row a dialect, and what a password travels
// through: against real SMTP servers with and without TLS.
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import t from 'tap'
import { type MailServer, readMailServer } from '../../src/config/mail.ts'
import { ConfigError, loadConfig } from '../../src/config.ts'
import { createMailer } from '../../src/reports/mailer.ts'

const load = (SMTP_URL: string) => loadConfig({ DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'x', SMTP_URL }).mailServer

type Read = [source: string, address: string, server: Partial<MailServer>]

const read: Read[] = [
  [
    'nodemailer, SMTP transport',
    'smtps://user:pass@smtp.example.com/?pool=true',
    { encryption: 'tls', port: 465, user: 'user' },
  ],
  ['nodemailer, SMTP transport', 'smtp://smtp.example.com', { encryption: 'offered', port: 587, user: undefined }],
  ['nodemailer, requireTLS', 'smtp://smtp.example.com?requireTLS=true', { encryption: 'starttls', port: 587 }],
  [
    'nodemailer, ignoreTLS',
    'smtp://u:p@relay.example:25?ignoreTLS=true',
    { encryption: 'none', port: 25, password: 'p' },
  ],
  ['nodemailer, secure', 'smtp://u:p@mail.example:2525/?secure=true', { encryption: 'tls', port: 2525 }],
  ['nodemailer, secure', 'smtp://u:p@mail.example:465/?secure=false', { encryption: 'starttls', port: 465 }],
  [
    'nodemailer, tls',
    'smtp://u:p@mail.example?tls.rejectUnauthorized=false&tls.servername=mx.example',
    { checksCertificate: false, certificateName: 'mx.example' },
  ],
  [
    'nodemailer, name and times',
    'smtp://mail.example?name=stats.example&connectionTimeout=5000&socketTimeout=9000',
    { name: 'stats.example', waitMs: { connection: 5000, socket: 9000 } },
  ],
  ['nodemailer, authMethod', 'smtps://u:p@mail.example?authMethod=LOGIN', { authMethod: 'LOGIN' }],
  [
    'nodemailer 1723',
    'smtp://user%40mail.example:Al%23%24A%40@some.server.example:1025',
    { user: 'user@mail.example', password: 'Al#$A@', port: 1025 },
  ],
  [
    'nodemailer 1723, not escaped',
    'smtp://user@mail.example:secret@some.server.example',
    { user: 'user@mail.example', host: 'some.server.example' },
  ],
  ['meteor 8612', 'smtp://user:pass@smtp.example.com:465', { encryption: 'tls', port: 465 }],
  [
    'Unleash 900',
    'smtp://AKIA1:a%2Fb%2Bc@email-smtp.eu-west-1.amazonaws.com:587',
    { password: 'a/b+c', encryption: 'starttls' },
  ],
  [
    'Amazon SES, ports',
    'smtp://AKIA1:a+b=@email-smtp.eu-west-1.amazonaws.com:2465',
    { encryption: 'tls', password: 'a+b=' },
  ],
  ['dj-email-url, smtps with STARTTLS', 'smtps://u:p@smtp.example.com:587', { encryption: 'starttls', port: 587 }],
  [
    'Gmail, app passwords',
    'smtps://me%40example.com:abcd efgh ijkl mnop@smtp.gmail.com',
    { password: 'abcd efgh ijkl mnop' },
  ],
  ['Google Workspace, SMTP relay', 'smtp://smtp-relay.gmail.com:587', { encryption: 'offered' }],
  [
    'Microsoft 365, SMTP submission',
    'smtp://me%40contoso.example:p@smtp.office365.com:587',
    { encryption: 'starttls' },
  ],
  [
    'Mailgun, SMTP',
    'smtp://postmaster%40mg.example.com:key-1@smtp.mailgun.org:587',
    { user: 'postmaster@mg.example.com' },
  ],
  ['Postmark, SMTP', 'smtp://token-1:token-1@smtp.postmarkapp.com:2525', { encryption: 'starttls', port: 2525 }],
  ['Mailpit, SMTP', 'smtp://mailpit:1025', { host: 'mailpit', port: 1025, encryption: 'offered' }],
  ['MailHog, SMTP with a user', 'smtp://u:p@mailhog:1025?requireTLS=false', { encryption: 'offered' }],
  ['Ghost, opportunistic TLS', 'smtp://u:p@mail.example:25?opportunisticTLS=1', { encryption: 'offered' }],
  ['capitals', 'SMTPS://u:p@Mail.Example?REQUIRETLS=TRUE', { encryption: 'tls', user: 'u' }],
  ['an IPv6 address', 'smtp://[2001:db8::25]:25', { host: '2001:db8::25', port: 25 }],
  ['a user without a password', 'smtp://u@mail.example', { user: 'u', password: '' }],
  ['a user with a colon', 'smtps://a%3Ab:c@mail.example', { user: 'a:b', password: 'c' }],
]

t.test('addresses of mail servers are read', async (t) => {
  t.ok(read.length >= 20)
  for (const [source, address, server] of read) t.match(load(address), server, `${source}: ${address}`)
  t.equal(load(''), undefined)
})

const specials = 'write % / ? # and spaces of a user or password as %25 %2F %3F %23 %20'
const known =
  'known are secure, requireTLS, ignoreTLS, opportunisticTLS, authMethod, name, tls.rejectUnauthorized, tls.servername, ' +
  'connectionTimeout, greetingTimeout, socketTimeout, pool, maxConnections, maxMessages'

type Refused = [source: string, address: string, words: string]

const refused: Refused[] = [
  [
    'firebase/extensions 992',
    'smtps://me:100%secret@mail.example',
    `has a "%" in its password that begins no escape; ${specials}`,
  ],
  ['RocketChat 3663', 'smtp://m%e:secret@mail.example', `has a "%" in its user that begins no escape; ${specials}`],
  ['nodemailer 572', 'smtps://ABCD:PQRS/WXYZ@mail.example', `is not an address; ${specials}`],
  [
    'nodemailer 572, digits',
    'smtps://ABCD:12/WXYZ@mail.example',
    `has something behind the host that is no parameter; ${specials}`,
  ],
  ['nodemailer 1332', 'smtps://me:Gi50#2@mail.example?pool=true', `is not an address; ${specials}`],
  [
    'nodemailer 1332, digits',
    'smtps://me:50#2@mail.example',
    `has something behind the host that is no parameter; ${specials}`,
  ],
  [
    'a question mark in a password',
    'smtps://me:50?2secret@mail.example',
    `has something behind "?" that is no parameter; ${specials}`,
  ],
  [
    'Symfony, verify_peer',
    'smtp://u:p@mail.example?verify_peer=0',
    'has the parameter "verify_peer", which is tls.rejectUnauthorized here',
  ],
  ['Hi.Events 1244', 'smtp://u:p@mail.example?auto_tls=false', 'has the parameter "auto_tls", which is ignoreTLS here'],
  [
    'Symfony, local_domain',
    'smtp://u:p@mail.example?local_domain=x',
    'has the parameter "local_domain", which is name here',
  ],
  [
    'Laravel, encryption',
    'smtp://u:p@mail.example?encryption=tls',
    'has the parameter "encryption", which is requireTLS, or smtps:// here',
  ],
  [
    'dj-email-url, ssl',
    'smtp://u:p@mail.example:465/?ssl=True',
    'has the parameter "ssl", which is secure, or smtps:// here',
  ],
  ['an unknown parameter', 'smtp://mail.example?color=red', `has the unknown parameter "color"; ${known}`],
  ['django-environ', 'smtp+tls://u:p@mail.example:587', 'must begin with smtp:// or smtps://'],
  ['dj-email-url, submission', 'submission://u:p@mail.example', 'must begin with smtp:// or smtps://'],
  ['Rails and GitLab, a host alone', 'mail.example:587', 'must begin with smtp:// or smtps://'],
  ['Symfony, native', 'native://default', 'must begin with smtp:// or smtps://'],
  ['no host', 'smtp://:25', `is not an address; ${specials}`],
  ['no host', 'smtp:///', 'names no host'],
  ['no user', 'smtp://:secret@mail.example', 'has a password without a user'],
  ['no port', 'smtp://mail.example:0', `is not an address; ${specials}`],
  ['a port too high', 'smtp://mail.example:99999', `is not an address; ${specials}`],
  ['a value', 'smtp://mail.example?requireTLS=maybe', 'has the parameter "requireTLS", which must be true or false'],
  [
    'a value',
    'smtp://mail.example?socketTimeout=1m',
    'has the parameter "socketTimeout", which must be a number of milliseconds',
  ],
  ['twice', 'smtp://mail.example?requireTLS=1&requiretls=0', 'has the parameter "requireTLS" twice'],
  [
    'both',
    'smtp://mail.example?requireTLS=1&ignoreTLS=1',
    'has the parameter "requireTLS" beside one that says the opposite',
  ],
  ['both', 'smtps://mail.example?ignoreTLS=1', 'has the parameter "ignoreTLS" beside TLS'],
]

t.test('an address that is not understood is refused in words without the password', async (t) => {
  for (const [source, address, words] of refused) {
    t.throws(
      () => load(address),
      new ConfigError(`SMTP_URL ${words}; see \`tidemark help settings\``),
      `${source}: ${address}`,
    )
    t.notMatch(words, /secret|WXYZ|Gi50/)
  }
})

/** A mail server of a kind, and the passwords it was sent. */
async function startServer(t: { teardown(work: () => void): void }, options: SMTPServerOptions) {
  const passwords: string[] = []
  const lines: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    ...options,
    onAuth({ username, password }, { secure }, done) {
      passwords.push(`${password} ${secure ? 'over TLS' : 'in the clear'}`)
      done(null, { user: username })
    },
    onData(stream, _, done) {
      stream.resume().on('end', () => {
        lines.push('a mail')
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  const at = `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const send = (scheme: string, parameters = '', user = 'ann:secret%2Fword@') =>
    createMailer({ server: readMailServer(`${scheme}://${user}${at}${parameters}`), from: 'a@site.example' })
      .send({ to: 'b@site.example', subject: 's', text: 't', html: '<p>t</p>' })
      .then(
        () => 'sent',
        (error: Error) => error.message,
      )
  return { send, passwords, lines }
}

t.test('a password is not sent without TLS, unless a parameter says so', async (t) => {
  const { send, passwords } = await startServer(t, { disabledCommands: ['STARTTLS'] })
  const noTls =
    'the mail server offers no TLS (STARTTLS), and a password is not sent without it; ?requireTLS=false in SMTP_URL allows it'
  for (const parameters of ['', '?requireTLS=true', '?name=stats.example'])
    t.equal(await send('smtp', parameters), noTls, parameters)
  t.strictSame(passwords, [])
  for (const parameters of ['?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])
    t.equal(await send('smtp', parameters), 'sent', parameters)
  t.strictSame([...new Set(passwords)], ['secret/word in the clear'])
  t.equal(await send('smtp', '', ''), 'sent', 'without a password TLS is taken if it is offered')
  t.equal(await send('smtp', '?requireTLS=true', ''), noTls)
})

t.test('with STARTTLS and with TLS from the first byte the certificate is looked at', async (t) => {
  const starting = await startServer(t, {})
  t.match(await starting.send('smtp'), /certificate/)
  t.strictSame(starting.passwords, [])
  t.equal(await starting.send('smtp', '?tls.rejectUnauthorized=false'), 'sent')
  const secure = await startServer(t, { secure: true })
  t.match(await secure.send('smtps'), /certificate/)
  t.equal(await secure.send('smtps', '?tls.rejectUnauthorized=false'), 'sent')
  t.equal(await secure.send('smtp', '?secure=true&tls.rejectUnauthorized=false'), 'sent')
  t.strictSame([...new Set([...starting.passwords, ...secure.passwords])], ['secret/word over TLS'])
})
