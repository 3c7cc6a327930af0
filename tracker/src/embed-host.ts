// For pages that show a dashboard in a frame: gives each such frame the height that its page tells (spec/tracker 14).
// A frame is taken if the embed code marks it, or if it shows a page of the service that this script came from.
export {}

const script = document.currentScript as HTMLScriptElement | null
const service = script && script.src ? new URL(script.src).origin : ''
/** A frame of this many pixels is no dashboard. */
const HEIGHT_MAX = 100_000

/** The origin of the page that a frame is to show. Empty for opaque ones, which all tell the same name. */
function originOf(frame: HTMLIFrameElement): string {
  try {
    return new URL(frame.src).origin.replace('null', '')
  } catch {
    return ''
  }
}

const findFrames = () =>
  Array.from(document.querySelectorAll('iframe')).filter(
    (frame) =>
      frame.hasAttribute('plausible-embed') || frame.hasAttribute('tidemark-embed') || originOf(frame) === service,
  )

function ask(): void {
  // Without a secret, so any page may hear it: a frame that still loads has another origin.
  for (const { contentWindow } of findFrames()) if (contentWindow) contentWindow.postMessage(MESSAGE_ASK, '*')
}

addEventListener('message', ({ data, origin, source }) => {
  const height: unknown = data && data[MESSAGE_HEIGHT]
  if (typeof height !== 'number' || !(height > 0 && height <= HEIGHT_MAX)) return
  for (const frame of findFrames())
    if (frame.contentWindow === source && originOf(frame) === origin) frame.style.height = `${Math.ceil(height)}px`
})

// A page that was there before this script has told its height to nothing.
ask()
addEventListener('DOMContentLoaded', ask)
addEventListener('load', ask)
