// Custom properties of an event: which entries are kept, as text, and how large they may be.

import { fieldsOf, mayBeReordered, parseExactly } from './exact-json.ts'
import { propertyLengthMax, propertyValueLengthMax } from './maxima.ts'
import { pathPropEventNames } from './tables/event-names.ts'
import { cleanText, exceedsBytes, isBlank, parseObject } from './text.ts'

export type Props = Record<string, string>

/** The most entries of an event that are kept, and their largest sizes (spec/ingestion 15). */
export const propsMax = 30
export const propKeyBytesMax = propertyLengthMax
export const propValueBytesMax = propertyValueLengthMax

/** The message about an entry that is too large. */
export const propsTooLarge = `keys should have at most ${propKeyBytesMax} bytes and values ${propValueBytesMax} bytes`

const none: Props = Object.freeze({})

/**
 * Reads the props of an event (spec/ingestion 15): an object or its JSON text; lists, maps, nulls and blanks are left
 * out, the rest becomes text; `path` is added for some system events; the first 30 in the order sent are kept and must
 * not be too large. `reread` answers the same object as `parseExactly` does.
 */
export function parseProps(
  value: unknown,
  eventName: string,
  pathname: string,
  reread: () => unknown,
): { ok: true; props: Props } | { ok: false; message: string } {
  const sent = parseObject(value)
  const needsPath = pathPropEventNames.has(eventName) && propText(sent?.path) === undefined
  if (!sent && !needsPath) return { ok: true, props: none }
  const props: Props = {}
  let count = 0
  if (needsPath) {
    props.path = pathname
    count = 1
  }
  for (const rawKey of sent ? keysAsSent(sent, typeof value === 'string' ? () => parseExactly(value) : reread) : []) {
    if (count === propsMax) break
    const text = propText(sent![rawKey])
    if (text === undefined) continue
    const key = cleanText(rawKey)
    if (isBlank(key)) continue
    if (exceedsBytes(key, propKeyBytesMax) || exceedsBytes(text, propValueBytesMax))
      return { ok: false, message: propsTooLarge }
    if (!Object.hasOwn(props, key)) count += 1
    if (key === '__proto__')
      Object.defineProperty(props, key, { value: text, enumerable: true, writable: true, configurable: true })
    else props[key] = text
  }
  return { ok: true, props }
}

/** The keys of parsed props in the order sent, where that decides which are kept. */
function keysAsSent(props: Record<string, unknown>, reread: () => unknown): Iterable<string> {
  const keys = Object.keys(props)
  return keys.length < propsMax || !mayBeReordered(keys) ? keys : fieldsOf(reread()).keys()
}

/** A value as text, or undefined when its entry is not kept. */
function propText(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const text = cleanText(value)
    return isBlank(text) ? undefined : text
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
