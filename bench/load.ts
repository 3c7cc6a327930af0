// The load generator, a process of its own: raw sockets with keep-alive, closed loop or open loop. Started by
// bench/ingest.ts with its options as one JSON argument; prints one JSON line.
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { addressOf, createCorpus, type Shot, type Visit } from './corpus.ts'
import { createLatencies } from './latency.ts'

export interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /**
   * Requests a second, sent whether or not answers come (open loop); 0: each connection sends as soon as it may (closed
   * loop).
   */
  readonly rate: number
  /**
   * Open loop: seconds at the same rate before the clock starts. They are sent and counted, without their latencies.
   */
  readonly leadSeconds?: number
  readonly seed: number
  readonly visits: number
  readonly domains: readonly string[]
  /** Where the addresses of this run begin, so that runs do not share visitors. */
  readonly addressFrom: number
}

export interface LoadResult {
  readonly seconds: number
  readonly sent: number
  /** Answered 202. */
  readonly accepted: number
  /** Events among them that the service said it dropped. */
  readonly dropped: number
  readonly refused: Record<string, number>
  readonly broken: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly cpuSeconds: number
}

interface Idle {
  readonly ready: () => void
  readonly since: number
  /** Closes the connection. */
  readonly retire: () => void
}

/** The service closes connections after 65 seconds without use. */
const idleMsMax = 45_000
const headerEnd = '\r\n\r\n'

/** The length of the answer at the start of `text`, or 0 while it is incomplete. */
function answerLength(text: string): number {
  const end = text.indexOf(headerEnd)
  if (end < 0) return 0
  const length = /content-length: *(\d+)/i.exec(text.slice(0, end + 2))
  const total = end + headerEnd.length + Number(length?.[1] ?? 0)
  return text.length >= total ? total : 0
}

async function generate(options: LoadOptions): Promise<LoadResult> {
  const corpus = createCorpus(options)
  const latencies = createLatencies()
  const refused: Record<string, number> = {}
  let [sent, accepted, dropped, broken, nextVisit, inFlight] = [0, 0, 0, 0, 0, 0]
  let isOver = false
  /** When the clock starts, and how many were accepted of what was due since. */
  let begin = Number.POSITIVE_INFINITY
  let timed = 0
  /** Connections without a request, the one that has been so for longest first. */
  const idle: Idle[] = []
  /** Connections that were closed and are opened again when a request needs one, and those on their way. */
  let [missing, opening] = [0, 0]
  /** Open loop: when each request that waits for a free connection was due. */
  const due: number[] = []
  let dueHead = 0

  const openConnection = () =>
    new Promise<() => void>((resolve, reject) => {
      const socket: Socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true })
      let visit: Visit = []
      let step = 0
      let address = ''
      let startedAt = 0
      let pending = ''
      let waiting = false
      const nextShot = (): Shot => {
        if (step >= visit.length) {
          visit = corpus[nextVisit % corpus.length]!
          address = addressOf(options.addressFrom + nextVisit)
          nextVisit += 1
          step = 0
        }
        return visit[step++]!
      }
      const send = (dueAt: number) => {
        const shot = nextShot()
        shot.bytes.write(address, shot.addressAt, 15, 'latin1')
        startedAt = dueAt
        waiting = true
        inFlight += 1
        sent += 1
        // A request fits an empty socket buffer: the bytes are out before the next pass writes another address into
        // them.
        socket.write(shot.bytes)
      }
      const ready = () => {
        if (isOver) return
        if (options.rate === 0) send(performance.now())
        else if (dueHead < due.length) send(due[dueHead++]!)
        else idle.push({ ready, since: performance.now(), retire: () => socket.end() })
      }
      socket.on('data', (chunk) => {
        const text = pending + chunk.toString('latin1')
        const length = answerLength(text)
        if (length === 0) {
          pending = text
          return
        }
        pending = text.slice(length)
        if (!waiting) return
        waiting = false
        inFlight -= 1
        const isTimed = startedAt >= begin
        if (isTimed) latencies.add(performance.now() - startedAt)
        const status = text.slice(9, 12)
        if (status === '202') {
          accepted += 1
          if (isTimed) timed += 1
          const drops = /x-service-dropped: *(\d+)/i.exec(text)
          if (drops) dropped += Number(drops[1])
        } else refused[status] = (refused[status] ?? 0) + 1
        ready()
      })
      socket.on('error', (error) => reject(error))
      socket.on('close', () => {
        if (waiting) {
          waiting = false
          inFlight -= 1
          broken += 1
          return
        }
        const at = idle.findIndex((one) => one.ready === ready)
        if (at >= 0) idle.splice(at, 1)
        missing += 1
      })
      socket.on('connect', () => resolve(ready))
    })

  const connections: (() => void)[] = []
  for (let index = 0; index < options.connections; index++) connections.push(await openConnection())

  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  begin = options.rate > 0 ? start + (options.leadSeconds ?? 0) * 1_000 : start
  const end = begin + options.seconds * 1_000
  for (const ready of connections) ready()
  if (options.rate > 0) {
    let scheduled = 0
    await new Promise<void>((resolve, fail) => {
      const tick = () => {
        const now = performance.now()
        const target = Math.floor(((Math.min(now, end) - start) / 1_000) * options.rate)
        for (; scheduled < target; scheduled++) due.push(start + (scheduled / options.rate) * 1_000)
        // The one that has waited for longest: all are in use, as those of many visitors, and none is met by its
        // closing.
        while (dueHead < due.length && idle.length > 0) idle.shift()!.ready()
        // A request that meets the closing of its connection is lost: clients leave connections before the service
        // does.
        while (idle.length > 0 && now - idle[0]!.since > idleMsMax) idle.shift()!.retire()
        // Not before: the service answers 408 to a connection that asks nothing for some seconds.
        for (; missing > 0 && opening < due.length - dueHead; missing--) {
          opening += 1
          openConnection().then((ready) => {
            opening -= 1
            ready()
          }, fail)
        }
        if (now >= end) resolve()
        else setTimeout(tick, 1)
      }
      tick()
    })
  } else await new Promise((resolve) => setTimeout(resolve, options.seconds * 1_000))
  const seconds = (performance.now() - begin) / 1_000
  const timedInTime = timed
  // Open loop: what was due in time is sent all the same; a connection that comes free takes the next.
  const catchUp = performance.now() + 10_000
  while (dueHead < due.length && performance.now() < catchUp) await new Promise((resolve) => setTimeout(resolve, 2))
  isOver = true
  // Requests still out are answered and counted, but not in the rate.
  const patience = performance.now() + 10_000
  while (inFlight > 0 && performance.now() < patience) await new Promise((resolve) => setTimeout(resolve, 2))
  broken += inFlight
  const cpu = process.cpuUsage(cpuBefore)
  return {
    seconds,
    sent,
    accepted,
    dropped,
    refused,
    broken: broken + (due.length - dueHead),
    perSecond: timedInTime / seconds,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    p999: latencies.quantile(0.999),
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }
}

const result = await generate(JSON.parse(process.argv[2] ?? '{}') as LoadOptions)
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
