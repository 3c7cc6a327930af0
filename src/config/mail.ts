// The mail server of the settings: its address with the parameters of nodemailer's addresses, read once into what a
// connection does. A password is sent over TLS alone, unless a parameter says otherwise.
import { declare, Refusal } from './declare.ts'

/**
 * How a connection is encrypted. `tls`: from its first byte. `starttls`: by the STARTTLS command, or it ends.
 * `offered`: by STARTTLS if the server offers it. `none`: not at all.
 */
export type MailEncryption = 'tls' | 'starttls' | 'offered' | 'none'

/** A mail server, and how it is spoken to. Times are in milliseconds. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly encryption: MailEncryption
  readonly user: string | undefined
  readonly password: string | undefined
  /** SASL mechanism, such as `LOGIN`. Undefined: the best one that the server offers. */
  readonly authMethod: string | undefined
  /** The name that the service introduces itself by (EHLO). Undefined: the machine's. */
  readonly name: string | undefined
  readonly checksCertificate: boolean
  /** The name that the certificate must hold. Undefined: the host. */
  readonly certificateName: string | undefined
  readonly waitMs: { readonly connection?: number; readonly greeting?: number; readonly socket?: number }
}

/** The same before the rules about ports and passwords: as one setting or several give it. */
export interface MailParts {
  readonly host: string
  /** Undefined: the usual port. */
  readonly port?: number | undefined
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** True for an address that begins with smtps://. */
  readonly isTls: boolean
  readonly parameters: MailParameters
}

const yes = /^(true|1|yes)$/i
const no = /^(false|0|no)$/i

function flag(text: string): boolean {
  if (!yes.test(text) && !no.test(text)) throw new Refusal('must be true or false')
  return yes.test(text)
}

const word = (text: string): string => {
  if (!/^[\w.:-]{1,255}$/.test(text)) throw new Refusal('is not a name')
  return text
}

function milliseconds(text: string): number {
  if (!/^\d{1,6}$/.test(text) || text === '0') throw new Refusal('must be a number of milliseconds')
  return Number(text)
}

/** Parameters of an address, under nodemailer's names, and how each is read. */
const parameterReaders = {
  secure: flag,
  requireTLS: flag,
  ignoreTLS: flag,
  opportunisticTLS: flag,
  authMethod: word,
  name: word,
  'tls.rejectUnauthorized': flag,
  'tls.servername': word,
  connectionTimeout: milliseconds,
  greetingTimeout: milliseconds,
  socketTimeout: milliseconds,
  // Each letter has a connection of its own, so these have no effect.
  pool: flag,
  maxConnections: milliseconds,
  maxMessages: milliseconds,
} as const satisfies Record<string, (text: string) => unknown>

type ParameterName = keyof typeof parameterReaders
export type MailParameters = { readonly [Name in ParameterName]?: ReturnType<(typeof parameterReaders)[Name]> }

const parameterNames = Object.keys(parameterReaders) as ParameterName[]

/** Parameters of other programs' addresses, and what says the same here. */
const foreignParameters: ReadonlyMap<string, string> = new Map([
  ['verify_peer', 'tls.rejectUnauthorized'],
  ['skip_ssl_verify', 'tls.rejectUnauthorized'],
  ['disable_starttls', 'ignoreTLS'],
  ['legacy_ssl', 'secure, or smtps://'],
  ['require_tls', 'requireTLS'],
  ['auto_tls', 'ignoreTLS'],
  ['local_domain', 'name'],
  ['auth_mode', 'authMethod'],
  ['encryption', 'requireTLS, or smtps://'],
  ['tls', 'requireTLS, or smtps://'],
  ['ssl', 'secure, or smtps://'],
  ['starttls', 'requireTLS'],
])

const specialsHint = 'write % / ? # and spaces of a user or password as %25 %2F %3F %23 %20'

/** The parameters of an address. Throws the Refusal that names one that is unknown or cannot be used. */
function readParameters(query: URLSearchParams): MailParameters {
  const read: Partial<Record<ParameterName, unknown>> = {}
  for (const [given, text] of query) {
    const name = parameterNames.find((known) => known.toLowerCase() === given.toLowerCase())
    if (!name) {
      // An unknown name may be the rest of a password.
      if (!/^[a-z_.]{1,40}$/i.test(given))
        throw new Refusal(`has something behind "?" that is no parameter; ${specialsHint}`)
      const instead = foreignParameters.get(given.toLowerCase())
      throw new Refusal(
        instead
          ? `has the parameter "${given}", which is ${instead} here`
          : `has the unknown parameter "${given}"; known are ${parameterNames.join(', ')}`,
      )
    }
    if (name in read) throw new Refusal(`has the parameter "${name}" twice`)
    try {
      read[name] = parameterReaders[name](text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new Refusal(`has the parameter "${name}", which ${error.message}`)
    }
  }
  return read as MailParameters
}

/** A user or password of an address, decoded. Throws the Refusal for a "%" that begins no escape. */
function decode(what: 'user' | 'password', text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Refusal(`has a "%" in its ${what} that begins no escape; ${specialsHint}`)
  }
}

