// Custom properties of an event: which entries are kept, as text, and how large they may be.
import { pathPropEventNames } from './tables/event-names.ts'
import { cleanText, exceedsBytes, isBlank, parseObject } from './text.ts'

export type Props = Record<string, string>

export const propsMax = 30
export const propKeyBytesMax = 300
export const propValueBytesMax = 2000

const tooLarge = `keys should have at most ${propKeyBytesMax} bytes and values ${propValueBytesMax} bytes`

const none: Props = Object.freeze({})

/**
 * Reads the props of an event (spec/ingestion 15): an object or its JSON text; lists, maps, nulls and blanks are left out, the rest
 * becomes text; `path` is added for some system events; the first 30 are kept and must not be too large.
 */
export function parseProps(
  value: unknown,
  eventName: string,
  pathname: string,
): { ok: true; props: Props } | { ok: false; message: string } {
  const sent = parseObject(value)
  const needsPath = pathPropEventNames.has(eventName)
  if (!sent && !needsPath) return { ok: true, props: none }
  const kept = new Map<string, string>()
  for (const rawKey of sent ? Object.keys(sent) : []) {
    const text = propText(sent?.[rawKey])
    if (text === undefined || isBlank(text)) continue
    const key = cleanText(rawKey)
    if (!isBlank(key)) kept.set(key, text)
  }
  const props: Props = {}
  let count = 0
  const put = (key: string, text: string): boolean => {
    if (count === propsMax) return true
    if (exceedsBytes(key, propKeyBytesMax) || exceedsBytes(text, propValueBytesMax)) return false
    count += 1
    if (key === '__proto__') Object.defineProperty(props, key, { value: text, enumerable: true, writable: true, configurable: true })
    else props[key] = text
    return true
  }
  if (needsPath && !kept.has('path')) put('path', pathname)
  for (const [key, text] of kept) {
    if (!put(key, text)) return { ok: false, message: tooLarge }
  }
  return { ok: true, props }
}

function propText(value: unknown): string | undefined {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return undefined
}
