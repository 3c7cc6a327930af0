// A domain as people type it. Pages read this file too, so it imports no checks; those are in rules/site.ts.
import { trimWhiteSpace } from './white-space.ts'

function dropLeading(text: string, prefix: string): string {
  let at = 0
  while (text.startsWith(prefix, at)) at += prefix.length
  return text.slice(at)
}

function trimSlashes(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === '/') start += 1
  while (end > start && text[end - 1] === '/') end -= 1
  return text.slice(start, end)
}

/**
 * A domain without scheme, outer slashes and `www.`, in lower case (spec/management 4.3).
 * @example bareDomain('https://www.Example.com/') // 'example.com'
 */
export function bareDomain(text: string): string {
  const bare = dropLeading(dropLeading(trimWhiteSpace(text.toLowerCase()), 'http://'), 'https://')
  return dropLeading(trimSlashes(bare), 'www.')
}
