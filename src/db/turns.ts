// Fair shares of the database: the one scheduler in front of the connections for statistics (docs/architecture.md,
// "Fair shares"). A statement belongs to a class and to an asker: a link, a key, a person. Each class has a share, and
// each asker a few statements at work. Further ones wait in the queue of their asker, and askers of a class take turns.
import { commonFailures } from '../failure.ts'

/** The class of the asker of a statement. Reports are mails, notices and live counts, without a waiting reader. */
export type StatementClass = 'people' | 'keys' | 'links' | 'reports'

/** The asker: a name within the class, for example the number of a link. */
export interface Asker {
  readonly kind: StatementClass
  readonly name: string
}

const noAsker: Asker = { kind: 'reports', name: '' }

/**
 * The reader behind a statement. Handed on from the request by hand: Node's AsyncLocalStorage would cost every event
 * two microseconds, once a single request has used it.
 */
export interface Reader {
  readonly asker?: Asker | undefined
  /** Fires when the answer is no longer awaited. */
  readonly signal?: AbortSignal | undefined
}

/** Statements at work for one asker; further ones of it wait. */
const atWorkPerAskerMax = 4
/** Statements of one asker that wait: a batch has 40 questions, and people open several pages. */
const waitingPerAskerMax = 200
/** All that wait in a process. */
const waitingMax = 2_000
/** A statement that has waited so long is answered 429: what was asked for is no longer awaited. */
const waitMsMax = 15_000
/** Links are given a single statement at a time so long after somebody with an account has asked. */
const quietMs = 2_000

/** Of the statistics' connections, how many a class may hold: all of them, or a part, at least one. */
const shares: Readonly<Record<StatementClass, number>> = { people: 1, keys: 0.8, links: 0.4, reports: 0.4 }

/** The order in which classes are served. */
const classes = Object.keys(shares) as readonly StatementClass[]

interface Waiting {
  readonly begin: () => void
  readonly refuse: (error: Error) => void
  readonly since: number
}

interface Line {
  readonly asker: Asker
  atWork: number
  readonly waiting: Waiting[]
}

/** Numbers of a class for the gauges. */
export interface TurnCounts {
  readonly atWork: number
  readonly waiting: number
  /** Statements answered 429 so far. */
  readonly refused: number
}

export interface Turns {
  /** Runs the work when it is its asker's turn. Throws a 429 Failure when too many wait, or it waited too long. */
  take<T>(work: () => Promise<T>, reader?: Reader): Promise<T>
  /** How many a class may have at work just now. */
  counts(): Readonly<Record<StatementClass, TurnCounts>>
  stop(): void
}

/** The scheduler of a process with so many connections for statistics. */
export function createTurns(connections: number, now: () => number = () => performance.now()): Turns {
  const lines = new Map<string, Line>()
  const atWork: Record<StatementClass, number> = { people: 0, keys: 0, links: 0, reports: 0 }
  const refused: Record<StatementClass, number> = { people: 0, keys: 0, links: 0, reports: 0 }
  let total = 0
  let waiting = 0
  let peopleAskedAt = Number.NEGATIVE_INFINITY

  const shareOf = (kind: StatementClass): number => {
    if (kind === 'links' && now() - peopleAskedAt < quietMs) return 1
    return Math.max(1, Math.floor(connections * shares[kind]))
  }

  const lineOf = (asker: Asker): Line => {
    const key = `${asker.kind} ${asker.name}`
    const known = lines.get(key)
    if (known) return known
    const line = { asker, atWork: 0, waiting: [] }
    lines.set(key, line)
    return line
  }

  const mayBegin = ({ asker, atWork: own }: Line): boolean =>
    total < connections && atWork[asker.kind] < shareOf(asker.kind) && own < atWorkPerAskerMax

  function forget(line: Line): void {
    if (line.atWork === 0 && line.waiting.length === 0) lines.delete(`${line.asker.kind} ${line.asker.name}`)
  }

  function start(line: Line): void {
    total += 1
    atWork[line.asker.kind] += 1
    line.atWork += 1
    if (line.asker.kind === 'people' || line.asker.kind === 'keys') peopleAskedAt = now()
  }

  function finish(line: Line): void {
    total -= 1
    atWork[line.asker.kind] -= 1
    line.atWork -= 1
    forget(line)
    serve()
  }

  /** Begins what may begin: classes in their order, the askers of a class by turns. */
  function serve(): void {
    for (const kind of classes) {
      for (const line of [...lines.values()].filter(({ asker }) => asker.kind === kind)) {
        while (line.waiting.length > 0 && mayBegin(line)) {
          const next = line.waiting.shift()!
          waiting -= 1
          // Behind the others of its class from here on.
          lines.delete(`${kind} ${line.asker.name}`)
          lines.set(`${kind} ${line.asker.name}`, line)
          start(line)
          next.begin()
        }
      }
    }
  }

  const refuse = (kind: StatementClass): Error => {
    refused[kind] += 1
    return commonFailures.tooManyQuestions()
  }

  /** Refuses what has waited too long; links may have more again when it has become quiet. */
  const timer = setInterval(() => {
    for (const line of lines.values())
      while (line.waiting[0] && now() - line.waiting[0].since > waitMsMax) {
        waiting -= 1
        line.waiting.shift()!.refuse(refuse(line.asker.kind))
        forget(line)
      }
    serve()
  }, 500)
  timer.unref()

  function wait(line: Line, signal: AbortSignal | undefined): Promise<void> {
    if (line.waiting.length >= waitingPerAskerMax || waiting >= waitingMax) {
      forget(line)
      throw refuse(line.asker.kind)
    }
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        const at = line.waiting.indexOf(entry)
        if (at < 0) return
        line.waiting.splice(at, 1)
        waiting -= 1
        forget(line)
        reject(signal?.reason)
      }
      const settle = () => signal?.removeEventListener('abort', leave)
      const entry: Waiting = {
        since: now(),
        begin: () => {
          settle()
          resolve()
        },
        refuse: (error) => {
          settle()
          reject(error)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.waiting.push(entry)
      waiting += 1
    })
  }

  return {
    async take(work, { asker = noAsker, signal } = {}) {
      signal?.throwIfAborted()
      const line = lineOf(asker)
      if (line.waiting.length === 0 && mayBegin(line)) start(line)
      else await wait(line, signal)
      try {
        return await work()
      } finally {
        finish(line)
      }
    },
    counts: () =>
      Object.fromEntries(
        classes.map((kind) => {
          const own = [...lines.values()].filter(({ asker }) => asker.kind === kind)
          const waits = own.reduce((sum, line) => sum + line.waiting.length, 0)
          return [kind, { atWork: atWork[kind], waiting: waits, refused: refused[kind] }]
        }),
      ) as Record<StatementClass, TurnCounts>,
    stop: () => clearInterval(timer),
  }
}
