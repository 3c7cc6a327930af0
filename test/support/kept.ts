// What stays from one test file to the next in a process that runs several (scripts/suite/worker.ts): a browser. A file
// that is run by itself begins and ends its own.

interface Handle {
  unref?(): void
  readonly spawnfile?: string
  readonly stdio?: readonly (Handle | null)[]
}

/** Processes that this one has started: by a function of Node's that has no types, and no better one in its place. */
const childrenOf = (): Handle[] =>
  (process as unknown as { _getActiveHandles(): Handle[] })._getActiveHandles().filter((each) => each.spawnfile)

const ends: (() => Promise<unknown>)[] = []

export const kept = {
  /** Whether this process runs several files. */
  isOn: false,
  /** Ends with the process. */
  add(end: () => Promise<unknown>): void {
    ends.push(end)
  },
  /** Starts a process that stays: it no longer counts among those that keep this one alive. */
  async start<Started>(begin: () => Promise<Started>): Promise<Started> {
    const before = new Set(childrenOf())
    const started = await begin()
    for (const child of childrenOf()) {
      if (before.has(child)) continue
      child.unref?.()
      for (const pipe of child.stdio ?? []) pipe?.unref?.()
    }
    return started
  },
  async end(): Promise<void> {
    await Promise.allSettled(ends.splice(0).map((end) => end()))
  },
}
