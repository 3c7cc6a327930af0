// The frame of a mail in HTML: a card in the colours of the product. Programs for mail know tables and styles of
// elements, and few of them more. A style sheet beside them gives the dark colours to those that read one.
import { pictureId } from './picture.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)

/** Colours of the pages (web/src/styles/tokens.css), each as light and dark. */
const colours = {
  ground: ['#f5f7f8', '#10161a'],
  card: ['#ffffff', '#171f24'],
  line: ['#dfe6ea', '#2a353c'],
  text: ['#16212a', '#e8edf0'],
  muted: ['#51606b', '#a5b2bb'],
  accent: ['#0a6780', '#63c6df'],
  bar: ['#d9edf3', '#1a3a45'],
  good: ['#1a7548', '#62cf96'],
  bad: ['#b53229', '#ff9385'],
} as const
type Colour = keyof typeof colours

const light = (name: Colour): string => colours[name][0]

/** Classes that a style sheet turns dark: text and borders, or the ground. */
const ink = (name: Colour): string => `class="${name}"`
const ground = (name: Colour): string => `class="on-${name}" bgcolor="${light(name)}"`

const darkStyles = Object.entries(colours)
  .map(
    ([name, [, dark]]) =>
      `.${name}{color:${dark}!important}` +
      `.on-${name}{background:${dark}!important;border-color:${colours.line[1]}!important}`,
  )
  .join('')

const styleSheet =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  `@media (prefers-color-scheme:dark){${darkStyles}.row{border-color:${colours.line[1]}!important}}`

/** A table that only places its cells: nothing reads it as data. */
const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

const table = (content: string): string =>
  `<table ${layout} width="100%" style="border-collapse:collapse">${content}</table>`

const row = (content: string): string => `<tr>${content}</tr>`

/** A link in a line of text. */
export const htmlLink = (address: string, name: string, colour: Colour = 'accent'): string =>
  `<a href="${escapeHtml(address)}" ${ink(colour)} style="color:${light(colour)}">${escapeHtml(name)}</a>`

/** The one thing to do. */
export const htmlButton = (address: string, name: string): string =>
  `<table ${layout} style="margin:24px 0 8px"><tr>` +
  '<td bgcolor="#0a6780" style="border-radius:6px">' +
  `<a href="${escapeHtml(address)}" style="display:inline-block;padding:10px 18px;color:#ffffff;` +
  `font-weight:600;text-decoration:none">${escapeHtml(name)}</a></td></tr></table>`

export const htmlParagraph = (text: string): string => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`

const cell = `padding:8px 0;border-bottom:1px solid ${light('line')};text-align:left`

/** A total: its name, its value, and its change, coloured by its meaning. */
export interface TotalRow {
  readonly label: string
  readonly value: string
  readonly change: string
  /** True: better; false: worse; null: neither. */
  readonly isGood: boolean | null
}

const changeColour = ({ isGood }: TotalRow): Colour => (isGood === null ? 'muted' : isGood ? 'good' : 'bad')

/** Totals below each other. */
export const htmlTotals = (totals: readonly TotalRow[]): string =>
  table(
    totals
      .map((total) => {
        const colour = changeColour(total)
        return row(
          `<td class="row" style="${cell}">${escapeHtml(total.label)}</td>` +
            `<td class="row" align="right" style="${cell};text-align:right;white-space:nowrap;font-size:18px;` +
            `font-weight:600">${escapeHtml(total.value)}</td>` +
            `<td class="row ${colour}" align="right" style="${cell};width:30%;padding-left:12px;text-align:right;` +
            `color:${light(colour)};font-size:13px">${escapeHtml(total.change)}</td>`,
        )
      })
      .join(''),
  )

const htmlHeading = (title: string): string =>
  `<h2 style="margin:28px 0 4px;font-size:15px;font-weight:600">${escapeHtml(title)}</h2>`

/** A row of a list: its name, its number, and its share of the first row, from 0 to 1. */
export type ListRow = readonly [name: string, number: string, share: number]

const shareBar = (share: number): string => {
  const width = Math.max(1, Math.round(share * 100))
  return (
    `<table ${layout} width="${width}%" style="margin-top:3px">` +
    `<tr><td ${ground('bar')} height="4" ` +
    'style="height:4px;line-height:4px;font-size:1px;border-radius:2px">&nbsp;</td></tr></table>'
  )
}

