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
/** A statement that waits longer is answered 429: its caller has given up by then. */
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

/** Everything at work and waiting in a process. */
interface Room {
  readonly connections: number
  readonly now: () => number
  /** By class and name; of a class the line that was served longest ago comes first. */
  readonly lines: Map<string, Line>
  readonly atWork: Record<StatementClass, number>
  readonly refused: Record<StatementClass, number>
  total: number
  waiting: number
  peopleAskedAt: number
}

const keyOf = ({ kind, name }: Asker): string => `${kind} ${name}`

function shareOf({ connections, now, peopleAskedAt }: Room, kind: StatementClass): number {
  if (kind === 'links' && now() - peopleAskedAt < quietMs) return 1
  return Math.max(1, Math.floor(connections * shares[kind]))
}

function lineOf({ lines }: Room, asker: Asker): Line {
  const key = keyOf(asker)
  const known = lines.get(key)
  if (known) return known
  const line = { asker, atWork: 0, waiting: [] }
  lines.set(key, line)
  return line
}

const mayBegin = (room: Room, { asker, atWork }: Line): boolean =>
  room.total < room.connections && room.atWork[asker.kind] < shareOf(room, asker.kind) && atWork < atWorkPerAskerMax

function forget({ lines }: Room, line: Line): void {
  if (line.atWork === 0 && line.waiting.length === 0) lines.delete(keyOf(line.asker))
}

function start(room: Room, line: Line): void {
  const { kind } = line.asker
  room.total += 1
  room.atWork[kind] += 1
  line.atWork += 1
  if (kind === 'people' || kind === 'keys') room.peopleAskedAt = room.now()
}

function finish(room: Room, line: Line): void {
  room.total -= 1
  room.atWork[line.asker.kind] -= 1
  line.atWork -= 1
  forget(room, line)
  serve(room)
}

/** Begins what may begin: classes in their order, the askers of a class by turns. */
function serve(room: Room): void {
  const { lines } = room
  for (const kind of classes) {
    for (const line of [...lines.values()].filter(({ asker }) => asker.kind === kind)) {
      while (line.waiting.length > 0 && mayBegin(room, line)) {
        const next = line.waiting.shift()!
        room.waiting -= 1
        // Behind the others of its class from here on.
        lines.delete(keyOf(line.asker))
        lines.set(keyOf(line.asker), line)
        start(room, line)
        next.begin()
      }
    }
  }
}

function refusal({ refused }: Room, kind: StatementClass): Error {
  refused[kind] += 1
  return commonFailures.tooManyQuestions()
}

/** Refuses what has waited too long; links may have more again when it has become quiet. */
function refuseLate(room: Room): void {
  for (const line of room.lines.values())
    while (line.waiting[0] && room.now() - line.waiting[0].since > waitMsMax) {
      room.waiting -= 1
      line.waiting.shift()!.refuse(refusal(room, line.asker.kind))
      forget(room, line)
    }
  serve(room)
}

/** Waits behind the others of a line; rejects when the signal fires, or when it is refused. */
function wait(room: Room, line: Line, signal: AbortSignal | undefined): Promise<void> {
  if (line.waiting.length >= waitingPerAskerMax || room.waiting >= waitingMax) {
    forget(room, line)
    throw refusal(room, line.asker.kind)
  }
  return new Promise<void>((resolve, reject) => {
    const leave = () => {
      const at = line.waiting.indexOf(entry)
      if (at < 0) return
      line.waiting.splice(at, 1)
      room.waiting -= 1
      forget(room, line)
      reject(signal?.reason)
    }
    const settle = () => signal?.removeEventListener('abort', leave)
    const entry: Waiting = {
      since: room.now(),
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
    room.waiting += 1
  })
}

function countsOf({ lines, atWork, refused }: Room, kind: StatementClass): TurnCounts {
  const own = [...lines.values()].filter(({ asker }) => asker.kind === kind)
  const waiting = own.reduce((sum, line) => sum + line.waiting.length, 0)
  return { atWork: atWork[kind], waiting, refused: refused[kind] }
}

/** The scheduler of a process with so many connections for statistics. */
export function createTurns(connections: number, now: () => number = () => performance.now()): Turns {
  const none = { people: 0, keys: 0, links: 0, reports: 0 }
  const room: Room = {
    connections,
    now,
    lines: new Map(),
    atWork: { ...none },
    refused: { ...none },
    total: 0,
    waiting: 0,
    peopleAskedAt: Number.NEGATIVE_INFINITY,
  }
  const timer = setInterval(() => refuseLate(room), 500)
  timer.unref()
  return {
    async take(work, { asker = noAsker, signal } = {}) {
      signal?.throwIfAborted()
      const line = lineOf(room, asker)
      if (line.waiting.length === 0 && mayBegin(room, line)) start(room, line)
      else await wait(room, line, signal)
      try {
        return await work()
      } finally {
        finish(room, line)
      }
    },
    counts: () =>
      Object.fromEntries(classes.map((kind) => [kind, countsOf(room, kind)])) as Record<StatementClass, TurnCounts>,
    stop: () => clearInterval(timer),
  }
}
