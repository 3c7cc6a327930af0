// Packages that a process loads when it first needs them. Most services send no mail, sign nobody in by OpenID Connect
// and ask nobody for a code, and the main thread of a service reads hardly any user agents. If a package cannot be
// loaded, its first user gets the error. Types come from the packages, without loading them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Makes a function that makes its value once, at the first call. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Mail by SMTP. */
export const nodemailer = (): Promise<typeof import('nodemailer')> => import('nodemailer')

/** Sign-in by OpenID Connect, with the packages for its tokens. */
export const openidClient = (): Promise<typeof import('openid-client')> => import('openid-client')

// These load within milliseconds, so their users need not wait for a promise.

/** Codes of two-factor authentication. */
export const otpauth = once((): typeof import('otpauth') => load('otpauth'))

/** Names of countries and regions. */
export const iso3166 = once((): typeof import('iso-3166') => load('iso-3166'))

/** The public suffixes. */
export const tldts = once((): typeof import('tldts') => load('tldts'))

/** The reader of user agents. */
export const userAgentParser = once((): typeof import('ua-parser-js') => load('ua-parser-js'))

/** A known crawler, as the list of `crawler-user-agents` has it. */
export interface CrawlerAgent {
  readonly pattern: string
  readonly tags?: readonly string[]
}

/** Known crawlers, read anew at each call: nobody needs more than their patterns, which are a tenth of the file. */
export const crawlerAgents = (): readonly CrawlerAgent[] =>
  JSON.parse(readFileSync(load.resolve('crawler-user-agents'), 'utf8'))
