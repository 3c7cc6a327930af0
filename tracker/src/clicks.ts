// Clicks: outbound links, downloads and tagged elements. Nothing here delays or prevents what the click does.
import { config, track } from './core.ts'
import { findTag } from './tags.ts'

let fileTypes: string

function onClick(event: MouseEvent): void {
  const target = event.target
  // A click may be aimed at the document itself, and of the other buttons only the middle one opens links.
  if (!(target instanceof Element) || (event.type === 'auxclick' && event.button !== 1)) return
  // Called so because a form's field may be named `closest`.
  const closest = Element.prototype.closest.call(target, 'a[href]')
  // A link within svg is something else.
  const link = closest instanceof HTMLAnchorElement ? closest : null
  if (CLASSIC ? TAGGED_EVENTS : 1) {
    const tag = findTag(target, true) || findTag(link, true)
    if (tag) {
      if (link) tag.options.props.url = link.href
      track(tag.name, tag.options)
      return
    }
    // Tagged, but in a form: only the submission counts.
    if (findTag(link, false)) return
  }
  if (link) {
    if ((CLASSIC ? OUTBOUND_LINKS : config.outboundLinks) && link.host && link.host !== location.host) {
      track('Outbound Link: Click', { props: { url: link.href } })
    } else if (CLASSIC ? FILE_DOWNLOADS : config.fileDownloads) {
      const url = link.href.split(/[?#]/)[0] as string
      const type = (url.split('.').pop() as string).toLowerCase()
      if (type && fileTypes.split(/[\s,]+/).includes(type)) track('File Download', { props: { url } })
    }
  }
}

/** Starts listening; the types of files are read once, here (spec/tracker 8). */
export function startClicks(types: string): void {
  fileTypes = types.toLowerCase()
  document.addEventListener('click', onClick)
  document.addEventListener('auxclick', onClick)
}
