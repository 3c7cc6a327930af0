// The text of a report or a notice: subject, plain text, HTML, and for webhooks JSON. Texts of visitors are never
// markup.
import type { Message } from '../registry/messages.ts'
import { isRate, type MetricEntry, metricEntry, totalWord } from '../rules/catalogue.ts'
import type { Language } from '../rules/languages.ts'
import { invitationDays, linkHours } from '../rules/lifetimes.ts'
import type { MailGaps, MailKind } from '../rules/mails.ts'
import { isNotice, noticeKinds } from '../rules/report-kinds.ts'
import { wordsOf } from '../rules/words.ts'
import { writeDuration } from '../rules/written-duration.ts'
import { countries } from '../stats/dimensions.ts'
import { lists, type Numbers, type Total } from './numbers.ts'
import { drawBars } from './picture.ts'
import type { Period } from './schedule.ts'

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The graph, which the HTML shows by `pictureId`. */
  readonly picture?: Buffer
}

/** A text that depends on a count: a form for each of the plural categories that the language has. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** A mail of one paragraph, most with a link. */
interface Short {
  readonly subject: string
  readonly text: string
  readonly link?: string
}

type Days = Pick<Period, 'from' | 'to'>

export const pictureId = 'graph@tidemark'

/** Addresses that a letter leads to. */
export interface Ways {
  readonly dashboard: string
  readonly settings: string
  readonly unsubscribe: string
}

/** A text with its gaps filled. */
const say = (text: string, gaps: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => gaps[name] ?? '')

/** Days and figures of English mails are written as in Great Britain. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

/** The words of a language, and how it writes figures, days and names. */
function createVoice(language: Language) {
  const { mails: words, catalogue } = wordsOf(language)
  const locale = localeOf(language)
  const whole = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent' })
  const plural = new Intl.PluralRules(locale)
  return {
    language,
    words,
    catalogue,
    whole: (value: number) => whole.format(value),
    percent: (value: number) => percent.format(value),
    /** The form of a text for a count. */
    count: (forms: Forms, count: number, gaps: Readonly<Record<string, string>> = {}) =>
      say(forms[plural.select(count)] ?? forms.other, { ...gaps, count: whole.format(count) }),
    day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    countries: new Intl.DisplayNames(locale, { type: 'region' }),
  }
}
type Voice = ReturnType<typeof createVoice>

const voices = new Map<Language, Voice>()
function voiceOf(language: Language): Voice {
  const voice = voices.get(language) ?? createVoice(language)
  voices.set(language, voice)
  return voice
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)
/** Control and bidirectional characters would let a page's name rearrange the letter. */
const calm = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\u{fffd}')

/** How values are written, by their format. */
const writers: Readonly<Record<MetricEntry['format'], (voice: Voice, value: number) => string>> = {
  count: ({ whole }, value) => whole(value),
  percent: ({ percent }, value) => percent(value),
  duration: ({ catalogue, whole }, value) => writeDuration(catalogue.durations, value, whole),
  decimal: ({ whole }, value) => whole(value),
  money: ({ whole }, value) => whole(value),
}

const codes = new Map([...countries].map(([code, name]) => [name, code]))

/** A value of a list. Statistics name countries and empty values in English. */
function valueWords({ language, words, countries }: Voice, dimension: string, name: string): string {
  const [, empty] = lists[dimension] ?? []
  if (empty && (name === '' || name === wordsOf('en').mails[empty])) return words[empty]
  const code = dimension === 'visit:country_name' && language !== 'en' ? codes.get(name) : undefined
  return code === undefined ? calm(name) : (countries.of(code) ?? name)
}

function changeWords(voice: Voice, { metric, change }: Total): string {
  const { words } = voice
  if (change === null) return ''
  if (change === 0) return words.same
  const by = Math.abs(change)
  const size = isRate(metric) ? voice.count(words.points, by) : voice.percent(by)
  return say(change > 0 ? words.up : words.down, { size })
}

const totalLine = (voice: Voice, total: Total): readonly [label: string, value: string, change: string] => {
  const write = writers[metricEntry(total.metric).format]
  return [
    totalWord('plain', total.metric, voice.catalogue),
    total.value === null ? voice.words.noValue : write(voice, total.value),
    changeWords(voice, total),
  ]
}

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

