// Clicks: outbound links, downloads and tagged elements. Nothing here delays or prevents what the click does.

import { DEFAULT_FILE_TYPES } from './constants.ts'
import { config, track } from './core.ts'
import { closest, findTag } from './tags.ts'

let readTypes: () => string
/** The control that gets a second click from its label, after an event was sent for the first. */
let labelled: Element | null | undefined

function onClick(event: MouseEvent): void {
  const target = event.target as Element & Document
  // A click may be aimed at the document itself, and of the other buttons only the middle one, 1, opens links.
  if (target === document || event.button > 1) return
  const nearest = closest(target, 'a[href]') as HTMLAnchorElement | null
  // Asked for its host: a link within svg has none, and one that came from a frame's document has a class of its own.
  const link = nearest && nearest.host != null && nearest
  if (CLASSIC ? FEATURES.TAGGED_EVENTS : 1) {
    const isSecond = target === labelled
    labelled = null
    if (isSecond) return
    const tag = findTag(target, true) || findTag(link, true)
    if (tag) {
      if (link) tag.options.props.url = link.href
      track(tag.name, tag.options)
      // Anything else that can be clicked within a label keeps the click for itself.
      const label = closest(target, 'label,a[href],:enabled')
      if (label && !event.defaultPrevented) labelled = (label as HTMLLabelElement).control
      return
    }
    // Tagged, but in a form: only the submission counts.
    if (findTag(link, false)) return
  }
  if (link) {
    if ((CLASSIC ? FEATURES.OUTBOUND_LINKS : config.outboundLinks) && link.host && link.host !== location.host) {
      track('Outbound Link: Click', { props: { url: link.href } })
    } else if (CLASSIC ? FEATURES.FILE_DOWNLOADS : config.fileDownloads) {
      const url = link.href.split(/[?#]/)[0] as string
      // An address such as that of a mail has no path.
      const type = /^\/.*\.(.+)/.exec(link.pathname)
      if (
        type &&
        readTypes()
          .toLowerCase()
          .split(/[\s,]+/)
          .includes((type[1] as string).toLowerCase())
      )
        track('File Download', { props: { url } })
    }
  }
}

/** The types of files that the options name, or the usual ones. */
export function fileExtensions(): string {
  const downloads = config.fileDownloads
  const extensions = typeof downloads === 'object' && downloads.fileExtensions
  return Array.isArray(extensions) ? extensions.join() : DEFAULT_FILE_TYPES
}

/** Starts listening; the types of files are asked for at each click (spec/tracker 8). */
export function startClicks(types: () => string): void {
  readTypes = types
  document.addEventListener('click', onClick)
  document.addEventListener('auxclick', onClick)
}
