// Discord by a webhook: one embed, the graph as a file beside it. Mentions are off (allowed_mentions). Limits:
// docs.discord.com/developers/resources/message, abahmed/kwatch#194 (a field).
import {
  type Answer,
  blocksOf,
  boundaryOf,
  cut,
  fitting,
  formRequest,
  jsonRequest,
  numberIn,
  type Shape,
  wordsIn,
} from './shape.ts'

const [contentMax, fieldNameMax, fieldMax, fieldsMax, sumMax] = [2_000, 256, 1_024, 25, 6_000]
const fileName = 'graph.png'
const accent = 0x1e839e

/**
 * A text without Markdown and mentions.
 * @example escapeDiscord('**bold** @everyone') // '\\*\\*bold\\*\\* \\@everyone'
 */
const escapeDiscord = (text: string): string => text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&')

const code = (text: string): string => `\`\`\`\n${text.replaceAll('`', 'ˋ')}\n\`\`\``

/** The address that answers what became of the message, in the thread that it names. */
function waiting(address: string): string {
  const url = new URL(address)
  url.searchParams.set('wait', 'true')
  return url.href
}

export const discord: Shape = {
  title: 'Discord',
  write({ address }, outgoing) {
    const { post } = outgoing
    const [open, ...more] = post.links
    const footer = more.map(({ name, url }) => `[${escapeDiscord(name)}](${url})`).join(' · ')
    const fields = blocksOf(outgoing, post.picture !== undefined)
      .map(({ title, text }) => ({ name: cut(title === '' ? '\u200b' : title, fieldNameMax), value: code(text) }))
      .filter(({ value }) => value.length <= fieldMax)
    const title = open?.name ?? ''
    const head = title.length + footer.length
    const body = {
      content: cut(escapeDiscord(post.title), contentMax),
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title,
          url: open?.url,
          color: accent,
          description: footer,
          fields: fitting(fields, sumMax - head, ({ name, value }) => name.length + value.length).slice(0, fieldsMax),
          ...(post.picture && { image: { url: `attachment://${fileName}` } }),
        },
      ],
    }
    const url = waiting(address)
    if (!post.picture) return [jsonRequest(url, body)]
    const file = { name: 'files[0]', content: post.picture, type: 'image/png', filename: fileName }
    const parts = [{ name: 'payload_json', content: JSON.stringify(body), type: 'application/json' }, file]
    return [formRequest(url, parts, boundaryOf(outgoing))]
  },
  reason: (answer) => wordsIn(answer, 'message'),
  isGone: ({ status }) => status === 401,
  // The body counts seconds, as the header of newer versions does; older ones wrote milliseconds into the header.
  retryAfterMs: (answer: Answer) => {
    const seconds = numberIn(answer, 'retry_after')
    return seconds === undefined ? undefined : seconds * 1000
  },
}
