// A wire to the database that a test can cut and mend: what an outage looks like to the service.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Wire {
  /** The database's address through the wire. */
  readonly url: string
  cut(): void
  mend(): void
  /** Swallows the server's answers from the next COMMIT on, then cuts: the commit happens, its answer is lost. */
  cutAfterCommit(): void
  stop(): Promise<void>
}

/** Puts a wire between the caller and a database. */
export async function createWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let deafAfterCommit = false
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port || 5432), target.hostname)
    let deaf = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (data) => {
      if (deafAfterCommit && data.includes('commit')) deaf = true
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (!deaf) client.write(data)
      else if (data.includes('COMMIT\0')) cut()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    cut,
    mend() {
      isCut = false
      deafAfterCommit = false
    },
    cutAfterCommit() {
      deafAfterCommit = true
    },
    async stop() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Asks until the answer is true; fails after `ms`. */
export async function until(question: () => Promise<boolean> | boolean, ms = 15_000): Promise<void> {
  const deadline = Date.now() + ms
  while (!(await question())) {
    if (Date.now() > deadline) throw new Error(`still not so after ${ms} ms: ${question}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