const periodWords = ({ words, day, month }: Voice, { kind }: Message, { from, to }: Days): string =>
  kind === 'monthly'
    ? month.format(at(from))
    : say(words.days, { first: day.format(at(from)), last: day.format(at(to)) })

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

const htmlOf = ({ language }: Voice, title: string, parts: readonly string[]): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
  `<title>${escapeHtml(title)}</title></head>` +
  `<body style="${style.body}"><h1 style="font-size:20px">${escapeHtml(title)}</h1>${parts.join('\n')}</body></html>\n`

const htmlPage = (voice: Voice, title: string, parts: readonly string[], ways: Ways): string =>
  htmlOf(voice, title, [
    ...parts,
    `<p>${link(ways.dashboard, voice.words.openDashboard)}</p>`,
    `<p style="color:#495057;font-size:13px">${link(ways.settings, voice.words.recipients)} · ` +
      `${link(ways.unsubscribe, voice.words.unsubscribe)}</p>`,
  ])

const textEnd = ({ words }: Voice, ways: Ways): string =>
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
export function writeReport(message: Message, period: Days, numbers: Numbers, ways: Ways): Letter {
  const voice = voiceOf(message.language)
  const { words, whole } = voice
  const subject = say(message.kind === 'weekly' ? words.weekSubject : words.monthSubject, {
    domain: message.domain,
    days: periodWords(voice, message, period),
  })
  const totals = numbers.totals.map((total) => totalLine(voice, total))
  const tables = numbers.lists
    .filter(({ rows }) => rows.length > 0)
    .map(({ dimension, rows }) => {
      const [tab] = lists[dimension] ?? []
      return {
        title: (tab && voice.catalogue.tabs[tab]) ?? dimension,
        rows: rows.map(([name, count]) => [valueWords(voice, dimension, name), whole(count)] as const),
      }
    })
  const counts = numbers.days.map(whole).join(', ')
  const graph =
    `<p><img src="cid:${pictureId}" width="560" height="120" style="max-width:100%;height:auto" ` +
    `alt="${escapeHtml(say(words.graph, { counts }))}"></p>`
  return {
    subject,
    text: [
      subject,
      textTable(totals),
      ...tables.map(({ title, rows }) => `${title}\n${textTable(rows)}`),
      textEnd(voice, ways),
    ].join('\n\n'),
    html: htmlPage(
      voice,
      subject,
      [
        htmlTable(totals),
        graph,
        ...tables.map(({ title, rows }) => `<h2 style="font-size:16px">${escapeHtml(title)}</h2>${htmlTable(rows)}`),
      ],
      ways,
    ),
    picture: drawBars(numbers.days),
  }
}

/** A notice in one sentence. */
export function noticeSentence({ kind, domain, facts, language }: Message): string {
  if (!isNotice(kind)) throw new Error(`${kind} is a report`)
  const voice = voiceOf(language)
  const { counts, overMinutes } = noticeKinds[kind]
  return voice.count(voice.words.notices[kind], facts[counts] ?? 0, { domain, over: voice.whole(overMinutes / 60) })
}

/** The mail of a notice. */
export function writeNotice(message: Message, ways: Ways): Letter {
  const voice = voiceOf(message.language)
  const notice = noticeSentence(message)
  return {
    subject: notice,
    text: `${say(voice.words.sentence, { notice })}\n\n${textEnd(voice, ways)}`,
    html: htmlPage(voice, notice, [], ways),
  }
}

/** A mail of one paragraph, and a link with its own name in HTML. */
export function writeMail<Kind extends MailKind>(kind: Kind, language: Language, gaps: MailGaps<Kind>): Letter {
  const voice = voiceOf(language)
  const { subject, text, link: name = '' }: Short = voice.words[kind]
  const { to = '', url }: Partial<Record<'to' | 'url', string>> = gaps
  const filled = { to, hours: String(linkHours), days: String(invitationDays) }
  const [title, said] = [say(subject, filled), say(text, filled)]
  const paragraph = `<p>${escapeHtml(said)}</p>`
  return url === undefined
    ? { subject: title, text: `${said}\n`, html: htmlOf(voice, title, [paragraph]) }
    : {
        subject: title,
        text: `${said}\n\n${url}\n`,
        html: htmlOf(voice, title, [paragraph, `<p>${link(url, name)}</p>`]),
      }
}
