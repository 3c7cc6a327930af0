// Current visitors, and the time to look again: a stream while the page is seen, a question every 30 s where no stream
// works.
import type { AnswerAt, PartOf } from '../../../src/http/contracts/answers.ts'
import { at } from '../service/at.ts'
import { readText } from '../service/read.ts'

const realtimePath = '/api/v1/stats/realtime/visitors'
const hiddenMs = 10_000
const pollMs = 30_000
const retryMaxMs = 30_000

export interface LiveOptions {
  readonly siteId: string
  readonly auth: string
  readonly onCurrent: (visitors: number) => void
  /** New events were counted; the name of the activity, where the stream gave one. */
  readonly onActivity: (activity?: string) => void
  /** The right to look is lost. */
  readonly onGone: () => void
  /** The page is seen again after its stream was closed. */
  readonly onReturn: () => void
}

/** Begins to listen; the answer ends it. */
export function listen(options: LiveOptions): () => void {
  const query = new URLSearchParams(options.auth)
  query.set('site_id', options.siteId)
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let hide: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let isOver = false

  const ask = async () => {
    if (document.hidden) return
    const response = await fetch(at(`${realtimePath}?${query}`)).catch(() => null)
    if (response?.ok) options.onCurrent(readText<AnswerAt<'GET', typeof realtimePath>>(await response.text()))
    options.onActivity()
  }

  function close(): void {
    source?.close()
    source = undefined
    clearTimeout(timer)
    clearInterval(poll)
    poll = undefined
  }

  function open(): void {
    if (source || isOver) return
    const stream = new EventSource(at(`/api/live?${query}`))
    source = stream
    stream.addEventListener('current', (event) => {
      attempts = 0
      clearInterval(poll)
      poll = undefined
      options.onCurrent(readText<PartOf['GET /api/live']>(event.data).visitors)
    })
    stream.addEventListener('activity', (event) => options.onActivity(event.lastEventId))
    stream.addEventListener('gone', () => {
      isOver = true
      close()
      options.onGone()
    })
    stream.onerror = () => {
      stream.close()
      source = undefined
      poll ??= setInterval(ask, pollMs)
      const wait = Math.min(retryMaxMs, 1000 * 2 ** attempts++)
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2))
    }
  }

  const seen = () => {
    clearTimeout(hide)
    if (document.hidden) hide = setTimeout(close, hiddenMs)
    else if (!source && !isOver) {
      open()
      options.onReturn()
    }
  }
  document.addEventListener('visibilitychange', seen)
  open()
  return () => {
    isOver = true
    clearTimeout(hide)
    close()
    document.removeEventListener('visibilitychange', seen)
  }
}
