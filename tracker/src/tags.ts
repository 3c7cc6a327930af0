// Tagged elements: classes such as `tidemark-event-name=Sign+Up` say which event a click or a submission is.
import type { EventOptions, Props, Revenue } from '../package/index.d.ts'

/** What the classes of one element say. */
export interface Tag {
  name: string
  options: EventOptions & { props: Props }
}

/** The same as the method, called so because a form's field may be named `closest`. */
export const closest = (element: Element, selector: string): Element | null =>
  Element.prototype.closest.call(element, selector)

/**
 * Asks if the target of an event is a form, or one that matches the selector. The target may be the document itself.
 * Its class does not tell: an element may come from a frame's document.
 */
export const isForm = (target: EventTarget | null, selector = 'form'): target is HTMLFormElement =>
  target !== document && Element.prototype.matches.call(target as Element, selector)

function readTag(element: Element): Tag | undefined {
  let name = ''
  const props: Props = {}
  let revenue: Record<string, string> | undefined
  // The list of classes as well may be hidden by a form's field.
  for (const text of Reflect.get(Element.prototype, 'classList', element) as Iterable<string>) {
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
export function findTag(start: Element | null | false, isClick: boolean): Tag | undefined {
  let found: Tag | undefined
  let element: Element | null | false = start
  for (let level = 0; element && level < 4; level++) {
    if (isClick && isForm(element)) return
    if (isClick || !found) found = readTag(element) || found
    // The parent.
    element = closest(element, ':not(:scope)')
  }
  return found
}
