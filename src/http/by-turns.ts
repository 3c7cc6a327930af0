// Work that a process does only so many times at once, askers by turns: work of one of them waits behind its own, and
// the others' goes on (docs/architecture.md, "Fair shares").

/** Limits of work under way, and of work that waits. */
export interface Turns {
  readonly atOnce: number
  /** Of one asker. */
  readonly ofAsker: number
  /** Of all askers. */
  readonly waiting: number
  readonly waitMs: number
}

interface Waiting {
  readonly begin: () => void
  readonly timer: NodeJS.Timeout
}

interface State {
  readonly limits: Turns
  readonly refuse: () => Error
  readonly atWork: Map<string, number>
  /** Askers with waiting work, in the order of their turns. */
  readonly queues: Map<string, Waiting[]>
  working: number
  waiting: number
}

const isFree = ({ limits, atWork, working }: State, asker: string): boolean =>
  working < limits.atOnce && (atWork.get(asker) ?? 0) < limits.ofAsker

function take(state: State, asker: string): void {
  state.working += 1
  state.atWork.set(asker, (state.atWork.get(asker) ?? 0) + 1)
}

/** Gives a place back, to the next asker who may have it. */
function leave(state: State, asker: string): void {
  const { atWork, queues } = state
  state.working -= 1
  const left = (atWork.get(asker) ?? 1) - 1
  if (left === 0) atWork.delete(asker)
  else atWork.set(asker, left)
  for (const [next, queue] of queues) {
    if (!isFree(state, next)) continue
    const { begin, timer } = queue.shift()!
    clearTimeout(timer)
    state.waiting -= 1
    // Behind the other askers.
    queues.delete(next)
    if (queue.length > 0) queues.set(next, queue)
    take(state, next)
    begin()
    return
  }
}

/** Waits for a place. Whoever has waited too long is refused. */
function wait(state: State, asker: string): Promise<void> {
  const { queues, limits, refuse } = state
  return new Promise((resolve, reject) => {
    const queue = queues.get(asker) ?? []
    queues.set(asker, queue)
    const giveUp = (): void => {
      state.waiting -= 1
      queue.splice(queue.indexOf(one), 1)
      if (queue.length === 0) queues.delete(asker)
      reject(refuse())
    }
    const one: Waiting = { begin: resolve, timer: setTimeout(giveUp, limits.waitMs) }
    state.waiting += 1
    queue.push(one)
  })
}

/** Runs work by turns. Throws what `refuse` makes if too much waits, or if it has waited too long. */
export function createTurns(limits: Turns, refuse: () => Error) {
  const state: State = { limits, refuse, atWork: new Map(), queues: new Map(), working: 0, waiting: 0 }
  return async <Result>(asker: string, work: () => Promise<Result>): Promise<Result> => {
    if (isFree(state, asker)) take(state, asker)
    else if (state.waiting >= limits.waiting) throw refuse()
    else await wait(state, asker)
    try {
      return await work()
    } finally {
      leave(state, asker)
    }
  }
}
