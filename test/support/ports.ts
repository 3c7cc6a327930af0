// Ports for programs of others that a test starts.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('the system gave no port')
  return address.port
}
