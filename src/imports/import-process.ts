// The process of one import: a file that fills memory or time ends it, and not the service that takes events. It has a
// heap of its own, and is watched from here.

import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { UploadProgress } from '../registry/uploads.ts'
import { hourMs, minuteMs } from '../rules/durations.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import type { UploadNews, UploadOutcome, UploadTask } from './upload-work.ts'

export interface ImportLimits {
  /** The heap of a process, in bytes. */
  readonly heapBytesMax: number
  /** Memory beside the heap, in bytes: the program, buffers of packed files and of the database. */
  readonly besideBytesMax: number
  /** A process that computes for so long without a pause hangs. It tells every two seconds that it does not. */
  readonly silentMs: number
  /** The longest time of a process. */
  readonly totalMs: number
  /** After this time an import makes room for a waiting site. Each turn is twice as long, so every file gets in. */
  readonly turnMs: number
}

export const importLimits: Omit<ImportLimits, 'heapBytesMax'> = {
  besideBytesMax: 256 * 1024 ** 2,
  silentMs: 5 * minuteMs,
  totalMs: 24 * hourMs,
  turnMs: 30_000,
}

/**
 * Imports at once: two from three cores on, so that a long file leaves a place. With fewer, events need the other core.
 */
export const usualPlaces = (cores = availableParallelism()): number => (cores > 2 ? 2 : 1)

/** Why a process ended without an outcome. */
export type Death = 'memory' | 'silent' | 'total' | 'crash'

/** The end of a process: its outcome, its death with its words on standard error, or that it was stopped from here. */
export type ImportEnd =
  | UploadOutcome
  | { readonly death: Death; readonly stderr: string }
  | { readonly isStopped: true }

export interface ImportProcess {
  readonly ended: Promise<ImportEnd>
  /** Ends it at once. What it has committed stays. */
  stop(): void
}

/** How often a process is looked at. */
const watchMs = 1_000
/** Characters kept of what a process writes to standard error: V8 says first why it aborts. */
const stderrMax = 4_000
const megabyte = 1024 ** 2

/** The entry of the process. */
const entry = fileURLToPath(new URL('../../workers/import.ts', import.meta.url))

/** Resident memory in bytes; 0 on systems without /proc. */
function residentBytesOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** V8 says so before it aborts. The kernel kills without a word, mostly for memory. */
const isOutOfMemory = (stderr: string, signal: NodeJS.Signals | null): boolean =>
  /out of memory|heap limit|invalid (?:array |table )?(?:size|length)|allocation failed/i.test(stderr) ||
  signal === 'SIGKILL'

/** The options of this process without those of a debugger, whose port is taken. */
const inheritedOptions = (): string[] => process.execArgv.filter((option) => !option.startsWith('--inspect'))

/**
 * Gives the process the lowest priority, so that events go first. Linux keeps a priority for each thread, and a new
 * thread inherits it. So the priority is set before the process has a second thread.
 */
function standBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Another system, one that forbids it, or a process that has ended.
  }
}

function begin(task: UploadTask, { heapBytesMax }: ImportLimits, program: string): ChildProcess {
  const child = fork(program, [], {
    // The young generation of a service that answers requests is large.
    execArgv: [
      ...inheritedOptions(),
      `--max-old-space-size=${Math.round(heapBytesMax / megabyte)}`,
      '--max-semi-space-size=16',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  standBack(child)
  // Not by arguments: the address of the database has a password, and other users of the machine see arguments.
  if (child.connected) child.send(task, () => {})
  return child
}

/** Follows a process to its end. */
function follow(child: ChildProcess, limits: ImportLimits, onProgress: (progress: UploadProgress) => void) {
  const started = performance.now()
  let heard = started
  let stderr = ''
  let end: ImportEnd | undefined
  const kill = (how: ImportEnd): void => {
    end ??= how
    child.kill('SIGKILL')
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, stderrMax)
  })
  child.on('message', (news: UploadNews) => {
    heard = performance.now()
    if ('progress' in news) onProgress(news.progress)
    else if (!('isAlive' in news)) end ??= news
  })
  const watch = setInterval(() => {
    const now = performance.now()
    const resident = child.pid === undefined ? 0 : residentBytesOf(child.pid)
    const death =
      resident > limits.heapBytesMax + limits.besideBytesMax
        ? 'memory'
        : now - heard > limits.silentMs
          ? 'silent'
          : now - started > limits.totalMs
            ? 'total'
            : undefined
    if (death) kill({ death, stderr })
  }, watchMs)
  const ended = new Promise<ImportEnd>((resolve) => {
    // A machine without room for a process: another time.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ later: error.message })
    })
    child.on('close', (_, signal) =>
      resolve(end ?? { death: isOutOfMemory(stderr, signal) ? 'memory' : 'crash', stderr }),
    )
  }).finally(() => clearInterval(watch))
  return { ended, stop: () => kill({ isStopped: true }) }
}

/** Starts the process of an import. Its temporary files go with it. `program` is another one in tests. */
export async function startImport(
  task: Omit<UploadTask, 'folder'>,
  limits: ImportLimits,
  onProgress: (progress: UploadProgress) => void,
  program = entry,
): Promise<ImportProcess> {
  const folder = await makeTemporaryFolder()
  const { ended, stop } = follow(begin({ ...task, folder }, limits, program), limits, onProgress)
  return { ended: ended.finally(() => rm(folder, { recursive: true, force: true })), stop }
}
