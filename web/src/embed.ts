// The height of an embedded dashboard, told to the page around it: its `embed.host.js` fits the frame (spec/tracker 14).
import { MESSAGE_ASK, MESSAGE_HEIGHT } from '../../tracker/src/constants.ts'

/**
 * Tells the page around this one how many pixels high it is, at every change and when asked. Any page may frame an
 * embed, so any page may hear it.
 */
export function tellHeight(): void {
  if (parent === window) return
  const root = document.documentElement
  // A page as high as its frame could never become lower.
  document.body.style.minBlockSize = '0'
  const tell = () => parent.postMessage({ [MESSAGE_HEIGHT]: Math.ceil(root.getBoundingClientRect().height) }, '*')
  new ResizeObserver(tell).observe(root)
  addEventListener('message', ({ source, data }) => {
    if (source === parent && data === MESSAGE_ASK) tell()
  })
}
