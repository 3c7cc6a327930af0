// A server that keeps all requests, as the chats and webhooks of channels: each test says how it answers.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** How it answers; the next requests are answered by a new value. */
  answer: (request: Received) => Answer
  stop(): void
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const kept = { method, path: url, headers, body: Buffer.concat(chunks) }
    received.push(kept)
    const { status, headers: more = {}, body = '' } = receiver.answer(kept)
    response.writeHead(status, more).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: () => ({ status: 200, body: 'ok' }),
    stop: () => void server.close(),
  }
  return receiver
}

/** The parts of a form with files, by their names. */
export function formOf({ headers, body }: Received): Record<string, { content: Buffer; head: string }> {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const pieces = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    pieces.map((piece) => {
      const [head = '', ...rest] = piece.slice(2).split('\r\n\r\n')
      const content = Buffer.from(rest.join('\r\n\r\n').slice(0, -2), 'latin1')
      return [/name="([^"]+)"/.exec(head)?.[1] ?? '', { content, head }]
    }),
  )
}
