// How much memory this process may use, and the sizes that follow from it. The rule of docs/operate.md,
// "Small machines", has its home here: for V8, for connections, for imports and for the private database.
import { totalmem } from 'node:os'

const megabyte = 1024 ** 2

/** Memory of the machine, or of the container if that has less, in bytes. */
export function memoryBytes(): number {
  // Without a limit it is 0, or more than there is.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return Math.min(limit, totalmem())
}

export interface Sizes {
  /** Half of the young generation of each thread, in megabytes. A larger one collects less often. */
  readonly semiSpaceMb: number
  /** Connections of one process for statistics, pages and management. Each is a process of PostgreSQL. */
  readonly connections: number
  /** The part of the memory that the values of an imported file may take. */
  readonly importShare: number
  /** Settings of a PostgreSQL that shares the memory with the service. */
  readonly database: {
    /** The part of the memory for `shared_buffers`. */
    readonly buffersShare: number
    readonly work_mem: string
    readonly maintenance_work_mem: string
    readonly max_connections: string
    readonly autovacuum_max_workers: string
    /** Workers beside the process that answers a question. Each has a `work_mem` of its own. */
    readonly max_parallel_workers_per_gather: string
    readonly max_wal_size: string
    readonly min_wal_size: string
  }
}

/** A machine of 2 GB or more. */
const usual: Sizes = {
  semiSpaceMb: 64,
  connections: 10,
  importShare: 1 / 4,
  database: {
    buffersShare: 1 / 4,
    work_mem: '32MB',
    maintenance_work_mem: '256MB',
    max_connections: '150',
    autovacuum_max_workers: '3',
    max_parallel_workers_per_gather: '2',
    max_wal_size: '4GB',
    min_wal_size: '512MB',
  },
}

/** A machine of 1 GB, of which the kernel takes a part. */
const modest: Sizes = {
  semiSpaceMb: 16,
  connections: 10,
  importShare: 1 / 4,
  database: { ...usual.database, work_mem: '16MB', maintenance_work_mem: '64MB', max_connections: '100' },
}

/** A machine of 512 MB. */
const small: Sizes = {
  semiSpaceMb: 8,
  connections: 6,
  importShare: 1 / 8,
  database: {
    buffersShare: 1 / 8,
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    max_connections: '60',
    autovacuum_max_workers: '1',
    max_parallel_workers_per_gather: '0',
    max_wal_size: '1GB',
    min_wal_size: '128MB',
  },
}

/** The sizes that fit a memory. */
export const sizesFor = (bytes: number): Sizes =>
  bytes >= 1_900 * megabyte ? usual : bytes >= 900 * megabyte ? modest : small

/** Memory of the values of an imported file, in bytes, if the operator says nothing: a gigabyte at most. */
export const importBytes = (bytes: number): number =>
  Math.min(1024 ** 3, Math.floor(bytes * sizesFor(bytes).importShare))

/** Settings of a PostgreSQL that shares a machine of this memory with the service. */
export function databaseSettings(bytes: number): Readonly<Record<string, string>> {
  const { buffersShare, ...settings } = sizesFor(bytes).database
  const megabytes = (share: number, least: number, most: number) =>
    `${Math.max(least, Math.min(most, Math.floor((bytes / megabyte) * share)))}MB`
  return {
    shared_buffers: megabytes(buffersShare, 48, 2048),
    effective_cache_size: megabytes(0.6, 128, 65_536),
    ...settings,
  }
}

/** The flags of Node for a service with this memory. Flags that the operator gave stay. */
export function nodeFlags(bytes: number, given: readonly string[]): string[] {
  const isGiven = (name: string) => given.some((flag) => flag.replaceAll('_', '-').startsWith(name))
  return [
    // The garbage of the start is collected once, before the first request (releaseStart).
    ...(isGiven('--expose-gc') ? [] : ['--expose-gc']),
    ...(isGiven('--max-semi-space-size') ? [] : [`--max-semi-space-size=${sizesFor(bytes).semiSpaceMb}`]),
  ]
}

/** Commands that run for long. */
const services: ReadonlySet<string | undefined> = new Set(['serve', 'run', 'work'])

/**
 * Starts a service anew within the same process, with the flags that fit its memory: V8 takes them only at its start.
 * Does nothing for other commands, on Windows, and for a process that has the flags or was forked by another Node.
 */
export function fitToMemory(command: string | undefined): void {
  const { execArgv, env, argv, execPath } = process
  const given = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)]
  const flags = nodeFlags(memoryBytes(), given)
  if (!services.has(command) || flags.length === 0 || process.connected || !process.execve) return
  // The allocator of glibc keeps memory apart for each thread. Two arenas cost nothing that can be measured.
  const surroundings = { MALLOC_ARENA_MAX: '2', ...env }
  quietly(() => process.execve?.(execPath, [execPath, ...flags, ...execArgv, ...argv.slice(1)], surroundings))
}

/** Without the warning that Node's function is new. */
function quietly(act: () => void): void {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    act()
  } catch {
    // A system without the call: the service starts with the sizes of Node.
  } finally {
    process.emitWarning = emitWarning
  }
}

/**
 * Gives back the memory that loading left: two thirds of the heap are garbage by then, and a service with little to do
 * would keep it for hours. Takes 50 to 100 ms, so it is called before the process listens, and in each thread of the
 * write path before its first batch. Does nothing in a process that is no service.
 */
export const releaseStart = (): void => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
