// The service as a process of its own, for tests that kill it or look at its memory; and a client that never throws.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** Starts `tidemark serve` and waits until it listens. */
export async function startService(options: {
  databaseUrl: string
  spoolDir: string
  port?: number
  env?: Record<string, string>
}): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', projectPath('src', 'main.ts'), 'serve'], {
    cwd: projectPath(),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: options.databaseUrl,
      SECRET_KEY: 'test-secret-key',
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
    const rss = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024
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
    const fail = (error: NodeJS.ErrnoException) => resolve({ status: 0, error: error.code ?? error.message, headers: {}, body: '' })
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
