// Ports for programs of others: a database, a proxy, a kit. Such a program takes a number and listens seconds later.
import { createServer } from 'node:net'

/**
 * Ports below those that systems give by themselves, to a server without a number (Linux: from 32,768) and to each
 * outgoing connection. Between the question and the program's start nothing else takes one of them.
 */
const range = { first: 10_000, count: 22_000 }
/** Processes side by side ask at different places. */
const placesOfProcess = 20

let asked = process.pid * placesOfProcess

/** True if a program may listen on a port of 127.0.0.1. */
function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** `preferred` if that is free, else a port that no call of this process answered before; throws if all are taken. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await isFreePort(preferred))) return preferred
  for (let tried = 0; tried < range.count; tried += 1) {
    const port = range.first + (asked++ % range.count)
    if (await isFreePort(port)) return port
  }
  throw new Error(`no port of ${range.first} to ${range.first + range.count - 1} is free`)
}
