// Equal questions under way at once are asked once. A second request for the same answer waits for it.

export interface Sharing<T> {
  /**
   * The answer to the question named `key`. `work` begins when no other request waits for the same answer. Its signal
   * fires when the last waiting request is gone.
   */
  share(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

interface Pending<T> {
  readonly answer: Promise<T>
  readonly cancel: AbortController
  waiting: number
}

/** Answers are shared as they are, so no caller may change one. */
export function createSharing<T>(): Sharing<T> {
  const pending = new Map<string, Pending<T>>()

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Pending<T> {
    const cancel = new AbortController()
    const forget = () => {
      if (pending.get(key) === begun) pending.delete(key)
    }
    const begun: Pending<T> = { answer: work(cancel.signal).finally(forget), cancel, waiting: 0 }
    // Waiting requests get the error. Without one it is no error.
    begun.answer.catch(() => {})
    pending.set(key, begun)
    return begun
  }

  return {
    async share(key, signal, work) {
      signal?.throwIfAborted()
      const known = pending.get(key)
      const question = known && !known.cancel.signal.aborted ? known : begin(key, work)
      question.waiting += 1
      let leave = () => {}
      const left = new Promise<never>((_, reject) => {
        leave = () => reject(signal?.reason)
        signal?.addEventListener('abort', leave, { once: true })
      })
      try {
        return await (signal ? Promise.race([question.answer, left]) : question.answer)
      } finally {
        signal?.removeEventListener('abort', leave)
        question.waiting -= 1
        if (question.waiting === 0 && signal?.aborted) question.cancel.abort(signal.reason)
      }
    },
  }
}
