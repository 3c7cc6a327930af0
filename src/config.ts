// Settings read from the environment once, validated once, frozen. This file and its folder alone read process.env. The
// declarations stand in config/settings.ts.
import { join } from 'node:path'
import { callOf } from './calling.ts'
import { ConfigError, Refusal, read, readAll, seeHelp } from './config/declare.ts'
import { type MailServer, mailServerOf, type SmtpSettings } from './config/mail.ts'
import { bridgeTable, placeTable, runTable, serviceTable } from './config/settings.ts'
import { keepSecretKey, privateDatabaseUrl, stateFolder } from './config/state-folder.ts'
import { memoryBytes, sizesFor } from './machine.ts'
import { isPackaged, projectRoot } from './paths.ts'
import { isLoopbackName } from './rules/host.ts'
import { stripeCount } from './rules/stripe.ts'

export { ConfigError, databaseAddress } from './config/declare.ts'
export type { MailServer } from './config/mail.ts'
export { settings } from './config/settings.ts'
export { closeStateFolder, stateFolder } from './config/state-folder.ts'

/** A service to sign in with (OpenID Connect). */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly name: string
  readonly isOnly: boolean
  readonly scopes: string
  readonly groupsClaim: string
  /** Values of `amr` and `acr` that stand for a second factor. */
  readonly secondFactor: ReadonlySet<string>
}

/** A proxy that signs people in. Names of headers are in lower case. */
export interface ProxySignInConfig {
  /** Its addresses and ranges. */
  readonly from: string
  readonly emailHeader: string
  readonly nameHeader: string | undefined
  readonly groupsHeader: string | undefined
  readonly hasSecondFactor: boolean
}

export type Config = ReturnType<typeof loadConfig>

/** The environment, with the settings that options of a command give. */
export const environmentWith = (given: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})

/** The words that stand for `tidemark` where the operator is. */
export const loadCall = (environment: NodeJS.ProcessEnv = process.env): string =>
  callOf({ isPackaged, root: projectRoot, cwd: process.cwd(), named: read(environment, placeTable.command) })

/** The API key of the bridge for assistants, if the environment has it. */
export const loadBridgeKey = (environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  read(environment, bridgeTable.key)

export type RunConfig = ReturnType<typeof loadRunConfig>

/** Settings of `run` and `db`, before there is a database. */
export function loadRunConfig(environment: NodeJS.ProcessEnv = process.env) {
  const values = readAll(environment, runTable)
  return Object.freeze({
    ...values,
    /** The first site gets made-up history. */
    demo: values.demo ?? false,
    /** As given; undefined: the private database is to be started. */
    databaseUrl: read(environment, serviceTable.databaseUrl),
    /** Environment of the programs of others that are started for it. */
    environment,
  })
}

/** The account that geolocation databases are fetched with. It has both its number and its key. */
function maxmindOf(accountId: string | undefined, licenseKey: string | undefined, edition: string) {
  if ((accountId === undefined) !== (licenseKey === undefined))
    throw new ConfigError(`MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY go together; ${seeHelp}`)
  return accountId !== undefined && licenseKey !== undefined ? { accountId, licenseKey, edition } : undefined
}

/** Settings of `data update`: no database. */
export function loadDataConfig(environment: NodeJS.ProcessEnv = process.env) {
  const { dataDir, geoDatabase, geoUpdateUrl, spamUpdateUrl, updateTimeoutMs } = serviceTable
  const { maxmindAccountId, maxmindLicenseKey, maxmindEdition } = serviceTable
  const values = readAll(environment, { dataDir, geoDatabase, geoUpdateUrl, spamUpdateUrl, updateTimeoutMs })
  const account = readAll(environment, { maxmindAccountId, maxmindLicenseKey, maxmindEdition })
  return Object.freeze({
    ...values,
    dataDir: values.dataDir ?? join(stateFolder(), 'data'),
    maxmind: maxmindOf(account.maxmindAccountId, account.maxmindLicenseKey, account.maxmindEdition),
  })
}

interface OidcSettings {
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcName: string | undefined
  readonly oidcOnly: boolean
  readonly oidcScopes: string
  readonly oidcGroupsClaim: string
  readonly oidcSecondFactor: string
}

/** The sign-in service. Requests to it travel in the open over http, so http is taken for this machine alone. */
function oidcOf(given: OidcSettings): OidcConfig | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcOnly: isOnly } = given
  if (issuer === undefined) {
    if (isOnly) throw new ConfigError(`OIDC_ONLY needs OIDC_ISSUER; ${seeHelp}`)
    return undefined
  }
  const { protocol, hostname, host, username, password } = new URL(issuer)
  const isHere = protocol === 'http:' && isLoopbackName(hostname)
  if (protocol !== 'https:' && !isHere) throw new ConfigError(`OIDC_ISSUER must begin with https://; ${seeHelp}`)
  if (username || password) throw new ConfigError(`OIDC_ISSUER must have no user and password; ${seeHelp}`)
  if (clientId === undefined) throw new ConfigError(`OIDC_ISSUER needs OIDC_CLIENT_ID; ${seeHelp}`)
  return {
    issuer,
    clientId,
    clientSecret: given.oidcClientSecret,
    name: given.oidcName ?? host,
    isOnly,
    scopes: given.oidcScopes,
    groupsClaim: given.oidcGroupsClaim,
    secondFactor: new Set(given.oidcSecondFactor.split(',').map((value) => value.trim())),
  }
}

