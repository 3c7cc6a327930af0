// ntfy: the graph as an attachment, with title and text as parameters, which are UTF-8 (headers would not be); without
// a graph JSON. Limits: docs.ntfy.sh/publish (4,096 bytes of a message, else it becomes a file).
import type { ChannelTarget } from '../../rules/channel-target.ts'
import { cutBytes } from '../../rules/text.ts'
import {
  type Answer,
  type Block,
  blocksOf,
  fitting,
  jsonRequest,
  numberIn,
  type Outgoing,
  type Shape,
  type ShapedRequest,
  wordsIn,
} from './shape.ts'

/** Bytes of a message; of one in an address less, since proxies take 8 KB of it, and a byte may take three there. */
const [messageMax, parameterMax] = [4_000, 1_200]
const titleMax = 200

const textOf = (outgoing: Outgoing, hasPicture: boolean, most: number): string => {
  const texts = blocksOf(outgoing, hasPicture).map(({ title, text }: Block) =>
    title === '' ? text : `${title}\n${text}`,
  )
  const sizeOf = (text: string) => Buffer.byteLength(text) + 2
  return fitting(texts, most, sizeOf).join('\n\n') || cutBytes(outgoing.post.title, most)
}

const credentials = ({ token }: ChannelTarget): Readonly<Record<string, string>> => {
  if (token === undefined) return {}
  const isPair = token.includes(':')
  return { authorization: isPair ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}` }
}

/** The server and the topic of an address. */
function splitTopic(address: string): { server: string; topic: string } {
  const url = new URL(address)
  const [, path = '/', topic = ''] = /^(.*\/)([^/]+)\/?$/.exec(url.pathname) ?? []
  return { server: `${url.origin}${path}`, topic }
}

function asJson(target: ChannelTarget, outgoing: Outgoing): ShapedRequest {
  const { server, topic } = splitTopic(target.address)
  const [open] = outgoing.post.links
  const message = {
    topic,
    title: cutBytes(outgoing.post.title, titleMax),
    message: textOf(outgoing, false, messageMax),
  }
  return jsonRequest(server, { ...message, ...(open && { click: open.url }) }, credentials(target))
}

function asFile(target: ChannelTarget, outgoing: Outgoing, picture: Buffer): ShapedRequest {
  const { server, topic } = splitTopic(target.address)
  const [open] = outgoing.post.links
  const url = new URL(server + topic)
  url.search = String(
    new URLSearchParams({
      title: cutBytes(outgoing.post.title, titleMax),
      message: textOf(outgoing, true, parameterMax),
      filename: 'graph.png',
      ...(open && { click: open.url }),
    }),
  )
  return {
    method: 'PUT',
    url: url.href,
    headers: { 'content-type': 'image/png', ...credentials(target) },
    body: picture,
  }
}

export const ntfy: Shape = {
  title: 'ntfy',
  write(target, outgoing) {
    const { picture } = outgoing.post
    return [...(picture ? [asFile(target, outgoing, picture)] : []), asJson(target, outgoing)]
  },
  reason: (answer) => wordsIn(answer, 'error'),
  isGone: ({ status }) => status === 401 || status === 403,
  // Attachments are off (40014), too large (413), or more than the account may have (429 with 42905 or 42906).
  takesLess: (answer: Answer) => answer.status === 413 || [40014, 42905, 42906].includes(numberIn(answer, 'code') ?? 0),
}
