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

/** Draws how many steps of some work are done, in the same way. */
export function createSteps(
  phase: string,
  out: NodeJS.WriteStream = process.stderr,
): { report(done: number, steps: number): void; end(): void } {
  let drawn = false
  return {
    report(done, steps) {
      if (!out.isTTY) return
      drawn = true
      const share = steps === 0 ? 0 : Math.min(1, done / steps)
      const bar = '#'.repeat(Math.round(share * 30)).padEnd(30)
      out.write(`\r\u001b[K${phase.padEnd(9)} [${bar}] ${(share * 100).toFixed(0).padStart(3)} %`)
    },
    end() {
      if (drawn) out.write('\r\u001b[K')
    },
  }
}
