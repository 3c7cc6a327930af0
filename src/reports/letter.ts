// The text of a report or a notice: subject, plain text, HTML, and for webhooks JSON. Texts of visitors are never
// markup.
import type { Message } from '../registry/messages.ts'
import { isRate, type MetricEntry, metricEntry, tabOf, totalWord } from '../rules/catalogue.ts'
import type { Numbers, Total } from './numbers.ts'
import { drawBars } from './picture.ts'
import type { Period } from './schedule.ts'

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The graph, which the HTML shows by `pictureId`. */
  readonly picture?: Buffer
}

export const pictureId = 'graph@tidemark'

/** Addresses that a letter leads to. */
export interface Ways {
  readonly dashboard: string
  readonly settings: string
  readonly unsubscribe: string
}

const language = 'en-GB'
const whole = new Intl.NumberFormat(language)
const plural = new Intl.PluralRules(language)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)
/** Control and bidirectional characters would let a page's name rearrange the letter. */
const calm = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\u{fffd}')

const seconds = (value: number): string => {
  const minutes = Math.floor(value / 60)
  return minutes > 0 ? `${minutes}m ${Math.round(value % 60)}s` : `${Math.round(value)}s`
}

/** How values are written, by their format. */
const writers: Readonly<Record<MetricEntry['format'], (value: number) => string>> = {
  count: (value) => whole.format(value),
  percent: (value) => `${whole.format(value)}%`,
  duration: seconds,
  decimal: (value) => whole.format(value),
  money: (value) => whole.format(value),
}

/** Titles of lists, and the word for an empty value. */
const listWords: Readonly<Record<string, readonly [title: string, empty: string]>> = {
  'event:page': [tabOf('pages').label, '(not set)'],
  'visit:source': [tabOf('sources').label, 'Direct / None'],
  'visit:country_name': [tabOf('countries').label, '(not set)'],
  'event:goal': [tabOf('goals').label, '(none)'],
}

function changeWords({ metric, change }: Total): string {
  if (change === null) return ''
  if (change === 0) return 'no change'
  const size = Math.abs(change)
  const unit = isRate(metric) ? ` ${plural.select(size) === 'one' ? 'point' : 'points'}` : '%'
  return `${change > 0 ? 'up' : 'down'} ${whole.format(size)}${unit}`
}

const totalLine = (total: Total): readonly [label: string, value: string, change: string] => {
  const write = writers[metricEntry(total.metric).format]
  return [totalWord('plain', total.metric), total.value === null ? '–' : write(total.value), changeWords(total)]
}

const dayWords = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthWords = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

const periodWords = ({ kind }: Message, { from, to }: Pick<Period, 'from' | 'to'>): string =>
  kind === 'monthly' ? monthWords.format(at(from)) : `${dayWords.format(at(from))} – ${dayWords.format(at(to))}`

const style = {
  body: 'margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#212529;background:#ffffff',
  table: 'border-collapse:collapse;width:100%;max-width:560px',
  cell: 'padding:4px 12px 4px 0;border-bottom:1px solid #dee2e6;text-align:left',
  number: 'padding:4px 0 4px 12px;border-bottom:1px solid #dee2e6;text-align:right;white-space:nowrap',
} as const

const htmlTable = (rows: readonly (readonly string[])[]): string =>
  `<table style="${style.table}">${rows
    .map(([label = '', ...cells]) => {
      const numbers = cells.map((cell) => `<td style="${style.number}">${escapeHtml(cell)}</td>`).join('')
      return `<tr><td style="${style.cell}"><bdi>${escapeHtml(label)}</bdi></td>${numbers}</tr>`
    })
    .join('')}</table>`

const link = (address: string, words: string): string =>
  `<a href="${escapeHtml(address)}" style="color:#364fc7">${escapeHtml(words)}</a>`

