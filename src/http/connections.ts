// The open connections of a server: how many there may be, of one address and in all, and which one goes for a new one
// (docs/security.md, S8).
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Share of all connections that one address may have. A trusted proxy, which stands for many people, has no limit. */
const addressShare = 0.1
const addressLeast = 50

interface Options {
  readonly most: number
  /** The address of a peer as it is counted, or undefined for one that has no share (a trusted proxy). */
  readonly addressOf: (socket: Socket) => string | undefined
}

/**
 * Watches a server's connections. If there are too many, the connection that has been idle for longest is closed for
 * the new one. An address that has used up its share loses one of its own. The new connection is refused only if all of
 * them are busy.
 */
export function watchConnections(server: Server, { most, addressOf }: Options): void {
  const perAddressMost = Math.max(addressLeast, Math.floor(most * addressShare))
  const open = new Map<Socket, string | undefined>()
  const counts = new Map<string, number>()
  /** Connections without a request under way, idle for longest first. */
  const idle = new Set<Socket>()

  const findIdle = (address: string | undefined): Socket | undefined => {
    for (const socket of idle) if (address === undefined || open.get(socket) === address) return socket
    return undefined
  }

  /** True when there is room for one more of the address, or room was made. */
  const makeRoom = (address: string | undefined): boolean => {
    if (address !== undefined && (counts.get(address) ?? 0) >= perAddressMost) return close(findIdle(address))
    return open.size < most || close(findIdle(undefined))
  }

  const forget = (socket: Socket): void => {
    const address = open.get(socket)
    if (!open.delete(socket)) return
    idle.delete(socket)
    if (address === undefined) return
    const left = (counts.get(address) ?? 1) - 1
    if (left > 0) counts.set(address, left)
    else counts.delete(address)
  }

  const close = (socket: Socket | undefined): boolean => {
    if (!socket) return false
    forget(socket)
    socket.destroy()
    return true
  }

  // Not `server.maxConnections`: one of several processes hands a refused connection back to the primary, which hands
  // it out again, without an end while all are full (nodejs/node#54882).
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket)
    if (!makeRoom(address)) {
      socket.destroy()
      return
    }
    open.set(socket, address)
    idle.add(socket)
    if (address !== undefined) counts.set(address, (counts.get(address) ?? 0) + 1)
    socket.once('close', () => forget(socket))
  })
  // One function for all answers: it costs each event less than one of its own.
  function becomeIdle(this: ServerResponse): void {
    const { socket } = this.req
    if (open.has(socket)) idle.add(socket)
  }
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    response.on('close', becomeIdle)
  })
}
