// Runs test files in processes: one that stays and takes file after file, or one of the file's own.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectPath } from '../../src/paths.ts'
import { patience } from '../../test/support/effort.ts'
import type { Order, Word } from './worker.ts'

/** What a file came to. */
export interface FileOutcome {
  readonly passed: number
  readonly failed: number
  readonly output: string
  /** What the server lacks, in the words of the tests that were left out for it. */
  readonly leftOut: readonly string[]
}

/** A file that has not ended by then is ended, and counts as failed. */
const fileTimeoutMs = 480_000 * patience()
/** Tap says a little earlier where it stood; its own limit is 30 s. */
export const tapTimeoutMs = 470_000 * patience()

/** Ends each process that runs. */
const running = new Set<() => void>()

/** Ends whatever runs, when the run itself is told to end. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      for (const end of running) end()
      process.kill(process.pid, signal)
    })
}

/** A process in a group of its own: what a file started, and would hold its pipes open, is ended with it. */
function watch(child: ChildProcess): { end(): void; closed: Promise<number | null>; take(): string } {
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // No process is left in it.
    }
  }
  running.add(end)
  child.once('exit', end)
  const closed = once(child, 'close').then(([code]) => {
    running.delete(end)
    return code as number | null
  })
  const take = () => {
    const taken = output
    output = ''
    return taken
  }
  return { end, closed, take }
}

/**
 * What was skipped is a failure, unless it says what the server lacks; so is a file that claimed nothing.
 */
function judge(counts: { passed: number; failed: number; skipped: number }, output: string): FileOutcome {
  const found = output.match(/(?:# SKIP|^1\.\.0 #) left out: .*$/gm) ?? []
  const leftOut = [...new Set(found)].map((reason) => reason.replace(/^.*# (?:SKIP )?/, ''))
  const failed = counts.failed + Math.max(0, counts.skipped - found.length)
  const isEmpty = counts.passed === 0 && found.length === 0
  return { passed: counts.passed, failed: Math.max(failed, isEmpty ? 1 : 0), output, leftOut }
}

/**
 * Runs one file by itself and counts by tap's own last words, `# { total: 12, pass: 11, fail: 1 }`. The tap runner is
 * left out: its TypeScript loader costs seconds of processor time and 200 MB a file.
 */
export async function runAlone({ file, mark }: Order, environment: NodeJS.ProcessEnv): Promise<FileOutcome> {
  const child = spawn(process.execPath, [projectPath('scripts', 'suite', 'alone.ts'), file], {
    cwd: projectPath(),
    env: { ...environment, TIDEMARK_TEST_MARK: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { end, closed, take } = watch(child)
  const timer = setTimeout(end, fileTimeoutMs)
  const code = await closed
  clearTimeout(timer)
  const output = take()
  const summary = output.match(/^# \{ total: .*\}$/gm)?.at(-1) ?? ''
  const count = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(summary)?.[1] ?? 0)
  const failed = Math.max(count('fail') + count('todo'), code === 0 ? 0 : 1)
  return judge({ passed: count('pass'), failed, skipped: count('skip') }, output)
}

/** The next word of that kind; tap speaks to a parent too. */
const hear = <Kind extends Word['kind']>(child: ChildProcess, kind: Kind): Promise<Word & { kind: Kind }> =>
  new Promise((resolve) => {
    const listen = (word: Partial<Word>) => {
      if (word.kind !== kind) return
      child.off('message', listen)
      resolve(word as Word & { kind: Kind })
    }
    child.on('message', listen)
  })

/** A process that runs file after file; it is started when it is first needed, and again after it has ended. */
export interface FileRunner {
  run(order: Order): Promise<FileOutcome>
  /** Ends it in peace. */
  stop(): Promise<void>
}

export function createRunner(environment: NodeJS.ProcessEnv): FileRunner {
  let current: { child: ChildProcess; watched: ReturnType<typeof watch> } | undefined

  async function start() {
    const child = fork(projectPath('scripts', 'suite', 'worker.ts'), {
      cwd: projectPath(),
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    current = { child, watched: watch(child) }
    await Promise.race([hear(child, 'ready'), current.watched.closed])
    return current
  }

  async function stop() {
    if (!current) return
    const { child, watched } = current
    current = undefined
    // Not by hanging up: Node says then that the process ended, and never that its pipes did.
    if (child.connected) child.send('end', () => undefined)
    const timer = setTimeout(watched.end, 20_000)
    await watched.closed
    clearTimeout(timer)
  }

  return {
    async run(order) {
      const { child, watched } = current ?? (await start())
      const timer = setTimeout(watched.end, fileTimeoutMs)
      const answered = hear(child, 'answer').then(({ answer }) => answer)
      if (child.connected) child.send(order, () => undefined)
      const answer = await Promise.race([answered, watched.closed.then((code) => code ?? 'a signal')])
      clearTimeout(timer)
      const printed = watched.take()
      if (typeof answer !== 'object') {
        current = undefined
        watched.end()
        const output = `${printed}not ok - ${order.file} ended the process that ran it (${answer})\n`
        return { passed: 0, failed: 1, output, leftOut: [] }
      }
      if (answer.isSpent) await stop()
      return judge(answer, answer.output + printed)
    },
    stop,
  }
}
