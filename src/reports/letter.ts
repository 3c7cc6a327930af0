// The text of a report or a notice: subject, plain text, HTML, and for webhooks JSON. Texts of visitors are never
// markup.
import type { Message } from '../registry/messages.ts'
import { isRate, type MetricEntry, metricEntry, tabOf, totalWord } from '../rules/catalogue.ts'
import type { Numbers, Total } from './numbers.ts'
import { drawBars } from './picture.ts'
import type { Period } from './schedule.ts'
import * as words from './words.ts'

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

const { locale } = words
const whole = new Intl.NumberFormat(locale)
const plural = new Intl.PluralRules(locale)

/** A text with its gaps filled. */
const say = (text: string, gaps: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => gaps[name] ?? '')
const sayCount = (forms: words.Forms, count: number, gaps: Readonly<Record<string, string>> = {}): string =>
  say(plural.select(count) === 'one' ? forms.one : forms.other, { ...gaps, count: whole.format(count) })

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)
/** Control and bidirectional characters would let a page's name rearrange the letter. */
const calm = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\u{fffd}')

const seconds = (value: number): string => {
  const minutes = Math.floor(value / 60)
  return minutes > 0
    ? say(words.minutes, { minutes: String(minutes), seconds: String(Math.round(value % 60)) })
    : say(words.seconds, { seconds: String(Math.round(value)) })
}

/** How values are written, by their format. */
const writers: Readonly<Record<MetricEntry['format'], (value: number) => string>> = {
  count: (value) => whole.format(value),
  percent: (value) => say(words.percent, { value: whole.format(value) }),
  duration: seconds,
  decimal: (value) => whole.format(value),
  money: (value) => whole.format(value),
}

/** Titles of lists, and the word for an empty value. */
const listWords: Readonly<Record<string, readonly [title: string, empty: string]>> = {
  'event:page': [tabOf('pages').label, words.notSet],
  'visit:source': [tabOf('sources').label, words.direct],
  'visit:country_name': [tabOf('countries').label, words.notSet],
  'event:goal': [tabOf('goals').label, words.none],
}

function changeWords({ metric, change }: Total): string {
  if (change === null) return ''
  if (change === 0) return words.same
  const by = Math.abs(change)
  const size = isRate(metric) ? sayCount(words.points, by) : writers.percent(by)
  return say(change > 0 ? words.up : words.down, { size })
}

const totalLine = (total: Total): readonly [label: string, value: string, change: string] => {
  const write = writers[metricEntry(total.metric).format]
  return [
    totalWord('plain', total.metric),
    total.value === null ? words.noValue : write(total.value),
    changeWords(total),
  ]
}

const dayWords = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthWords = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

const periodWords = ({ kind }: Message, { from, to }: Pick<Period, 'from' | 'to'>): string =>
  kind === 'monthly'
    ? monthWords.format(at(from))
    : say(words.days, { first: dayWords.format(at(from)), last: dayWords.format(at(to)) })

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

const link = (address: string, name: string): string =>
  `<a href="${escapeHtml(address)}" style="color:#364fc7">${escapeHtml(name)}</a>`

const htmlOf = (title: string, parts: readonly string[]): string =>
  `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8">` +
  `<title>${escapeHtml(title)}</title></head>` +
  `<body style="${style.body}"><h1 style="font-size:20px">${escapeHtml(title)}</h1>${parts.join('\n')}</body></html>\n`

const htmlPage = (title: string, parts: readonly string[], ways: Ways): string =>
  htmlOf(title, [
    ...parts,
    `<p>${link(ways.dashboard, words.openDashboard)}</p>`,
    `<p style="color:#495057;font-size:13px">${link(ways.settings, words.recipients)} · ` +
      `${link(ways.unsubscribe, words.unsubscribe)}</p>`,
  ])

const textEnd = (ways: Ways): string =>
  [
    [words.dashboard, ways.dashboard],
    [words.recipients, ways.settings],
    [words.unsubscribe, ways.unsubscribe],
  ]
    .map(([name = '', url = '']) => `${say(words.address, { name, url })}\n`)
    .join('')

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
  const subject = say(message.kind === 'weekly' ? words.weekSubject : words.monthSubject, {
    domain: message.domain,
    days: periodWords(message, period),
  })
  const totals = numbers.totals.map(totalLine)
  const lists = numbers.lists
    .filter(({ rows }) => rows.length > 0)
    .map(({ dimension, rows }) => {
      const [title, empty] = listWords[dimension] ?? [dimension, '']
      return { title, rows: rows.map(([name, count]) => [calm(name) || empty, whole.format(count)] as const) }
    })
  const counts = numbers.days.map((count) => whole.format(count)).join(', ')
  const graph =
    `<p><img src="cid:${pictureId}" width="560" height="120" style="max-width:100%;height:auto" ` +
    `alt="${escapeHtml(say(words.graph, { counts }))}"></p>`
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
        ...lists.map(({ title, rows }) => `<h2 style="font-size:16px">${escapeHtml(title)}</h2>${htmlTable(rows)}`),
      ],
      ways,
    ),
    picture: drawBars(numbers.days),
  }
}

/** A notice in one sentence. */
export function noticeSentence({ kind, domain, facts }: Pick<Message, 'kind' | 'domain' | 'facts'>): string {
  const visitors = facts['visitors'] ?? 0
  if (kind === 'spike') return sayCount(words.spike, visitors, { domain })
  if (kind === 'drop') return sayCount(words.drop, visitors, { domain })
  return sayCount(words.silence, facts['hours'] ?? 0, { domain })
}

/** The mail of a notice. */
export function writeNotice(message: Message, ways: Ways): Letter {
  const notice = noticeSentence(message)
  return {
    subject: notice,
    text: `${say(words.sentence, { notice })}\n\n${textEnd(ways)}`,
    html: htmlPage(notice, [], ways),
  }
}

/** A mail of one paragraph, and a link with its own name in HTML. */
function writeShort(
  { subject, text, link: name = '' }: { readonly subject: string; readonly text: string; readonly link?: string },
  { to = '', url }: { to?: string; url?: string },
): Letter {
  const [title, said] = [say(subject, { to }), say(text, { to })]
  const paragraph = `<p>${escapeHtml(said)}</p>`
  return url === undefined
    ? { subject: title, text: `${said}\n`, html: htmlOf(title, [paragraph]) }
    : {
        subject: title,
        text: `${said}\n\n${url}\n`,
        html: htmlOf(title, [paragraph, `<p>${link(url, name)}</p>`]),
      }
}

/** The mail that brings an invitation. */
export const writeInvitation = ({ to, url }: { to: string; url: string }): Letter =>
  writeShort(words.invitation, { to, url })

/** The mail that brings a link for a new password. */
export const writeReset = (url: string): Letter => writeShort(words.reset, { url })

/** The mail to the address that an account has, when somebody asks for another one. */
export const writeAddressNotice = (to: string): Letter => writeShort(words.addressNotice, { to })

/** The mail that brings a link which confirms an address. */
export const writeConfirmation = (url: string): Letter => writeShort(words.confirmation, { url })
