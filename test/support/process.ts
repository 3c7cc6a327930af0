// The service and the operator tool as processes of their own, for tests that kill them, look at their memory or set
// their clock; and a client that never throws.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { createInterface } from 'node:readline'
import { projectPath } from '../../src/paths.ts'

export interface ServiceProcess {
  readonly port: number
  readonly child: ChildProcess
  readonly exited: Promise<unknown>
  /** Memory in use, in bytes. */
  rss(): Promise<number>
}

/** A clock that several processes share. */
export interface SharedClock {
  readonly path: string
  /** Epoch seconds; every process sees them at once. */
  set(seconds: number): void
  now(): Date
  close(): void
}

/** Makes a clock in the file at `path`: processes started with it have its time instead of the machine's. */
export function createSharedClock(path: string, seconds: number): SharedClock {
  const file = openSync(path, 'w')
  const bytes = Buffer.alloc(8)
  const set = (to: number) => {
    bytes.writeDoubleLE(to * 1000)
    writeSync(file, bytes, 0, 8, 0)
  }
  set(seconds)
  return { path, set, now: () => new Date(bytes.readDoubleLE()), close: () => closeSync(file) }
}

const loaders = (clock: SharedClock | undefined): string[] =>
  clock ? ['--import', projectPath('test', 'support', 'clock-preload.mjs')] : []

/** All that a process of a test has of this one's environment: its programs, and the suite's cache of stripped types. */
export const inherited: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
}

const environment = (databaseUrl: string, clock: SharedClock | undefined): Record<string, string> => ({
  ...inherited,
  DATABASE_URL: databaseUrl,
  SECRET_KEY: 'test-secret-key',
  ...(clock ? { TEST_CLOCK_FILE: clock.path } : {}),
})

export interface CommandProcess {
  /** Runs a command of the operator tool; they run one after another. Throws unless it exits with 0. */
  run(...words: string[]): Promise<void>
  stop(): Promise<void>
}

/** Starts a process that runs commands of the operator tool; what they print to standard output is dropped. */
export function startCommands(options: { databaseUrl: string; clock?: SharedClock }): CommandProcess {
  const child = fork(projectPath('test/support/command-process.ts'), {
    cwd: projectPath(),
    env: environment(options.databaseUrl, options.clock),
    execArgv: loaders(options.clock),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  let last: Promise<unknown> = Promise.resolve()
  const run = async (words: string[]) => {
    const ended = exited.then(() => ['the process ended'])
    child.send(words)
    const [code] = await Promise.race([once(child, 'message'), ended])
    if (code !== 0) throw new Error(`tidemark ${words.join(' ')}: ${code}`)
  }
  return {
    run(...words) {
      const result = last.then(() => run(words))
      last = result.catch(() => {})
      return result
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Starts `tidemark serve` and waits until it listens. */
export async function startService(options: {
  databaseUrl: string
  spoolDir: string
  port?: number
  env?: Record<string, string>
  clock?: SharedClock
}): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...loaders(options.clock), projectPath('src/main.ts'), 'serve'], {
    cwd: projectPath(),
    env: {
      ...environment(options.databaseUrl, options.clock),
      SPOOL_DIR: options.spoolDir,
      PORT: String(options.port ?? 0),
      HOST: '127.0.0.1',
      MIGRATE_ON_START: 'false',
      RUN_TASKS: 'false',
      LOG_LEVEL: 'info',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout! })) {
    const match = /"port":(\d+).*tidemark is ready/.exec(line)
    if (!match) continue
    child.stdout!.resume()
    const rss = async () =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024
    return { port: Number(match[1]), child, exited, rss }
  }
  throw new Error('the service ended before it was ready')
}

export interface Answer {
  /** 0: there was none. */
  readonly status: number
  /** Without an answer: why, as `ECONNREFUSED` (the service never saw the request) or `ECONNRESET` (it may have). */
  readonly error?: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Posts an event. */
export function postEvent(options: {
  agent: Agent
  port: number
  body: string | Buffer
  headers?: OutgoingHttpHeaders
  path?: string
}): Promise<Answer> {
  const { agent, port, body, headers, path = '/api/event' } = options
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, error: error.code ?? error.message, headers: {}, body: '' })
    const request = httpRequest({ agent, host: '127.0.0.1', port, path, method: 'POST', headers })
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      response.on('error', fail)
    })
    request.on('error', fail)
    request.end(body)
  })
}
