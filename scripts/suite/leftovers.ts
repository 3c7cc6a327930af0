// What a test file changed in its process and did not put back: the next file would find it.
import { setTimeout as delay } from 'node:timers/promises'

/** What is the process's own, and a file has to leave as it was. */
interface State {
  readonly resources: ReadonlyMap<string, number>
  readonly environment: NodeJS.ProcessEnv
  readonly folder: string
  readonly listeners: ReadonlyMap<string | symbol, readonly unknown[]>
  readonly globals: Readonly<Record<string, unknown>>
}

/** Resources that keep a process alive, by type: sockets, servers, timers, processes, threads. */
function countResources(): Map<string, number> {
  const counts = new Map<string, number>()
  // Work of this very moment; what waits for it is counted by its own name.
  const passing = new Set(['Immediate', 'TickObject', 'FSReqCallback', 'FSReqPromise', 'CloseReq'])
  for (const type of process.getActiveResourcesInfo())
    if (!passing.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

const readGlobals = () => ({
  Date: globalThis.Date,
  'Date.now': Date.now,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  fetch: globalThis.fetch,
  'Math.random': Math.random,
  'console.log': console.log,
  'console.error': console.error,
  'console.warn': console.warn,
  'process.stdout.write': process.stdout.write,
  'process.stderr.write': process.stderr.write,
})

/** Taken before a file. */
export const readState = (): State => ({
  resources: countResources(),
  environment: { ...process.env },
  folder: process.cwd(),
  listeners: new Map(process.eventNames().map((name) => [name, process.rawListeners(name as string)])),
  globals: readGlobals(),
})

const more = (before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] =>
  [...now].flatMap(([type, count]) => {
    const left = count - (before.get(type) ?? 0)
    return left > 0 ? [`${left} ${type}`] : []
  })

/** What is closed may take a moment to be gone. */
async function findResources(before: State, patienceMs: number): Promise<string[]> {
  const until = performance.now() + patienceMs
  for (let waitMs = 1; ; waitMs = Math.min(100, waitMs * 2)) {
    const left = more(before.resources, countResources())
    if (left.length === 0 || performance.now() > until) return left
    await delay(waitMs, undefined, { ref: false })
  }
}

function restoreEnvironment(before: NodeJS.ProcessEnv): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(process.env)])
  const changed = [...names].filter((name) => process.env[name] !== before[name])
  for (const name of changed) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  return changed.map((name) => `the environment's ${name}`)
}

function restoreListeners(before: State['listeners']): string[] {
  const left: string[] = []
  for (const name of process.eventNames()) {
    // A browser that stays ends with the process; tap watches for errors while there are tests.
    if (name === 'exit' || name === 'uncaughtExceptionMonitor') continue
    const kept = new Set(before.get(name))
    for (const listener of process.rawListeners(name as string)) {
      if (kept.has(listener)) continue
      process.off(name, listener as () => void)
      left.push(`a listener for ${String(name)}`)
    }
  }
  return left
}

function restoreGlobals(before: State['globals']): string[] {
  const now: Readonly<Record<string, unknown>> = readGlobals()
  return Object.keys(before).filter((name) => now[name] !== before[name])
}

interface Dispatcher {
  destroy(): Promise<void>
}

/** The name under which `fetch` looks for its connections; Node has no other way to them. */
const dispatcherName = Symbol.for('undici.globalDispatcher.1')

/**
 * Ends the connections of `fetch`: the next file may be given the port of a service that is gone, and an answer that was
 * not read to its end keeps its connection.
 */
async function endConnections(): Promise<void> {
  const holder = globalThis as unknown as Record<symbol, Dispatcher | undefined>
  const dispatcher = holder[dispatcherName]
  if (!dispatcher) return
  holder[dispatcherName] = new (dispatcher.constructor as new () => Dispatcher)()
  await dispatcher.destroy()
}

/**
 * Puts back what a file changed, as far as that can be done, and names it. Resources cannot be ended from outside: a
 * process with one of them, or with a global of the file, is of no use to the next file.
 */
export async function findLeftovers(
  before: State,
  patienceMs: number,
): Promise<{ named: string[]; isSpoilt: boolean }> {
  await endConnections()
  const fixed = [...restoreEnvironment(before.environment), ...restoreListeners(before.listeners)]
  if (process.cwd() !== before.folder) {
    process.chdir(before.folder)
    fixed.push('the working directory')
  }
  const lasting = [...restoreGlobals(before.globals), ...(await findResources(before, patienceMs))]
  return { named: [...fixed, ...lasting], isSpoilt: lasting.length > 0 }
}
