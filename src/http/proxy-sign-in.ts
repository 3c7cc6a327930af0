// Sign-in by a proxy in front that has signed people in itself and names them in a header (spec/dashboard 12). Only the
// proxy's own addresses count, which the operator writes down for this alone: TRUSTED_PROXIES is another setting.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { ProxySignInConfig } from '../config.ts'
import { identityFailures } from '../failure.ts'
import type { Identity } from '../registry/identities.ts'
import { normaliseIp, parseCidrs } from '../rules/client-ip.ts'
import { judge, type RoleRule } from '../rules/role-rules.ts'
import { cleanText } from '../rules/text.ts'

/** The issuer of identities that the proxy names. No service has it, since services are addresses. */
export const proxyIssuer = 'proxy'

const addressForm = /^[^\s@,;<>"]+@[^\s@,;<>"]+$/
const lengthMax = 254
const groupsMax = 1_000
const nameMax = 255

export interface ProxySignIn {
  /** Takes the proxy's headers away from a request of any other address. Called before anything reads the headers. */
  clean(request: IncomingMessage): void
  /** The address of the person that the proxy names, in lower case; undefined if it names nobody. */
  emailOf(headers: IncomingHttpHeaders): string | undefined
  /** The person that the proxy names. Throws the refusal if the header holds no address. */
  identityOf(headers: IncomingHttpHeaders): Identity | undefined
}

const textOf = (headers: IncomingHttpHeaders, name: string | undefined): string => {
  const value = name === undefined ? undefined : headers[name]
  return (typeof value === 'string' ? value : (value ?? []).join(',')).trim()
}

/** The value as an address. Google's proxy writes the maker of the account before it. */
const bareAddress = (text: string): string => text.replace(/^accounts\.google\.com:/i, '').toLowerCase()

/**
 * Names of groups: Authentik separates them by `|`, others by commas.
 * @example groupsOf('admins|staff') // ['admins', 'staff']
 */
const groupsOf = (text: string): string[] =>
  text
    .split(text.includes('|') ? '|' : ',')
    .slice(0, groupsMax)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A name for people. Names in the encoding of mails (RFC 2047) are left out. */
const nameOf = (text: string): string => (text.startsWith('=?') ? '' : cleanText(text).slice(0, nameMax))

/** Sign-in by the proxy of the settings. */
export function createProxySignIn(
  { from, emailHeader, nameHeader, groupsHeader, hasSecondFactor }: ProxySignInConfig,
  rules: readonly RoleRule[] = [],
): ProxySignIn {
  const isProxy = parseCidrs(from)
  const names = [emailHeader, nameHeader, groupsHeader].filter((name) => name !== undefined)
  const emailOf = (headers: IncomingHttpHeaders): string | undefined =>
    bareAddress(textOf(headers, emailHeader)) || undefined
  return {
    clean({ headers, socket }) {
      if (isProxy(normaliseIp(socket.remoteAddress ?? ''))) return
      for (const name of names) delete headers[name]
    },
    emailOf,
    identityOf(headers) {
      const email = emailOf(headers)
      if (email === undefined) return undefined
      if (email.length > lengthMax || !addressForm.test(email)) throw identityFailures.noAddress()
      const domain = email.slice(email.lastIndexOf('@') + 1)
      const groups = groupsHeader === undefined ? [] : groupsOf(textOf(headers, groupsHeader))
      return {
        issuer: proxyIssuer,
        subject: email,
        email,
        isVerified: true,
        name: nameOf(textOf(headers, nameHeader)),
        roles: judge(rules, { domain, groups }),
        hasSecondFactor,
      }
    },
  }
}
