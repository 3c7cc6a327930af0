// A lock of the whole machine, which ends with the process that holds it.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Where the lock listens: names of the kernel's on Linux and Windows, which it frees; elsewhere a file of a socket. */
function placeOf(name: string): string {
  const id = `tidemark-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${id}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${id}` : join(tmpdir(), id)
}

/** Removes the file of a socket that nothing listens on any more. */
async function removeStale(place: string): Promise<void> {
  if (process.platform === 'linux' || process.platform === 'win32') return
  const answered = await new Promise<boolean>((resolve) => {
    const socket = connect(place, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
  if (!answered) await rm(place, { force: true })
}

/** Holds a lock of the whole machine while `work` runs. */
export async function withLock<T>(name: string, log: (message: string) => void, work: () => Promise<T>): Promise<T> {
  const place = placeOf(name)
  const deadline = Date.now() + 300_000
  for (let attempt = 0; ; attempt += 1) {
    const server = createServer()
    const held = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      server.listen(place, () => resolve(true))
    })
    if (held) {
      try {
        return await work()
      } finally {
        await new Promise((resolve) => server.close(resolve))
      }
    }
    await removeStale(place)
    if (attempt === 20) log('another process is preparing the private database; waiting for it')
    if (Date.now() > deadline)
      throw new Error(`gave up waiting for another process that prepares the private database (${name})`)
    await delay(100)
  }
}
