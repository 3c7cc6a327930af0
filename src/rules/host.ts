// The spellings of one host: internationalised names have a written form (`café.example`) and an ASCII form
// (`xn--caf-dma.example`), and any host may end with the dot of the root. Hosts are compared in ASCII (spec/ingestion
// 5.6).
import { domainToASCII, domainToUnicode } from 'node:url'

const beyondAscii = /[^\0-\x7f]/

/**
 * The host without the dot of the root. One dot is that; where more are written, none of them belongs to a name.
 * @example stripRootDot('example.com.') // 'example.com'
 */
export function stripRootDot(host: string): string {
  let end = host.length
  while (host[end - 1] === '.') end -= 1
  return end === host.length ? host : host.slice(0, end)
}

/**
 * A lower-case host in ASCII: equal for all spellings of one host. Text that is no host stays as it is.
 * @example asciiHost('café.example') // 'xn--caf-dma.example'
 */
export function asciiHost(host: string): string {
  return beyondAscii.test(host) ? domainToASCII(host) || host : host
}

/**
 * A lower-case host as people write it, in one form; hosts in ASCII without `xn--` stay as they are.
 * @example writtenHost('xn--bcher-kva.example') // 'bücher.example'
 */
export function writtenHost(host: string): string {
  return hasSpellings(host) ? domainToUnicode(asciiHost(host)) || host : host
}

/** True for a host that can be spelled in another way. */
export function hasSpellings(host: string): boolean {
  return host.includes('xn--') || beyondAscii.test(host)
}

/** True for the name of a host, as URLs have it, that only the machine itself has. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** The host of a site's domain, which may go on with a path, and the path. */
function splitDomain(domain: string): readonly [host: string, path: string] {
  const end = domain.search(/[/\\]/)
  return end < 0 ? [domain, ''] : [domain.slice(0, end), domain.slice(end)]
}

/**
 * The host of a site's domain.
 * @example hostOfDomain('example.com/blog') // 'example.com'
 */
export const hostOfDomain = (domain: string): string => splitDomain(domain)[0]

/**
 * The form in which domains of sites are compared: the host in ASCII without the dot of the root, and the path.
 * @example domainKey('bücher.example./de') // 'xn--bcher-kva.example/de'
 */
export function domainKey(domain: string): string {
  if (!domain.endsWith('.') && !beyondAscii.test(domain) && !domain.includes('./')) return domain
  const [host, path] = splitDomain(domain)
  return asciiHost(stripRootDot(host)) + path
}

/**
 * A domain as it is stored: its host in one written form, or in ASCII if it was written in ASCII.
 * @example storedDomain('example.com./blog') // 'example.com/blog'
 */
export function storedDomain(domain: string): string {
  const [host, path] = splitDomain(domain)
  const bare = stripRootDot(host)
  return (beyondAscii.test(bare) ? writtenHost(bare) : bare) + path
}

/**
 * A domain as people read it: its host in its letters, and the path.
 * @example writtenDomain('xn--caf-dma.example/blog') // 'café.example/blog'
 */
export function writtenDomain(domain: string): string {
  const [host, path] = splitDomain(domain)
  return writtenHost(host) + path
}

/**
 * All spellings under which a domain may be stored, for statements that look it up.
 * @example domainSpellings('bücher.example') // ['bücher.example', 'xn--bcher-kva.example']
 */
export function domainSpellings(domain: string): string[] {
  const key = domainKey(domain)
  const [host, path] = splitDomain(key)
  return [...new Set([domain, key, writtenHost(host) + path])]
}

/**
 * All spellings of a text that is a lower-case host or begins with one, itself first: of a source, of a referrer with
 * its path. Names that are no hosts have one.
 * @example hostSpellings('café.example/a') // [itself, 'xn--caf-dma.example/a']
 */
export function hostSpellings(text: string): string[] {
  const end = text.search(/[/?#:]/)
  const host = end < 0 ? text : text.slice(0, end)
  const bare = stripRootDot(host)
  if (!bare.includes('.') || bare !== bare.toLowerCase() || (bare === host && !hasSpellings(bare))) return [text]
  const rest = text.slice(host.length)
  return [...new Set([text, bare + rest, asciiHost(bare) + rest, writtenHost(bare) + rest])]
}
