// Addresses of mail servers, one row a dialect: as a page that was opened has them, or a public report (repository and
// number), with made-up names and passwords. Then what a password travels through: against real SMTP servers with and
// without TLS.
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
    'nodemailer.com/smtp, connection URL',
    'smtps://user:pass@smtp.example.com/?pool=true',
    { encryption: 'tls', port: 465, user: 'user' },
  ],
  [
    'nodemailer.com/smtp, connection URL',
    'smtp://smtp.example.com',
    { encryption: 'offered', port: 587, user: undefined },
  ],
  ['nodemailer.com/smtp, requireTLS', 'smtp://smtp.example.com?requireTLS=true', { encryption: 'starttls', port: 587 }],
  [
    'nodemailer.com/smtp, ignoreTLS',
    'smtp://u:p@relay.example:25?ignoreTLS=true',
    { encryption: 'none', port: 25, password: 'p' },
  ],
  ['nodemailer.com/smtp, secure', 'smtp://u:p@mail.example:2525/?secure=true', { encryption: 'tls', port: 2525 }],
  ['nodemailer.com/smtp, secure', 'smtp://u:p@mail.example:465/?secure=false', { encryption: 'starttls', port: 465 }],
  [
    'nodemailer.com/smtp, tls',
    'smtp://u:p@mail.example?tls.rejectUnauthorized=false&tls.servername=mx.example',
    { checksCertificate: false, certificateName: 'mx.example' },
  ],
  [
    'nodemailer.com/smtp, name and times',
    'smtp://mail.example?name=stats.example&connectionTimeout=5000&socketTimeout=9000',
    { name: 'stats.example', waitMs: { connection: 5000, socket: 9000 } },
  ],
  ['nodemailer.com/smtp, authMethod', 'smtps://u:p@mail.example?authMethod=LOGIN', { authMethod: 'LOGIN' }],
  [
    'nodemailer/nodemailer 1723',
    'smtp://user%40mail.example:Al%23%24A%40@some.server.example:1025',
    { user: 'user@mail.example', password: 'Al#$A@', port: 1025 },
  ],
  [
    'nodemailer/nodemailer 1723, not escaped',
    'smtp://user@mail.example:secret@some.server.example',
    { user: 'user@mail.example', host: 'some.server.example' },
  ],
  ['meteor/meteor 8707', 'smtp://user:pass@smtp.example.com:465', { encryption: 'tls', port: 465 }],
  [
    'Unleash/unleash 901',
    'smtp://AKIA1:a%2Fb%2Bc@email-smtp.eu-west-1.amazonaws.com:587',
    { password: 'a/b+c', encryption: 'starttls' },
  ],
  [
    'knadh/listmonk 1615, Amazon SES over TLS',
    'smtp://AKIA1:a+b=@email-smtp.eu-west-1.amazonaws.com:465',
    { encryption: 'tls', password: 'a+b=' },
  ],
  [
    'pypi.org, dj-email-url 1.0.4: smtps is STARTTLS',
    'smtps://u:p@smtp.example.com:587',
    { encryption: 'starttls', port: 587 },
  ],
  [
    'getgrav/grav-plugin-email 185, an app password of Gmail',
    'smtps://me%40example.com:abcd efgh ijkl mnop@smtp.gmail.com',
    { password: 'abcd efgh ijkl mnop' },
  ],
  ['firebase/extensions 992, the relay of Google', 'smtp://smtp-relay.gmail.com:587', { encryption: 'offered' }],
  [
    'nodemailer/nodemailer 1219, Office 365',
    'smtp://me%40contoso.example:p@smtp.office365.com:587',
    { encryption: 'starttls' },
  ],
  [
    'sandstorm-io/sandstorm 1656, Mailgun',
    'smtp://postmaster%40mg.example.com:key-1@smtp.mailgun.org:587',
    { user: 'postmaster@mg.example.com' },
  ],
  ['caronc/apprise 722, Postmark', 'smtp://token-1:token-1@smtp.postmarkapp.com:587', { encryption: 'starttls' }],
  ['uptrace/uptrace 344, Mailpit', 'smtp://mailpit:1025', { host: 'mailpit', port: 1025, encryption: 'offered' }],
  ['axllent/mailpit 56, a user without TLS', 'smtp://u:p@mailpit:1025?requireTLS=false', { encryption: 'offered' }],
  [
    'crbnos/carbon 1652, opportunisticTLS of nodemailer',
    'smtp://u:p@mail.example:25?opportunisticTLS=1',
    { encryption: 'offered' },
  ],
  [
    'linkwarden/linkwarden 1638',
    'smtp://relay%40mail.example:Word%21xxx%3FSigns@relay.example:587?requireTLS=true',
    { user: 'relay@mail.example', password: 'Word!xxx?Signs', encryption: 'starttls' },
  ],
  [
    'nextauthjs/next-auth 577, a user with an @, TLS',
    'smtp://user@mail.example:pw@smtp.example:465',
    { user: 'user@mail.example', host: 'smtp.example', encryption: 'tls' },
  ],
  [
    'nextauthjs/next-auth 463, SendGrid',
    'smtp://apikey:SG.a-b_c@smtp.sendgrid.example:587',
    { user: 'apikey', password: 'SG.a-b_c', encryption: 'starttls' },
  ],
  [
    'meteor/meteor 8804, smtps where servers begin without TLS',
    'smtps://u:p@smtp.example:587',
    { encryption: 'starttls' },
  ],
  [
    'meteor/meteor 9032, a relay with a certificate of its own',
    'smtp://mail.corp.example:25?tls.rejectUnauthorized=false',
    { encryption: 'offered', checksCertificate: false, user: undefined },
  ],
  [
    'meteor/meteor 8696, an escaped @ in a password',
    'smtps://user%40mail.example:With_%40_sign@smtp.example:465',
    { user: 'user@mail.example', password: 'With_@_sign', encryption: 'tls' },
  ],
  ['meteor/meteor 7042, STARTTLS on port 587', 'smtp://u:p@smtp.example:587', { encryption: 'starttls' }],
  [
    'firebase/extensions 992, two @ and no password',
    'smtps://info@mail.example@relay.example:465',
    { user: 'info@mail.example', host: 'relay.example', encryption: 'tls' },
  ],
  [
    'symfony/swiftmailer-bundle 242, a + is a +',
    'smtp://TEST+USER:12+34+56@smtp.example:587',
    { user: 'TEST+USER', password: '12+34+56' },
  ],
  [
    'symfony/symfony 44817, escaped signs',
    'smtp://user:%23abc%23de@smtp.example:465',
    { password: '#abc#de', encryption: 'tls' },
  ],
  [
    'symfony/symfony 42813, parentheses',
    'smtp://user:pass(word)@smtp.example:465',
    { password: 'pass(word)', encryption: 'tls' },
  ],
  ['decke/smtprelay 101, escaped', 'smtp://u:pass%2Fword@smtp.example:587', { password: 'pass/word' }],
  ['uptrace/uptrace 344, TLS on a port of one’s own', 'smtps://mailpit:1025', { encryption: 'tls', port: 1025 }],
  ['nasty-project/nasty 560, a relay without a user', 'smtp://relay.example:25', { encryption: 'offered' }],
  ['symfony/symfony 37259, a name of a container', 'smtp://maildev:25', { host: 'maildev', encryption: 'offered' }],
  [
    'pantheon-systems/documentation 8450, the other port of STARTTLS',
    'smtps://AKIA1:a@email-smtp.eu-west-1.amazonaws.com:2587',
    { encryption: 'starttls', port: 2587 },
  ],
  [
    'bluesky-social/pds 170',
    'smtps://me%40mail.example:a%2Bb%2Fc@smtp.example:465',
    { user: 'me@mail.example', password: 'a+b/c' },
  ],
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
  [
    'bluesky-social/pds 170, a % of a user',
    'smtp://m%e:secret@mail.example',
    `has a "%" in its user that begins no escape; ${specials}`,
  ],
  ['nodemailer/nodemailer 572', 'smtps://ABCD:PQRS/WXYZ@mail.example', `is not an address; ${specials}`],
  [
    'nodemailer/nodemailer 572, digits',
    'smtps://ABCD:12/WXYZ@mail.example',
    `has something behind the host that is no parameter; ${specials}`,
  ],
  ['nodemailer/nodemailer 1332', 'smtps://me:Gi50#2@mail.example?pool=true', `is not an address; ${specials}`],
  [
    'nodemailer/nodemailer 1332, digits',
    'smtps://me:50#2@mail.example',
    `has something behind the host that is no parameter; ${specials}`,
  ],
  [
    'a question mark in a password',
    'smtps://me:50?2secret@mail.example',
    `has something behind "?" that is no parameter; ${specials}`,
  ],
  [
    'symfony/symfony 35262',
    'smtp://u:p@mail.example?verify_peer=0',
    'has the parameter "verify_peer", which is tls.rejectUnauthorized here',
  ],
  ['Hi.Events 1244', 'smtp://u:p@mail.example?auto_tls=false', 'has the parameter "auto_tls", which is ignoreTLS here'],
  [
    'symfony/symfony 37300',
    'smtp://u:p@mail.example?local_domain=x',
    'has the parameter "local_domain", which is name here',
  ],
  [
    'symfony/symfony 57508, encryption',
    'smtp://u:p@mail.example?encryption=tls',
    'has the parameter "encryption", which is requireTLS, or smtps:// here',
  ],
  [
    'pypi.org, dj-email-url 0.0.9: ssl',
    'smtp://u:p@mail.example:465/?ssl=True',
    'has the parameter "ssl", which is secure, or smtps:// here',
  ],
  ['an unknown parameter', 'smtp://mail.example?color=red', `has the unknown parameter "color"; ${known}`],
  ['sloria/environs 296', 'smtp+tls://u:p@mail.example:587', 'must begin with smtp:// or smtps://'],
  ['pypi.org, dj-email-url 1.0.4: submission', 'submission://u:p@mail.example', 'must begin with smtp:// or smtps://'],
  ['a host alone', 'mail.example:587', 'must begin with smtp:// or smtps://'],
  ['symfony/symfony-docs 16221', 'native://default', 'must begin with smtp:// or smtps://'],
  ['ory/kratos 1718', 'smtps://AKIA1:BEV0/VzqX75/secret@mail.example:587/', `is not an address; ${specials}`],
  ['wekan/wekan 1845', 'smtp://AKIA1:Aq+Am/U8secret+EC@mail.example:587', `is not an address; ${specials}`],
  [
    'symfony/symfony 57508, a question mark',
    'smtp://user@mail.example:BV,Ut?secret4@mail.example:587?encryption=tls',
    `is not an address; ${specials}`,
  ],
  [
    'ory/kratos 3139',
    'smtp://u:p@mail.example:25/?disable_starttls=true&skip_ssl_verify=true',
    'has the parameter "disable_starttls", which is ignoreTLS here',
  ],
  [
    'ory/kratos 1048',
    'smtp://mail.example:25/?skip_ssl_verify=true',
    'has the parameter "skip_ssl_verify", which is tls.rejectUnauthorized here',
  ],
  [
    'ory/kratos 1569',
    'smtps://u:p@mail.example:1025/?legacy_ssl=true',
    'has the parameter "legacy_ssl", which is secure, or smtps:// here',
  ],
  [
    'symfony/symfony 37259, tls=false',
    'smtp://maildev:25?tls=false',
    'has the parameter "tls", which is requireTLS, or smtps:// here',
  ],
  [
    'symfony/swiftmailer-bundle 242, a user among the parameters',
    'smtp://mail.example:465?username=TEST&password=12+secret',
    `has the unknown parameter "username"; ${known}`,
  ],
  ['arp242/goatcounter 856', 'smtps://mail.example:465?debug=1', `has the unknown parameter "debug"; ${known}`],
  ['Simranjitk/restest 3, no host', 'smtp://apikey:secret:587', `is not an address; ${specials}`],
  ['decke/smtprelay 101', 'starttls://u:secret@mail.example:587', 'must begin with smtp:// or smtps://'],
  ['curl/curl 3766', 'submit://mail.example', 'must begin with smtp:// or smtps://'],
  ['sloria/environs 296, TLS', 'smtp+ssl://u:p@mail.example:465', 'must begin with smtp:// or smtps://'],
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

