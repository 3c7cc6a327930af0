// The text of a report or a notice: for mails subject, plain text and HTML, for channels a post. Texts of visitors are
// never markup.
import type { Message, MessageRule } from '../registry/messages.ts'
import { isRate, type MetricEntry, metricEntry, totalWord } from '../rules/catalogue.ts'
import { addDays } from '../rules/days.ts'
import { pageOfGoal } from '../rules/goal-kinds.ts'
import { type Invited, inviterWords, placeWords } from '../rules/invited.ts'
import type { Language } from '../rules/languages.ts'
import { invitationDays, linkHours } from '../rules/lifetimes.ts'
import type { MailGaps, MailKind } from '../rules/mails.ts'
import { isNotice, noticeKinds } from '../rules/report-kinds.ts'
import { wordsOf } from '../rules/words.ts'
import { writeDuration } from '../rules/written-duration.ts'
import { countries } from '../stats/dimensions.ts'
import {
  htmlButton,
  htmlCard,
  htmlGraph,
  htmlLink,
  htmlList,
  htmlParagraph,
  htmlTotals,
  type ListRow,
  type TotalRow,
} from './card.ts'
import { lists, type Numbers, type Total } from './numbers.ts'
import { drawBars } from './picture.ts'
import type { Period } from './schedule.ts'

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The graph, which the HTML names by its id. */
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
    visitPage: catalogue.visitPage,
    whole: (value: number) => whole.format(value),
    percent: (value: number) => percent.format(value),
    /** The form of a text for a count. */
    count: (forms: Forms, count: number, gaps: Readonly<Record<string, string>> = {}) =>
      say(forms[plural.select(count)] ?? forms.other, { ...gaps, count: whole.format(count) }),
    day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
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

/** Control and bidirectional characters would let a page's name rearrange the letter. */
export const calm = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\u{fffd}')

/** How values are written, by their format. */
const writers: Readonly<Record<MetricEntry['format'], (voice: Voice, value: number) => string>> = {
  count: ({ whole }, value) => whole(value),
  percent: ({ percent }, value) => percent(value),
  duration: ({ catalogue, whole }, value) => writeDuration(catalogue.durations, value, whole),
  decimal: ({ whole }, value) => whole(value),
  money: ({ whole }, value) => whole(value),
}

const codes = new Map([...countries].map(([code, name]) => [name, code]))

/** A value of a list. Statistics name countries, empty values and unnamed page goals in English. */
function valueWords({ language, words, visitPage, countries }: Voice, dimension: string, name: string): string {
  const [, empty] = lists[dimension] ?? []
  if (empty && (name === '' || name === wordsOf('en').mails[empty])) return words[empty]
  const code = dimension === 'visit:country_name' && language !== 'en' ? codes.get(name) : undefined
  if (code !== undefined) return countries.of(code) ?? name
  const path = dimension === 'event:goal' ? pageOfGoal(name) : null
  return calm(path === null ? name : say(visitPage, { path }))
}

function changeWords(voice: Voice, { metric, change }: Total): string {
  const { words } = voice
  if (change === null) return ''
  if (change === 0) return words.same
  const by = Math.abs(change)
  const size = isRate(metric) ? voice.count(words.points, by) : voice.percent(by)
  return say(change > 0 ? words.up : words.down, { size })
}

function totalRow(voice: Voice, total: Total): TotalRow {
  const { format, isBadUp = false } = metricEntry(total.metric)
  const { change } = total
  const words = changeWords(voice, total)
  return {
    label: totalWord('plain', total.metric, voice.catalogue),
    value: total.value === null ? voice.words.noValue : writers[format](voice, total.value),
    change: words,
    isGood: change === null || change === 0 ? null : change > 0 !== isBadUp,
  }
}

const totalLine = ({ label, value, change }: TotalRow): readonly string[] => [label, value, change]

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

const periodWords = ({ words, day, month }: Voice, { kind }: Message, { from, to }: Days): string =>
  kind === 'monthly'
    ? month.format(at(from))
    : say(words.days, { first: day.format(at(from)), last: day.format(at(to)) })

/** Small lines at the end of reports and notices. */
const footOf = ({ words }: Voice, ways: Ways): string =>
  `${htmlLink(ways.settings, words.recipients, 'muted')} · ${htmlLink(ways.unsubscribe, words.unsubscribe, 'muted')}`

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

/** Marks below the bars of a month: every seventh day. */
const monthStep = 7