/** The parts of an address. Throws the Refusal, whose words hold nothing of a password. */
function readAddress(text: string): MailParts {
  if (!/^smtps?:\/\//i.test(text)) throw new Refusal('must begin with smtp:// or smtps://')
  // Port 0 stands for none nowhere.
  if (!URL.canParse(text) || new URL(text).port === '0') throw new Refusal(`is not an address; ${specialsHint}`)
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(text)
  if (hostname === '') throw new Refusal('names no host')
  if (hash !== '' || !['', '/'].includes(pathname))
    throw new Refusal(`has something behind the host that is no parameter; ${specialsHint}`)
  if (username === '' && password !== '') throw new Refusal('has a password without a user')
  return {
    host: decode('user', hostname).replace(/^\[|\]$/g, ''),
    port: port === '' ? undefined : Number(port),
    user: username === '' ? undefined : decode('user', username),
    password: username === '' ? undefined : decode('password', password),
    isTls: protocol === 'smtps:',
    parameters: readParameters(searchParams),
  }
}

const submissionPort = 587
const tlsPort = 465
/** Ports on which servers speak TLS from the first byte. The second is for networks that close the first. */
const tlsPorts: ReadonlySet<number | undefined> = new Set([tlsPort, 2465])
/** Ports on which servers begin without TLS, whatever an address begins with. The last is for such networks too. */
const plainPorts: ReadonlySet<number | undefined> = new Set([25, submissionPort, 2587])

function encryptionOf({ port, isTls, user, parameters }: MailParts): MailEncryption {
  const { secure, requireTLS, ignoreTLS, opportunisticTLS } = parameters
  if (requireTLS && (ignoreTLS || opportunisticTLS))
    throw new Refusal('has the parameter "requireTLS" beside one that says the opposite')
  const beginsWithTls = secure ?? ((isTls && !plainPorts.has(port)) || tlsPorts.has(port))
  if (ignoreTLS && (beginsWithTls || isTls)) throw new Refusal('has the parameter "ignoreTLS" beside TLS')
  if (beginsWithTls) return 'tls'
  if (ignoreTLS) return 'none'
  // Only somebody who wrote so wants a password, or the letters of an smtps address, in the clear.
  const isPlainAllowed = requireTLS === false || opportunisticTLS === true
  return requireTLS || isTls || (user !== undefined && !isPlainAllowed) ? 'starttls' : 'offered'
}

/** The server of some parts. Throws the Refusal for parts that contradict each other. */
function toMailServer(parts: MailParts): MailServer {
  const { host, user, password, parameters } = parts
  const encryption = encryptionOf(parts)
  const { connectionTimeout: connection, greetingTimeout: greeting, socketTimeout: socket } = parameters
  return {
    host,
    port: parts.port ?? (encryption === 'tls' ? tlsPort : submissionPort),
    encryption,
    user,
    password,
    authMethod: parameters.authMethod,
    name: parameters.name,
    checksCertificate: parameters['tls.rejectUnauthorized'] ?? true,
    certificateName: parameters['tls.servername'],
    waitMs: { ...(connection && { connection }), ...(greeting && { greeting }), ...(socket && { socket }) },
  }
}

/** The mail server that an address names. Throws the Refusal. */
export const readMailServer = (text: string): MailServer => toMailServer(readAddress(text))

/** The settings that name a mail server one part at a time, as given. */
export interface SmtpSettings {
  readonly smtpHost: string | undefined
  readonly smtpPort: number | undefined
  readonly smtpUser: string | undefined
  readonly smtpPassword: string | undefined
}

/** The mail server that SMTP_HOST and its kin name. Throws the Refusal for a part that lacks another. */
export function mailServerOf(given: SmtpSettings): MailServer | undefined {
  const { smtpHost: host, smtpPort: port, smtpUser: user, smtpPassword: password } = given
  if (host === undefined) {
    // A port alone is what templates leave behind; a user without a host is a mistake.
    const [lone] = Object.entries({ SMTP_USER: user, SMTP_PASSWORD: password }).filter(
      ([, value]) => value !== undefined,
    )
    if (lone) throw new Refusal(`${lone[0]} needs SMTP_HOST`)
    return undefined
  }
  if (!/^[\w.:-]{1,255}$/.test(host)) throw new Refusal('SMTP_HOST must be a host alone, such as mail.example.com')
  if (user === undefined && password !== undefined) throw new Refusal('SMTP_PASSWORD needs SMTP_USER')
  return toMailServer({
    host,
    port,
    user,
    password: user === undefined ? undefined : password,
    isTls: false,
    parameters: {},
  })
}

/** A setting that holds the address of a mail server. */
export const mailServer = (name: string, help: string) => declare(name, help, readMailServer)
