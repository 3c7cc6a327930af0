// Microsoft Teams by a workflow ("When a Teams webhook request is received"): a message with an adaptive card. The card
// holds text without Markdown (RichTextBlock), and the graph is of characters: pictures need a public address. Limits:
// learn.microsoft.com/connectors/teams (28 KB), in practice less (the gem msteams_hermes measured 21 KB).
import { blocksOf, cut, fitting, jsonRequest, type Shape } from './shape.ts'

const bytesMax = 20_000
const titleMax = 250

const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more })
const rich = (...inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines })

export const teams: Shape = {
  title: 'Microsoft Teams',
  write({ address }, outgoing) {
    const { title, links } = outgoing.post
    const parts = blocksOf(outgoing, false).flatMap(({ title: of, text }) => [
      ...(of === '' ? [] : [{ ...rich(run(of, { weight: 'Bolder' })), spacing: 'Medium' }]),
      // A line of its own for each: line breaks within a run are not kept everywhere.
      ...text
        .split('\n')
        .map((line) => ({ ...rich(run(line, { fontType: 'Monospace', size: 'Small' })), spacing: 'None' })),
    ])
    const sizeOf = (part: object) => Buffer.byteLength(JSON.stringify(part)) + 1
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      msteams: { width: 'Full' },
      body: [
        rich(run(cut(title, titleMax), { weight: 'Bolder', size: 'Medium' })),
        ...fitting(parts, bytesMax - 3_000, sizeOf),
      ],
      actions: links.map(({ name, url }) => ({ type: 'Action.OpenUrl', title: name, url })),
    }
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
    return [jsonRequest(address, { type: 'message', attachments: [attachment] })]
  },
  // The address carries its own signature: a workflow that was turned off, or an address that was renewed.
  isGone: ({ status }) => status === 401 || status === 403,
}