/** A list under its title, each row with a bar. */
export const htmlList = (title: string, rows: readonly ListRow[]): string =>
  htmlHeading(title) +
  table(
    rows
      .map(([name, number, share]) =>
        row(
          `<td style="padding:5px 0;word-break:break-word"><bdi>${escapeHtml(name)}</bdi>${shareBar(share)}</td>` +
            '<td align="right" valign="top" width="80" ' +
            'style="padding:5px 0 5px 12px;text-align:right;white-space:nowrap">' +
            `${escapeHtml(number)}</td>`,
        ),
      )
      .join(''),
  )

/** The graph between its scale and its days. `numbers` stand over the bars, if there is room for them. */
export function htmlGraph(graph: {
  readonly title: string
  /** The graph in words. */
  readonly alt: string
  /** The highest bar, at the top of the scale. */
  readonly most: string
  readonly zero: string
  readonly numbers: readonly string[]
  /** Names below the bars, in equal parts of the width. */
  readonly days: readonly string[]
}): string {
  const small = `color:${light('muted')};font-size:12px`
  const cells = (texts: readonly string[], align: 'center' | 'left') =>
    texts
      .map(
        (text) =>
          `<td ${ink('muted')} align="${align}" width="${Math.floor(100 / texts.length)}%" style="${small};` +
          `text-align:${align};padding:2px 0">${escapeHtml(text)}</td>`,
      )
      .join('')
  const scale =
    graph.numbers.length > 0
      ? ''
      : `<td ${ink('muted')} valign="top" align="right" ` +
        `style="${small};padding-right:8px;white-space:nowrap">` +
        `${escapeHtml(graph.most)}</td>`
  const foot =
    scale && `<td ${ink('muted')} align="right" style="${small};padding-right:8px">${escapeHtml(graph.zero)}</td>`
  const align = graph.numbers.length > 0 ? 'center' : 'left'
  const picture =
    `<td><img src="cid:${pictureId}" width="512" height="110" alt="${escapeHtml(graph.alt)}" ` +
    'style="display:block;width:100%;height:auto;border:0"></td>'
  return (
    htmlHeading(graph.title) +
    table(
      [
        graph.numbers.length > 0 ? row(`<td>${table(row(cells(graph.numbers, align)))}</td>`) : '',
        row(scale + picture),
        row(`${foot}<td>${table(row(cells(graph.days, align)))}</td>`),
      ].join(''),
    )
  )
}

/** A whole mail: the name of the product, a title, the parts, and small lines at the end. */
export const htmlCard = (mail: {
  readonly language: string
  readonly title: string
  /** Under the title. */
  readonly lead?: string
  readonly parts: readonly string[]
  readonly foot?: string
}): string => {
  const { language, title, lead, parts, foot } = mail
  const muted = `color:${light('muted')}`
  const head =
    `<td bgcolor="#0a6780" style="padding:14px 24px;border-radius:10px 10px 0 0;color:#ffffff;font-size:16px;` +
    'font-weight:700">Tidemark</td>'
  const body =
    `<td ${ground('card')} style="padding:24px;background:${light('card')};border:1px solid ${light('line')};` +
    'border-top:0;border-radius:0 0 10px 10px">' +
    `<h1 style="margin:0 0 4px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>` +
    (lead
      ? `<p ${ink('muted')} style="margin:0 0 16px;${muted}">${escapeHtml(lead)}</p>`
      : '<div style="height:12px"></div>') +
    `${parts.join('\n')}</td>`
  const end = foot ? row(`<td ${ink('muted')} style="padding:14px 24px;${muted};font-size:13px">${foot}</td>`) : ''
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escapeHtml(title)}</title><style>${styleSheet}</style></head>` +
    `<body class="on-ground text" bgcolor="${light('ground')}" style="margin:0;padding:24px 12px;` +
    `background:${light('ground')};color:${light('text')};font:15px/1.5 -apple-system,'Segoe UI',Roboto,` +
    'Helvetica,Arial,sans-serif">' +
    '<table align="center" width="100%" ' +
    `${layout} ` +
    `class="text" style="max-width:600px;margin:0 auto;color:${light('text')};border-collapse:separate">` +
    `${row(head)}${row(body)}${end}</table></body></html>\n`
  )
}