/** The graph of a report: a week has its numbers over the bars, a month has a scale. */
function graphOf(voice: Voice, { from }: Days, days: readonly number[]): string {
  const { words, whole, day, weekday } = voice
  const dates = days.map((_, index) => at(addDays(from, index)))
  const isWeek = days.length <= monthStep
  return htmlGraph({
    title: words.daily,
    alt: say(words.graph, { counts: days.map(whole).join(', ') }),
    most: whole(Math.max(...days, 1)),
    zero: whole(0),
    numbers: isWeek ? days.map(whole) : [],
    days: isWeek
      ? dates.map((date) => weekday.format(date))
      : dates.filter((_, index) => index % monthStep === 0).map((date) => day.format(date)),
  })
}

/** A list of a report: its title, and rows with their number and their share of the first. */
export interface PostList {
  readonly title: string
  readonly rows: readonly ListRow[]
}

/** A report or notice as a channel gets it, before it has the shape of its service. Names are of strangers. */
export interface Post {
  readonly title: string
  readonly lead: string
  readonly totals: readonly TotalRow[]
  readonly lists: readonly PostList[]
  /** Visitors of each day, with the title of their graph; none of a notice. */
  readonly days: readonly number[]
  readonly daily: string
  readonly picture: Buffer | undefined
  readonly links: readonly { readonly name: string; readonly url: string }[]
  /** The body for webhooks, which programs read. */
  readonly json: Readonly<Record<string, unknown>>
}

/** The lists of a report that have rows. */
const listsOf = (voice: Voice, numbers: Numbers): readonly PostList[] =>
  numbers.lists
    .filter(({ rows }) => rows.length > 0)
    .map(({ dimension, rows }) => {
      const [tab] = lists[dimension] ?? []
      const most = Math.max(...rows.map(([, count]) => count), 1)
      return {
        title: (tab && voice.catalogue.tabs[tab]) ?? dimension,
        rows: rows.map(
          ([name, count]) => [valueWords(voice, dimension, name), voice.whole(count), count / most] as const,
        ),
      }
    })

const subjectOf = ({ words }: Voice, { kind, domain }: Message, days: string): string =>
  say(kind === 'weekly' ? words.weekSubject : words.monthSubject, { domain, days })

/** The report of a week or month as a mail. */
export function writeReport(message: Message, period: Days, numbers: Numbers, ways: Ways): Letter {
  const voice = voiceOf(message.language)
  const { words } = voice
  const days = periodWords(voice, message, period)
  const subject = subjectOf(voice, message, days)
  const totals = numbers.totals.map((total) => totalRow(voice, total))
  const tables = listsOf(voice, numbers)
  return {
    subject,
    text: [
      subject,
      textTable(totals.map(totalLine)),
      ...tables.map(({ title, rows }) => `${title}\n${textTable(rows.map(([name, count]) => [name, count]))}`),
      textEnd(voice, ways),
    ].join('\n\n'),
    html: htmlCard({
      language: voice.language,
      title: message.domain,
      lead: say(message.kind === 'weekly' ? words.weekLead : words.monthLead, { days }),
      parts: [
        htmlTotals(totals),
        graphOf(voice, period, numbers.days),
        ...tables.map(({ title, rows }) => htmlList(title, rows)),
        htmlButton(ways.dashboard, words.openDashboard),
      ],
      foot: footOf(voice, ways),
    }),
    picture: drawBars(numbers.days),
  }
}

/** Where a post leads to: a channel has no link that ends it, so people change its recipients. */
const linksOf = ({ words }: Voice, ways: Ways): Post['links'] => [
  { name: words.openDashboard, url: ways.dashboard },
  { name: words.recipients, url: ways.settings },
]

/** The report of a week or month for a channel. */
export function postReport(message: Message, period: Days, numbers: Numbers, ways: Ways): Post {
  const voice = voiceOf(message.language)
  const { kind, domain } = message
  const title = subjectOf(voice, message, periodWords(voice, message, period))
  return {
    title,
    lead: '',
    totals: numbers.totals.map((total) => totalRow(voice, total)),
    lists: listsOf(voice, numbers),
    days: numbers.days,
    daily: voice.words.daily,
    picture: drawBars(numbers.days),
    links: linksOf(voice, ways),
    json: {
      kind,
      site: domain,
      text: title,
      from: period.from,
      to: period.to,
      totals: Object.fromEntries(numbers.totals.map(({ metric, value, change }) => [metric, { value, change }])),
      visitors_by_day: numbers.days,
      top: Object.fromEntries(
        numbers.lists.map(({ dimension, rows }) => [dimension, rows.map(([name, visitors]) => ({ name, visitors }))]),
      ),
      dashboard: ways.dashboard,
    },
  }
}

