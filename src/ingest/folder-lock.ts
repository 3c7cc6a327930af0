// A folder that belongs to one process while it lives: a socket in the folder that only a living process answers on.
// The system takes it away from a process that is killed, so process ids and clocks need no guesses.
import { readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, stat, utimes } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { minuteMs } from '../rules/durations.ts'

/** A lock without a sign of its owner for this long is free: another machine made it, or a boot before this one. */
const silenceMs = 5 * minuteMs
const signMs = 10_000

export interface FolderLock {
  readonly path: string
  /** Gives up the folder and its content. */
  release(): Promise<void>
}

/** Sockets answer within one running system: its name is the end of the folder's. */
const systemName = (() => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  } catch {
    return hostname().replaceAll(/[^\w]/g, '').slice(0, 32)
  }
})()

/** A path of a socket has room for some hundred characters; by the open folder it is always short. */
const socketIn = (path: string, folder: FileHandle): string =>
  process.platform === 'linux' ? `/proc/self/fd/${folder.fd}/owner` : join(path, 'owner')

/** Makes a folder `name` below `parent` and locks it. It is there under its name only when it is locked. */
export async function makeLockedFolder(parent: string, name: string): Promise<FolderLock> {
  const path = join(parent, `${name}-${systemName}`)
  await mkdir(`${path}.part`, { recursive: true, mode: 0o700 })
  const folder = await open(`${path}.part`, 'r')
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socketIn(`${path}.part`, folder), resolve)
  })
  server.unref()
  await rename(`${path}.part`, path)
  const sign = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), signMs)
  sign.unref()
  return {
    path,
    async release() {
      clearInterval(sign)
      await new Promise((resolve) => server.close(resolve))
      await folder.close()
    },
  }
}

/**
 * Time at which a folder of another system may be taken over, unless its process shows a sign until then. Undefined for
 * folders of this system: their processes can be asked.
 */
export async function waitsUntil(path: string): Promise<Date | undefined> {
  if (path.endsWith(`-${systemName}`)) return undefined
  const found = await stat(path).catch(() => undefined)
  return found && new Date(found.mtimeMs + silenceMs)
}

/** True when a folder made by `makeLockedFolder` has lost its process. */
export async function isAbandoned(path: string): Promise<boolean> {
  const folder = await open(path, 'r').catch(() => undefined)
  if (!folder) return false
  try {
    if (!path.endsWith(`-${systemName}`)) return Date.now() - (await stat(path)).mtimeMs > silenceMs
    return await new Promise((resolve) => {
      const socket = connect(socketIn(path, folder), () => resolve(false)).once('error', () => resolve(true))
      socket.once('connect', () => socket.destroy())
    })
  } finally {
    await folder.close()
  }
}
