// A number of a site for other pages: the question that an address asks, and the picture of its answer. A label comes
// from whoever wrote the address, so it is bounded, cleaned and escaped.
import { invisible } from './invisible.ts'
import { isLanguage, type Language } from './languages.ts'
import { wordsOf } from './words.ts'

export const badgeMetrics = ['visitors', 'pageviews'] as const
export type BadgeMetric = (typeof badgeMetrics)[number]

/** Periods of a badge, as the Stats API names them. */
export const badgePeriods = ['day', '7d', '28d', '30d', '91d', 'month', '6mo', '12mo', 'year', 'all'] as const
export type BadgePeriod = (typeof badgePeriods)[number]

/** Bytes of a path, as of the address of a page. */
const badgePageBytesMax = 2_000
export const badgeLabelCharactersMax = 60

export interface BadgeQuestion {
  readonly metric: BadgeMetric
  readonly period: BadgePeriod
  /** A path, `*` in it for anything; null: the whole site. */
  readonly page: string | null
}

/** The question of an address, and how its answer is written. */
export interface BadgeRequest extends BadgeQuestion {
  readonly label: string
  readonly language: Language
}

const isIn = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  (names as readonly string[]).includes(text)

/**
 * A label as a badge shows it: one line of visible characters.
 * @example readLabel('  my\nvisits ') // 'my visits'
 */
export const readLabel = (text: string): string =>
  [...text.replace(/\s+/gu, ' ').toWellFormed().replace(invisible, '').trim()]
    .slice(0, badgeLabelCharactersMax)
    .join('')

/** The question of an address, or the name of the parameter that is wrong. */
export function readBadge(query: URLSearchParams): BadgeRequest | { readonly wrong: string } {
  const metric = query.get('metric') ?? 'visitors'
  const period = query.get('period') ?? '30d'
  const language = query.get('lang') ?? 'en'
  const page = query.get('page')
  if (!isIn(badgeMetrics, metric)) return { wrong: 'metric' }
  if (!isIn(badgePeriods, period)) return { wrong: 'period' }
  if (!isLanguage(language)) return { wrong: 'lang' }
  if (page !== null && (!/^\/[^\0]*$/.test(page) || Buffer.byteLength(page) > badgePageBytesMax))
    return { wrong: 'page' }
  const label = readLabel(query.get('label') ?? '') || (wordsOf(language).catalogue.metrics[metric] ?? metric)
  return { metric, period, page, label, language }
}

/**
 * The number as its language writes it.
 * @example badgeText(1234, 'de') // '1.234'
 */
export const badgeText = (value: number, language: Language): string => new Intl.NumberFormat(language).format(value)

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A text that is safe in an element and in an attribute.
 * @example escapeXml('<a&b>') // '&lt;a&amp;b&gt;'
 */
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] as string)

/** Widths of the characters from space to `~` in Verdana, in 1/2048 of the font's size. */
const widths = [
  720, 806, 940, 1676, 1302, 2204, 1488, 550, 930, 930, 1302, 1676, 745, 930, 745, 930, 1302, 1302, 1302, 1302, 1302,
  1302, 1302, 1302, 1302, 1302, 930, 930, 1676, 1676, 1676, 1117, 2048, 1400, 1404, 1430, 1578, 1295, 1177, 1588, 1539,
  862, 931, 1419, 1140, 1726, 1532, 1612, 1235, 1612, 1424, 1400, 1262, 1499, 1400, 2025, 1403, 1260, 1403, 930, 930,
  930, 1676, 1302, 1302, 1230, 1276, 1067, 1276, 1220, 720, 1276, 1296, 562, 705, 1212, 562, 1992, 1296, 1243, 1276,
  1276, 874, 1067, 807, 1296, 1212, 1676, 1212, 1212, 1076, 1300, 930, 1300, 1676,
] as const
const fontSize = 11
/** East Asian scripts and pictures, which take the whole width of the font. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0\p{Emoji_Presentation}]/u
const combining = /\p{M}/u
const blank = /\s/u

/** About how wide a text is, in pixels. The picture says it too, so that every reader's font fits into it. */
export function widthOf(text: string): number {
  let sum = 0
  for (const sign of text) {
    const known = widths[(sign.codePointAt(0) as number) - 32]
    sum += known ?? (combining.test(sign) ? 0 : wide.test(sign) ? 2048 : blank.test(sign) ? 720 : 1400)
  }
  return Math.ceil((sum * fontSize) / 2048)
}

const padding = 6
const height = 20
const radius = 3

/** The picture of a label and a text beside it: two boxes, white on dark, with a title for those who cannot see it. */
export function drawBadge(label: string, text: string): string {
  const [labelWidth, textWidth] = [widthOf(label), widthOf(text)]
  const left = labelWidth + 2 * padding
  const right = textWidth + 2 * padding
  const width = left + right
  const title = escapeXml(`${label}: ${text}`)
  const [inner, side] = [right - radius, height - 2 * radius]
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  const write = (x: number, length: number, said: string) =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeXml(said)}</text>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${title}">` +
    `<title>${title}</title>` +
    `<rect width="${width}" height="${height}" rx="${radius}" fill="#3d4852"/>` +
    `<path fill="#0a6780" d="M${left} 0h${inner}${corner(radius, radius)}v${side}${corner(-radius, radius)}` +
    `h-${inner}z"/>` +
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${fontSize}">` +
    `${write(padding, labelWidth, label)}${write(left + padding, textWidth, text)}</g></svg>\n`
  )
}
