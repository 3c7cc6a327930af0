// A progress line on a terminal; silence everywhere else.
export interface Progress {
  report(progress: { phase: string; bytes: number; events: number }): void
  end(): void
}

const everyMs = 200

/** Draws on standard error while it is a terminal; `total` are the bytes of the file when known. */
export function createProgress(total: number | undefined, out: NodeJS.WriteStream = process.stderr): Progress {
  let last = 0
  let drawn = false
  return {
    report({ phase, bytes, events }) {
      const now = performance.now()
      if (!out.isTTY || now - last < everyMs) return
      last = now
      drawn = true
      const share = total ? Math.min(1, bytes / total) : undefined
      const bar =
        share === undefined
          ? ''
          : `[${'#'.repeat(Math.round(share * 30)).padEnd(30)}] ${(share * 100).toFixed(0).padStart(3)} % `
      out.write(`\r\u001b[K${phase.padEnd(9)} ${bar}${events} events`)
    },
    end() {
      if (drawn) out.write('\r\u001b[K')
    },
  }
}
