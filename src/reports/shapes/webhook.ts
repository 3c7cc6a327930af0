// A webhook of one's own: JSON, signed as docs/manage.md says: `X-Tidemark-Signature: t=<seconds>,v1=<hex>`, where the
// second is the HMAC-SHA256 of `<seconds>.<body>` with the secret of the channel.
import { createHmac } from 'node:crypto'
import { jsonRequest, type Shape } from './shape.ts'

/** The header that signs a body at a time. */
function signatureOf(secret: string, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`
}

export const webhook: Shape = {
  title: 'the webhook',
  write({ address }, { post, id, now, signingSecret }) {
    const request = jsonRequest(address, post.json)
    return [
      {
        ...request,
        headers: {
          ...request.headers,
          // The same each time a message is tried.
          'x-tidemark-message': String(id),
          'x-tidemark-signature': signatureOf(signingSecret, request.body, now),
        },
      },
    ]
  },
}