const htmlOf = (title: string, parts: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
  `<body style="${style.body}"><h1 style="font-size:20px">${escapeHtml(title)}</h1>${parts.join('\n')}</body></html>\n`

const htmlPage = (title: string, parts: readonly string[], ways: Ways): string =>
  htmlOf(title, [
    ...parts,
    `<p>${link(ways.dashboard, 'Open the dashboard')}</p>`,
    `<p style="color:#495057;font-size:13px">${link(ways.settings, 'Change who is told')} · ` +
      `${link(ways.unsubscribe, 'Unsubscribe')}</p>`,
  ])

const textEnd = (ways: Ways): string =>
  `Dashboard: ${ways.dashboard}\nChange who is told: ${ways.settings}\nUnsubscribe: ${ways.unsubscribe}\n`

const textTable = (rows: readonly (readonly string[])[]): string => {
  const width = Math.max(...rows.map(([label = '']) => label.length), 0)
  return rows.map(([label = '', ...cells]) => `${label.padEnd(width)}  ${cells.join('  ')}`.trimEnd()).join('\n')
}

/** The report of a week or month. */
export function writeReport(
  message: Message,
  period: Pick<Period, 'from' | 'to'>,
  numbers: Numbers,
  ways: Ways,
): Letter {
  const words = periodWords(message, period)
  const subject = `${message.domain}: ${message.kind === 'weekly' ? 'week' : 'month'} of ${words}`
  const totals = numbers.totals.map(totalLine)
  const lists = numbers.lists
    .filter(({ rows }) => rows.length > 0)
    .map(({ dimension, rows }) => {
      const [title, empty] = listWords[dimension] ?? [dimension, '']
      return { title, rows: rows.map(([name, count]) => [calm(name) || empty, whole.format(count)] as const) }
    })
  const graph =
    `<p><img src="cid:${pictureId}" width="560" height="120" style="max-width:100%;height:auto" ` +
    `alt="Visitors of each day: ${numbers.days.map((count) => whole.format(count)).join(', ')}"></p>`
  return {
    subject,
    text: [
      subject,
      textTable(totals),
      ...lists.map(({ title, rows }) => `${title}\n${textTable(rows)}`),
      textEnd(ways),
    ].join('\n\n'),
    html: htmlPage(
      subject,
      [
        htmlTable(totals),
        graph,
        ...lists.map(({ title, rows }) => `<h2 style="font-size:16px">${title}</h2>${htmlTable(rows)}`),
      ],
      ways,
    ),
    picture: drawBars(numbers.days),
  }
}

const counted = (count: number, one: string): string =>
  `${whole.format(count)} ${one}${plural.select(count) === 'one' ? '' : 's'}`

/** A notice in one sentence. */
export function noticeSentence({ kind, domain, facts }: Pick<Message, 'kind' | 'domain' | 'facts'>): string {
  const visitors = facts['visitors'] ?? 0
  if (kind === 'spike') return `${domain} has ${counted(visitors, 'visitor')} at the moment`
  if (kind === 'drop') return `${domain} had ${counted(visitors, 'visitor')} in the last 12 hours`
  return `${domain} has sent no event for ${counted(facts['hours'] ?? 0, 'hour')}`
}

/** The mail of a notice. */
export function writeNotice(message: Message, ways: Ways): Letter {
  const subject = noticeSentence(message)
  return { subject, text: `${subject}.\n\n${textEnd(ways)}`, html: htmlPage(subject, [], ways) }
}

/** The mail that brings an invitation. */
export function writeInvitation({ to, url }: { to: string; url: string }): Letter {
  const subject = `Invitation to ${to}`
  const words = `You are invited to see the statistics of ${to}. The link works once, for 14 days.`
  return {
    subject,
    text: `${words}\n\n${url}\n`,
    html: htmlOf(subject, [`<p>${escapeHtml(words)}</p>`, `<p>${link(url, 'Accept invitation')}</p>`]),
  }
}

/** The mail that brings a link for a new password. */
export function writeReset(url: string): Letter {
  const subject = 'A new password for Tidemark'
  const words =
    'Somebody asked for a new password for your account. The link works once, for 24 hours. ' +
    'If it was not you, leave this mail alone: nothing has changed.'
  return {
    subject,
    text: `${words}\n\n${url}\n`,
    html: htmlOf(subject, [`<p>${escapeHtml(words)}</p>`, `<p>${link(url, 'Choose a new password')}</p>`]),
  }
}

/** The mail to the address that an account has, when somebody asks for another one. */
export function writeAddressNotice(to: string): Letter {
  const subject = 'Your e-mail address at Tidemark'
  const words =
    `Somebody who is signed in to your account asked to change its e-mail address to ${to}. ` +
    'The change happens when the link in the mail to that address is opened. ' +
    'If you did not ask for it, change your password now.'
  return { subject, text: `${words}\n`, html: htmlOf(subject, [`<p>${escapeHtml(words)}</p>`]) }
}

/** The mail that brings a link which confirms an address. */
export function writeConfirmation(url: string): Letter {
  const subject = 'Confirm your e-mail address for Tidemark'
  const words =
    'Open this link in the browser where you are signed in to confirm your e-mail address. ' +
    'It works once, for 24 hours. If you have no account at this address, ignore this mail.'
  return {
    subject,
    text: `${words}\n\n${url}\n`,
    html: htmlOf(subject, [`<p>${escapeHtml(words)}</p>`, `<p>${link(url, 'Confirm address')}</p>`]),
  }
}
