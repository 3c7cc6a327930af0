// Telegram by a bot: a photo with its caption, or a message, in HTML. Limits: core.telegram.org/bots/api (sendPhoto,
// sendMessage, "HTML style"). Names stand in <pre>, where nobody is mentioned and nothing is linked.
import type { ChannelTarget } from '../../rules/channel-target.ts'
import {
  type Block,
  blocksOf,
  boundaryOf,
  cut,
  fitting,
  formRequest,
  jsonRequest,
  numberIn,
  type Outgoing,
  type Shape,
  wordsIn,
} from './shape.ts'

const [messageMax, captionMax] = [4_096, 1_024]

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * A text without markup.
 * @example escapeTelegram('<b>x</b>') // '&lt;b&gt;x&lt;/b&gt;'
 */
const escapeTelegram = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] as string)

/** The share of the limit that a part takes: its text without markup. */
const sizeOf = ({ title, text }: Block): number => title.length + text.length + 3

function textOf({ post }: Outgoing, blocks: readonly Block[], most: number): string {
  const title = cut(post.title, most / 4)
  const links = post.links.map(({ name, url }) => `<a href="${escapeTelegram(url)}">${escapeTelegram(name)}</a>`)
  const ends = post.links.reduce((sum, { name }) => sum + name.length + 3, 0)
  const taken = fitting(blocks, most - title.length - ends - 4, sizeOf)
  return [
    `<b>${escapeTelegram(title)}</b>`,
    ...taken.map(({ title: of, text }) =>
      [...(of === '' ? [] : [`<b>${escapeTelegram(of)}</b>`]), `<pre>${escapeTelegram(text)}</pre>`].join('\n'),
    ),
    links.join(' · '),
  ].join('\n')
}

const methodUrl = ({ address, token = '' }: ChannelTarget, method: string): string =>
  `${address.replace(/\/$/, '')}/bot${token}/${method}`

export const telegram: Shape = {
  title: 'Telegram',
  write(target, outgoing) {
    const { chat = '' } = target
    const { picture } = outgoing.post
    if (!picture)
      return [
        jsonRequest(methodUrl(target, 'sendMessage'), {
          chat_id: chat,
          text: textOf(outgoing, blocksOf(outgoing, false), messageMax),
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: true },
        }),
      ]
    const parts = [
      { name: 'chat_id', content: chat },
      { name: 'parse_mode', content: 'HTML' },
      { name: 'caption', content: textOf(outgoing, blocksOf(outgoing, true), captionMax) },
      { name: 'photo', content: picture, type: 'image/png', filename: 'graph.png' },
    ]
    return [formRequest(methodUrl(target, 'sendPhoto'), parts, boundaryOf(outgoing))]
  },
  reason(answer) {
    const said = wordsIn(answer, 'description')
    const chat = numberIn(answer, 'parameters', 'migrate_to_chat_id')
    return chat === undefined ? said : `${said ?? ''} (${chat})`
  },
  // A wrong token, a chat that the bot is not in, a group that became a supergroup with another number.
  isGone: (answer) =>
    [401, 403].includes(answer.status) ||
    (answer.status === 400 &&
      /chat not found|upgraded to a supergroup|migrated to a supergroup|bot was kicked/i.test(
        wordsIn(answer, 'description') ?? '',
      )),
  retryAfterMs: (answer) => {
    const seconds = numberIn(answer, 'parameters', 'retry_after')
    return seconds === undefined ? undefined : seconds * 1000
  },
}
