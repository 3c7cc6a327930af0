// A database server of the test's own that can be stopped, killed and started again on the same data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { projectPath } from '../../src/paths.ts'
import { startPrivate } from '../../tools/private-db/private.ts'

export interface OwnServer {
  /** The address of its database `postgres`. */
  readonly url: string
  /** Ends it as an administrator would: sessions are cut, the data is in order. */
  stop(): Promise<void>
  /** `kill -9`, all its processes at once. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it for good and removes its data. */
  remove(): Promise<void>
}

async function ask(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(pids.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')))
  return pids
    .filter((_, index) => Number(parents[index]!.slice(parents[index]!.lastIndexOf(')')).split(' ')[2]) === pid)
    .map(Number)
}

/** A process that has ended but was not yet waited for counts as gone. */
async function isGone(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return status === '' || status.slice(status.lastIndexOf(')') + 2).startsWith('Z')
}

/** Starts a server. */
export async function startServer(): Promise<OwnServer> {
  const server = await startPrivate({
    home: projectPath('.tidemark'),
    purpose: 'test',
    kind: process.env['ENGINE'] || process.env['PRIVATE_DATABASE'],
    log: (message) => console.error(`# ${message}`),
    aptMirror: process.env['TIDEMARK_APT_MIRROR'] || undefined,
    cacheHome: process.env['XDG_CACHE_HOME'] || undefined,
  })
  const [found] = await ask(server.url, 'show data_directory')
  const pidOf = async () =>
    Number((await readFile(`${found!['data_directory']}/postmaster.pid`, 'utf8')).split('\n')[0])
  let pid = await pidOf()
  const [program = '', ...words] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1)
  const { uid, gid } = await stat(`/proc/${pid}`)

  const end = async (signal: NodeJS.Signals) => {
    const all = [pid, ...(signal === 'SIGKILL' ? await childrenOf(pid) : [])]
    for (const each of all) process.kill(each, signal)
    for (const each of all) while (!(await isGone(each))) await delay(10)
  }
  return {
    url: server.url,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    async start() {
      const child = spawn(program, words, { cwd: '/', env: { LC_ALL: 'C' }, uid, gid, detached: true, stdio: 'ignore' })
      await once(child, 'spawn')
      child.unref()
      const isReady = () =>
        ask(server.url, 'select 1').then(
          () => true,
          () => false,
        )
      while (!(await isReady())) {
        if (child.exitCode !== null) throw new Error(`the database server ended with ${child.exitCode}`)
        await delay(20)
      }
      pid = await pidOf()
    },
    remove: () => server.stop(),
  }
}
