// Tagged elements: classes such as `tidemark-event-name=Sign+Up` say which event a click or a submission is.
import type { EventOptions, Props, Revenue } from '../package/index.d.ts'

/** What the classes of one element say. */
export interface Tag {
  name: string
  options: EventOptions & { props: Props }
}

function readTag(element: Element): Tag | undefined {
  let name = ''
  const props: Props = {}
  let revenue: Record<string, string> | undefined
  for (const text of Array.from(element.classList)) {
    // Lazy, so that the first separator splits: values may hold `=` or `--` themselves.
    const match = /^(?:tidemark|plausible)-(event|revenue)-(.+?)(?:=|--)(.*)/.exec(text)
    if (match) {
      const key = match[2] as string
      const value = (match[3] as string).replace(/\+/g, ' ')
      if (match[1] === 'revenue') {
        revenue = revenue || {}
        revenue[key] = value
      } else if (key === 'name') name = value
      else props[key] = value
    }
  }
  return name ? { name, options: { props, revenue: revenue as unknown as Revenue } } : undefined
}

/**
 * The tag of an element or its three nearest ancestors (spec/tracker 10): of a click the outermost and only outside
 * forms, of a submission the nearest.
 */
export function findTag(start: Element | null, isClick: boolean): Tag | undefined {
  let found: Tag | undefined
  let element = start
  for (let level = 0; element && level < 4; level++) {
    if (isClick && element instanceof HTMLFormElement) return
    if (isClick || !found) found = readTag(element) || found
    // The parent, called so because a form's field may be named `parentElement`.
    element = Element.prototype.closest.call(element, ':not(:scope)')
  }
  return found
}