/** The proxy that signs people in. */
function proxySignInOf(
  from: string | undefined,
  { emailHeader, ...more }: Omit<ProxySignInConfig, 'from' | 'emailHeader'> & { emailHeader: string | undefined },
): ProxySignInConfig | undefined {
  if (from === undefined && emailHeader === undefined) return undefined
  if (from === undefined || emailHeader === undefined)
    throw new ConfigError(`PROXY_AUTH_FROM and PROXY_AUTH_EMAIL_HEADER go together; ${seeHelp}`)
  return { from, emailHeader, ...more }
}

/** The mail server and the sender. Each has two ways to be set; both at once are refused. */
function mailOf(
  given: SmtpSettings & {
    mailServer: MailServer | undefined
    mailFrom: string | undefined
    smtpFrom: string | undefined
  },
  baseUrl: string,
) {
  const { mailServer, mailFrom, smtpFrom } = given
  if (mailServer && given.smtpHost !== undefined)
    throw new ConfigError(`SMTP_URL and SMTP_HOST are both set; unset one of them, ${seeHelp}`)
  if (mailFrom !== undefined && smtpFrom !== undefined && mailFrom !== smtpFrom)
    throw new ConfigError(`MAIL_FROM and SMTP_FROM differ; unset one of them, ${seeHelp}`)
  try {
    return {
      mailServer: mailServer ?? mailServerOf(given),
      mailFrom: mailFrom ?? smtpFrom ?? `Tidemark <tidemark@${new URL(baseUrl).hostname}>`,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ConfigError(`${error.message}; ${seeHelp}`)
  }
}

/** Validates the environment and returns the frozen configuration. Throws ConfigError naming the variable. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env) {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcName, oidcOnly, ...others } = readAll(
    environment,
    serviceTable,
  )
  const { oidcScopes, oidcGroupsClaim, oidcSecondFactor, ...named } = others
  const { proxyAuthFrom, proxyAuthEmailHeader, proxyAuthNameHeader, proxyAuthGroupsHeader, ...plain } = named
  const { proxyAuthSecondFactor, ...rest } = plain
  const { maxmindAccountId, maxmindLicenseKey, maxmindEdition, ...more } = rest
  const { smtpHost, smtpPort, smtpUser, smtpPassword, smtpFrom, ...values } = more
  const databaseUrl = values.databaseUrl ?? privateDatabaseUrl()
  if (!databaseUrl)
    throw new ConfigError(
      `DATABASE_URL is not set and no private database was started; run \`tidemark db\`, or ${seeHelp}`,
    )
  if (stripeCount % values.ingestLanes !== 0)
    throw new ConfigError(`INGEST_LANES must divide ${stripeCount}: 1, 2, 4, 8 or 16; ${seeHelp}`)
  const baseUrl = values.baseUrl ?? `http://localhost:${values.port}`
  return Object.freeze({
    ...values,
    databaseUrl,
    baseUrl,
    call: loadCall(environment),
    secretKey: values.secretKey ?? keepSecretKey(),
    /** The operator has named the proxies. Otherwise all private networks count as proxies. */
    areProxiesNamed: Boolean(environment.TRUSTED_PROXIES?.trim()),
    maxmind: maxmindOf(maxmindAccountId, maxmindLicenseKey, maxmindEdition),
    spoolDir: values.spoolDir ?? join(stateFolder(), 'spool'),
    dataDir: values.dataDir ?? join(stateFolder(), 'data'),
    databaseConnectionsMax: values.databaseConnectionsMax ?? sizesFor(memoryBytes()).connections,
    ...mailOf({ ...values, smtpHost, smtpPort, smtpUser, smtpPassword, smtpFrom }, baseUrl),
    proxySignIn: proxySignInOf(proxyAuthFrom, {
      emailHeader: proxyAuthEmailHeader,
      nameHeader: proxyAuthNameHeader,
      groupsHeader: proxyAuthGroupsHeader,
      hasSecondFactor: proxyAuthSecondFactor,
    }),
    oidc: oidcOf({
      ...{ oidcIssuer, oidcClientId, oidcClientSecret, oidcName, oidcOnly },
      ...{ oidcScopes, oidcGroupsClaim, oidcSecondFactor },
    }),
  })
}
