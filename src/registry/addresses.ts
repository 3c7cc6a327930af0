// The rules about the addresses of accounts (spec/dashboard 12). One function reads an address that somebody sends, for
// look-ups and for limits alike: otherwise two texts could mean one account and be counted apart.
//
// An address is proven when a link that was mailed to it came back, when a sign-in service has verified it, or when the
// operator made the account. What others give to an address counts for proven accounts only; what a link gives, it
// gives to the account that opened it.
import { asciiHost, stripRootDot } from '../rules/host.ts'

/** Characters of an address. */
export const emailLengthMax = 320

/**
 * An address as every look-up reads it: without control characters, of which PostgreSQL cannot store NUL, and without
 * white space around it. Lone surrogates become U+FFFD, as the driver sends them. Other values, and texts longer than
 * any address, give an empty text, which no account has.
 * @example readAddress(' ann\0@site.example') // 'ann@site.example'
 */
export function readAddress(value: unknown): string {
  if (typeof value !== 'string') return ''
  const address = value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
  return address.length > emailLengthMax ? '' : address
}

/**
 * One text for the spellings of an address that reach one mailbox, for limits of mails: mail servers compare hosts as
 * ASCII, and most ignore capitals and forms of letters.
 * @example mailboxOf('Ann@Café.example.') // 'ann@xn--caf-dma.example'
 */
export function mailboxOf(email: string): string {
  const address = readAddress(email).normalize('NFKC').toLowerCase()
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + asciiHost(stripRootDot(address.slice(at)))
}

/** SQL over `site_guests g` and `users u`: the guest `g` of a site is the account `u`. */
export const guestCounts = '(lower(g.email) = lower(u.email) and u.is_proven or g.taken_by = u.id)'
