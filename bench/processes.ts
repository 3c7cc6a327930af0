// Child processes of a benchmark, and what processes cost: CPU time and memory from /proc.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const ticksPerSecond = 100

interface Stat {
  readonly parent: number
  readonly cpuSeconds: number
  /** With the time of children that ended and were waited for. */
  readonly cpuSecondsWithChildren: number
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold blanks: fields are counted from the last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const own = Number(fields[11]) + Number(fields[12])
    return {
      parent: Number(fields[1]),
      cpuSeconds: own / ticksPerSecond,
      cpuSecondsWithChildren: (own + Number(fields[13]) + Number(fields[14])) / ticksPerSecond,
    }
  } catch {
    return undefined
  }
}

const pids = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

const childrenOf = (parent: number) => pids().filter((pid) => readStat(pid)?.parent === parent)

/**
 * Proportional memory of a process in megabytes (shared pages counted once over all who share them), or its resident
 * size.
 */
function memoryMb(pid: number): number {
  try {
    const rollup = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))
    if (rollup) return Number(rollup[1]) / 1_024
  } catch {
    // Another user's process: its resident size has to do.
  }
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

export interface Usage {
  readonly cpuSeconds: number
  readonly memoryMb: number
}

/** CPU and memory of a process and its children, so far. */
export function usageOf(root: number): Usage {
  const children = childrenOf(root)
  let cpuSeconds = readStat(root)?.cpuSecondsWithChildren ?? 0
  for (const pid of children) cpuSeconds += readStat(pid)?.cpuSecondsWithChildren ?? 0
  return { cpuSeconds, memoryMb: [root, ...children].reduce((sum, pid) => sum + memoryMb(pid), 0) }
}

/**
 * Memory that a process and its children have for themselves, in megabytes: neither files nor shared memory, so that a
 * database's filling buffers do not look like a leak.
 */
export const privateMb = (root: number): number => [root, ...childrenOf(root)].reduce((sum, pid) => sum + ownMb(pid), 0)

function ownMb(pid: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

/** The same of each process by itself, the largest first. */
export const privateMbOfEach = (root: number): number[] => [root, ...childrenOf(root)].map(ownMb).sort((a, b) => b - a)

/** The pid of the server behind a database address, when it runs on this machine. */
export async function findPostmaster(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const stat = readStat(rows[0]!.pid)
    return stat && stat.parent > 1 ? stat.parent : undefined
  } finally {
    await client.end()
  }
}

/** A port that is free now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

export interface Running {
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a node process and waits until `isReady` says so. What it wrote is part of the error when it ends early. */
export async function startNode(
  args: readonly string[],
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const deadline = Date.now() + 60_000; ; ) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}:\n${output}`)
    if (await isReady()) break
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${args.join(' ')} was not ready after 60 s:\n${output}`)
    }
    await delay(20)
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs a node process to its end and returns what it printed. */
export function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err = (err + chunk).slice(-4_000)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${args.slice(0, 4).join(' ')} ended with ${code}:\n${err}${out}`)),
    )
  })
}

/** Whether an address answers with a 2xx. */
export const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