// Settings one part at a time: the passwords of umami#1845's kind, which an address needs escapes for.
const parts: readonly (readonly [given: NodeJS.ProcessEnv, server: Partial<MailServer>])[] = [
  [{ SMTP_HOST: 'mail.example' }, { host: 'mail.example', port: 587, encryption: 'offered', user: undefined }],
  [
    { SMTP_HOST: 'mail.example', SMTP_PORT: '465' },
    { port: 465, encryption: 'tls' },
  ],
  [
    { SMTP_HOST: 'mail.example', SMTP_PORT: '25' },
    { port: 25, encryption: 'offered' },
  ],
  [
    { SMTP_HOST: 'mail.example', SMTP_PORT: '2525', SMTP_USER: 'a@b.example', SMTP_PASSWORD: 'BEV0/V#z+q?%2F:@ X' },
    { port: 2525, encryption: 'starttls', user: 'a@b.example', password: 'BEV0/V#z+q?%2F:@ X' },
  ],
  [
    { SMTP_HOST: '2001:db8::1', SMTP_USER: 'u', SMTP_PASSWORD: 'p' },
    { host: '2001:db8::1', encryption: 'starttls' },
  ],
]
const base = { DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'x' }

t.test('SMTP_HOST and its kin: a password is taken as it is written; two ways at once are refused', async (t) => {
  for (const [given, server] of parts) t.match(loadConfig({ ...base, ...given }).mailServer, server)
  const wrong: readonly (readonly [given: NodeJS.ProcessEnv, words: string])[] = [
    [
      { SMTP_URL: 'smtp://a.example', SMTP_HOST: 'b.example' },
      'SMTP_URL and SMTP_HOST are both set; unset one of them, ',
    ],
    [{ SMTP_HOST: 'smtp://b.example' }, 'SMTP_HOST must be a host alone, such as mail.example.com; '],
    [{ SMTP_HOST: 'b.example', SMTP_PASSWORD: 'secret' }, 'SMTP_PASSWORD needs SMTP_USER; '],
    [{ SMTP_USER: 'ann' }, 'SMTP_USER needs SMTP_HOST; '],
    [{ SMTP_HOST: 'b.example', SMTP_PORT: '0' }, 'SMTP_PORT must be a whole number from 1 to 65535; '],
    [{ MAIL_FROM: 'a@x.example', SMTP_FROM: 'b@x.example' }, 'MAIL_FROM and SMTP_FROM differ; unset one of them, '],
  ]
  for (const [given, words] of wrong)
    t.throws(() => loadConfig({ ...base, ...given }), new ConfigError(`${words}see \`tidemark help settings\``))
  t.equal(loadConfig({ ...base, SMTP_FROM: 'b@x.example' }).mailFrom, 'b@x.example')
  t.equal(loadConfig({ ...base, MAIL_FROM: 'b@x.example', SMTP_FROM: 'b@x.example' }).mailFrom, 'b@x.example')
  const { passwords, port } = await startServer(t, {})
  const given = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_USER: 'ann', SMTP_PASSWORD: 'a/b#c+d' }
  const { mailServer, mailFrom } = loadConfig({ ...base, ...given })
  await createMailer({ server: { ...(mailServer as MailServer), checksCertificate: false }, from: mailFrom }).check()
  t.strictSame(passwords, ['a/b#c+d over TLS'])
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
  const { port } = server.server.address() as AddressInfo
  const at = `127.0.0.1:${port}`
  const send = (scheme: string, parameters = '', user = 'ann:secret%2Fword@') =>
    createMailer({ server: readMailServer(`${scheme}://${user}${at}${parameters}`), from: 'a@site.example' })
      .send({ to: 'b@site.example', subject: 's', text: 't', html: '<p>t</p>' })
      .then(
        () => 'sent',
        (error: Error) => error.message,
      )
  return { send, passwords, lines, port }
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
