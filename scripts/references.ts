// References of comments and pages to the pages that rule them: `spec/ingestion 18.3` is a section of
// docs/spec/ingestion.md, `docs/architecture.md, "One event"` a heading. Whatever looks like one and is none is found.

/** The pages that can be referred to: sections by the name of a sheet, and the headings of docs/architecture.md. */
export interface Pages {
  readonly sheets: ReadonlyMap<string, ReadonlySet<string>>
  readonly headings: ReadonlySet<string>
}

/** What a sheet's headings and numbered rules are called: `18`, `18.3`, `16.1`, `appendix A`. */
export function sectionsOf(text: string): ReadonlySet<string> {
  const sections = new Set<string>()
  let open = ''
  for (const line of text.split('\n')) {
    const heading = /^#{2,3} (?:Appendix ([A-Z])\b|(\d+(?:\.\d+)?)\b)/.exec(line)
    const rule = /^(\d+)\. /.exec(line)
    if (heading) {
      open = heading[1] ? `appendix ${heading[1]}` : heading[2]!
      sections.add(open)
    } else if (rule && open !== '') sections.add(`${open}.${rule[1]}`)
  }
  return sections
}

export const headingsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!))

/** Comments and text as one line, so that a reference may be broken like any sentence. */
const unwrap = (text: string): string => text.replace(/\n[ \t]*(?:\/\/|\*|--|#)?[ \t]*/g, ' ')

const item = String.raw`(?:\d+(?:\.\d+)*|appendix [A-Z])`
const reference = new RegExp(
  String.raw`\bspec/([\w-]+)(\.md\b)?( ${item}(?:(?:, | to | and |, and )${item})*(?![\w.]*\d))?(.?)`,
  'g',
)
/** Names of pages and numbers of tasks that cannot be looked up from outside. */
const elsewhere =
  /\b(?:interface|storage|style)\.md\b|(?<!docs\/)\b(?:architecture|scale)\.md\b|\bdesign\/\w+|\bissues? #?\d+|\bthe sheets?\b|(?<!RFC \d+, )\b(?:sections? |§ ?)\d+/g

/** Every reference of a text that leads nowhere, as it stands there. */
export function brokenReferences(text: string, pages: Pages, { mayLink = false } = {}): string[] {
  const broken: string[] = []
  const line = unwrap(text)
  for (const [whole, sheet = '', file, list, after = ''] of line.matchAll(reference)) {
    const sections = pages.sheets.get(sheet)
    // A sheet as a whole is named in parentheses or by its file.
    const isWhole = list === undefined && (file !== undefined || after === ')')
    const named = list?.match(new RegExp(item, 'g')) ?? []
    if (!sections || !(isWhole || named.length > 0) || !named.every((section) => sections.has(section)))
      broken.push(whole.trim())
  }
  for (const [whole, heading = ''] of line.matchAll(/\bdocs\/architecture\.md, "([^"]*)"/g))
    if (!pages.headings.has(heading)) broken.push(whole)
  if (!mayLink) for (const [whole] of line.matchAll(elsewhere)) broken.push(whole)
  return broken
}
