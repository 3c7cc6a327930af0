// Makes pages of the documentation: what the dashboard links to is answered by the service itself.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Marked } from 'marked'
import { projectPath } from '../src/paths.ts'

export interface DocPage {
  readonly name: string
  readonly title: string
  /** What stands in `main`. */
  readonly html: string
}

/** `## What is kept` is found at `#what-is-kept`, as where the repository is read. */
const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** All of docs/ that is text. */
export async function makeDocs(): Promise<DocPage[]> {
  const folder = projectPath('docs')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort()
  const names = new Set(files)
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        if (/^https:\/\/[^"]*$/.test(href)) return `<a href="${href}" rel="noopener noreferrer">${words}</a>`
        const [file = '', anchor] = href.split('#')
        const to = names.has(file) ? `/docs/${file.slice(0, -'.md'.length)}` : ''
        const at = anchor === undefined || !/^[\w-]+$/.test(anchor) ? '' : `#${anchor}`
        // What is no page of these stands in the repository alone.
        return to + at === '' || (to === '' && file !== '') ? words : `<a href="${to}${at}">${words}</a>`
      },
      // Pictures are not served, and there is no markup in the texts.
      image: ({ text }) => text,
      html: () => '',
      // Wide ones scroll within themselves.
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((row) => cells(row, 'td')).join('\n')
        return `<div class="doc-table" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? file
      return { name: file.slice(0, -'.md'.length), title, html: await marked.parse(text) }
    }),
  )
}
