// A domain as it is typed, before the service is asked: no host looks so, or it is probably a mistake.
import { bareDomain } from '../../../src/rules/domain.ts'
import * as words from '../../../src/rules/words/en/domains.ts'
import { say } from '../text/say.ts'

const partCharactersMax = 63

const hostOf = (domain: string): string => domain.replace(/[/\\].*$/, '').replace(/\.$/, '')

/** Text with other signs is left to the service, which names them. */
const hasOtherSigns = (host: string): boolean => /[^\p{L}\p{Nd}.-]/u.test(host)

/** Why no host can be called so, or undefined. Signs that no domain has are left to the service. */
export function domainProblem(typed: string): string | undefined {
  const host = hostOf(bareDomain(typed))
  if (host === '' || hasOtherSigns(host)) return undefined
  const parts = host.split('.')
  if (parts.includes('')) return say(words.emptyPart, { host })
  if (parts.some((part) => part.startsWith('-') || part.endsWith('-'))) return say(words.hyphen, { host })
  if (parts.some((part) => part.length > partCharactersMax)) return words.longPart
  return undefined
}

/** True where a person should be asked: names of one part are found in private networks only. */
export const isDotless = (typed: string): boolean => {
  const host = hostOf(bareDomain(typed))
  return host !== '' && !host.includes('.') && !hasOtherSigns(host)
}