/** The number of a rule in words. */
function ruleNumber(voice: Voice, metric: string, value: number): string {
  if (metric === 'dropped') return voice.percent(Math.round(value * 10) / 10)
  return writers[metricEntry(metric).format](voice, Math.round(value * 100) / 100)
}

/** A notice of a rule: the number, and its bound or its usual value. */
function ruleSentence(voice: Voice, { domain, facts }: Message, rule: MessageRule): string {
  const { words } = voice
  const { metric, condition, value: limit, hours } = rule
  const { value = 0, usual = 0 } = facts
  const turned = value >= usual ? words.rules.up : words.rules.down
  const name = metric === 'dropped' ? words.droppedShare : totalWord('plain', metric, voice.catalogue)
  const sentence = voice.count(
    condition === 'above' || condition === 'below' ? words.rules[condition] : turned,
    hours,
    {
      domain,
      metric: name,
      value: ruleNumber(voice, metric, value),
      limit: ruleNumber(voice, metric, limit),
      usual: ruleNumber(voice, metric, usual),
      share: voice.percent(usual === 0 ? 0 : Math.round((Math.abs(value - usual) / usual) * 100)),
    },
  )
  return rule.name === '' ? sentence : say(words.address, { name: calm(rule.name), url: sentence })
}

/** A notice in one sentence. */
export function noticeSentence(message: Message): string {
  const { kind, domain, facts, language, rule } = message
  const voice = voiceOf(language)
  if (rule) return ruleSentence(voice, message, rule)
  if (!isNotice(kind)) throw new Error(`${kind} is a report`)
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
    html: htmlCard({
      language: voice.language,
      title: notice,
      parts: [htmlButton(ways.dashboard, voice.words.openDashboard)],
      foot: footOf(voice, ways),
    }),
  }
}

/** A rule in the body for webhooks. */
const ruleJson = ({ name, metric, condition, value, hours }: MessageRule) => ({
  rule: { name, metric, condition, value, hours },
})

/** A notice for a channel. */
export function postNotice(message: Message, ways: Ways): Post {
  const voice = voiceOf(message.language)
  const { kind, domain, occasion, facts } = message
  const notice = noticeSentence(message)
  return {
    title: say(voice.words.sentence, { notice }),
    lead: '',
    totals: [],
    lists: [],
    days: [],
    daily: voice.words.daily,
    picture: undefined,
    links: linksOf(voice, ways),
    json: {
      kind,
      site: domain,
      text: notice,
      noticed_at: occasion,
      ...(message.rule && ruleJson(message.rule)),
      ...facts,
      dashboard: ways.dashboard,
    },
  }
}

/** The gaps of an invitation's texts: who invites, to what, as what. */
function invitationGaps(voice: Voice, invited: Invited): Readonly<Record<string, string>> {
  const { invitations, roles } = wordsOf(voice.language)
  const fill = (text: string | Forms, gaps: Readonly<Record<string, string>>, count = 0) =>
    typeof text === 'string' ? say(text, gaps) : voice.count(text, count, gaps)
  return {
    by: calm(invited.by.name || invited.by.email),
    who: calm(inviterWords(invited.by, invitations, fill)),
    to: calm(placeWords(invited, invitations, fill)),
    role: roles.roles[invited.role].one,
  }
}

/** A mail of one paragraph, and a button with its link in HTML. */
export function writeMail<Kind extends MailKind>(kind: Kind, language: Language, gaps: MailGaps<Kind>): Letter {
  const voice = voiceOf(language)
  const { subject, text, link: name = '' }: Short = voice.words[kind]
  const { to = '', url, invited }: { to?: string; url?: string; invited?: Invited } = gaps
  const lasting = { hours: String(linkHours), days: String(invitationDays) }
  const filled = invited ? { ...lasting, ...invitationGaps(voice, invited) } : { ...lasting, to }
  const [title, said] = [say(subject, filled), say(text, filled)]
  const parts = [htmlParagraph(said), ...(url === undefined ? [] : [htmlButton(url, name)])]
  return {
    subject: title,
    text: url === undefined ? `${said}\n` : `${said}\n\n${url}\n`,
    html: htmlCard({ language, title, parts }),
  }
}
