// Slack by an incoming webhook: blocks, which Mattermost and Rocket.Chat take as well. No file can be sent, so the
// graph is of characters. Limits: docs.slack.dev/reference/block-kit, slackapi/bolt-js#2509 (the sum).
import { blocksOf, cut, fitting, jsonRequest, type Shape } from './shape.ts'

const [headerMax, sectionMax, blocksMax, sumMax] = [150, 3_000, 50, 12_000]

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * A text that names nobody and links nowhere (docs.slack.dev/messaging/formatting-message-text).
 * @example escapeSlack('<!channel>') // '&lt;!channel&gt;'
 */
const escapeSlack = (text: string): string => text.replace(/[&<>]/g, (sign) => signs[sign] as string)

/** Text as it is written: a sign of the same look stands for the one that would end it. */
const code = (text: string): string => `\`\`\`${escapeSlack(text.replaceAll('`', 'ˋ'))}\`\`\``

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })

export const slack: Shape = {
  title: 'Slack',
  write({ address }, outgoing) {
    const { title, links } = outgoing.post
    const parts = blocksOf(outgoing, false)
      .map(({ title: of, text }) => `${of === '' ? '' : `*${escapeSlack(of)}*\n`}${code(text)}`)
      .filter((text) => text.length <= sectionMax)
    const link = links.map(({ name, url }) => `<${escapeSlack(url)}|${escapeSlack(name)}>`).join(' · ')
    const header = { type: 'plain_text', text: cut(title.replaceAll('<', '‹').replaceAll('>', '›'), headerMax) }
    return [
      jsonRequest(address, {
        text: escapeSlack(cut(title, sectionMax)),
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
        blocks: [
          { type: 'header', text: { ...header, emoji: false } },
          ...fitting(parts, sumMax, ({ length }) => length)
            .slice(0, blocksMax - 2)
            .map(section),
          section(cut(link, sectionMax)),
        ],
      }),
    ]
  },
  // A word such as no_service; anything else is not Slack's.
  reason: ({ text }) => (/^[a-z_]{1,60}$/.test(text.trim()) ? text.trim() : undefined),
  isGone: ({ status, text }) =>
    [403, 400].includes(status) &&
    /^(action_prohibited|no_service|no_team|team_disabled|invalid_token)$/.test(text.trim()),
}
