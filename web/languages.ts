// The words of each language, put in the place of the English ones while pages are built: a page has one language, and
// English pays nothing for the others.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as esbuild from 'esbuild'
import { projectPath } from '../src/paths.ts'
import { importWords } from '../src/rules/words/imports.ts'
import { wordsOf } from '../src/rules/words.ts'

/** A text, the forms of one, or a group of them. */
export type Text = string | number | boolean | readonly Text[] | { readonly [key: string]: Text }
export type Table = Readonly<Record<string, Text>>

const textFolder = (language: string): string => projectPath('web', 'src', 'text', language)

/** The tables of a language by the names of their files. */
export async function tablesOf(language: string): Promise<ReadonlyMap<string, Table>> {
  const files = (await readdir(textFolder(language)).catch(() => [])).filter((name) => name.endsWith('.ts')).sort()
  const read = async (name: string) =>
    [
      basename(name, '.ts'),
      { ...(await import(pathToFileURL(join(textFolder(language), name)).href)) } as Table,
    ] as const
  return new Map(await Promise.all(files.map(read)))
}

const isGroup = (text: Text | undefined): text is { readonly [key: string]: Text } =>
  typeof text === 'object' && !Array.isArray(text)
/** Forms of a text that depends on a count: each language has its own set. */
export const isForms = (text: Text): boolean => isGroup(text) && typeof text['other'] === 'string' && 'one' in text

/** The text in another language. Where that has none, the English one. */
function inLanguage(english: Text, own: Text | undefined): Text {
  if (own === undefined) return english
  if (!isGroup(english) || !isGroup(own) || isForms(english)) return own
  const merged = Object.entries(english).map(([key, text]) => [key, inLanguage(text, own[key])] as const)
  return { ...own, ...Object.fromEntries(merged) }
}

/** Puts words into the tables of the catalogue, as it is loaded (rules/catalogue.ts). */
const catalogueCode = (words: Readonly<Record<string, string>>): string => `
const $words = ${JSON.stringify(words)}
const $isWord = new Set(['word', 'label', 'header', 'one', 'other'])
const $say = (node, isAll) => {
  for (const [key, value] of Object.entries(node))
    if (typeof value === 'object' && value !== null) $say(value, key === 'totals' || key === 'words')
    else if (typeof value === 'string' && (isAll || $isWord.has(key))) node[key] = $words[value] ?? value
}
$say(metricEntries)
$say(dimensionEntries)
$say(panels)
$say(goalWords, true)
$say(otherWords, true)
`

/** Puts words into the histories that can be brought, as they are loaded (rules/import-sources.ts). */
const importsCode = (words: Readonly<Record<string, string>>): string => `
const $words = ${JSON.stringify(words)}
const $say = (text) => $words[text] ?? text
for (const source of importSources)
  Object.assign(source, {
    product: $say(source.product),
    title: $say(source.title),
    file: $say(source.file),
    loses: source.loses.map($say),
  })
`

/** Everything that a language says: its tables, the words of the catalogue and those of imports. */
export interface Words {
  readonly tables: ReadonlyMap<string, Table>
  readonly catalogue: Readonly<Record<string, string>>
  readonly imports: Readonly<Record<string, string>>
}

/** A made-up language that is written from right to left: the layout is tried with it, and nothing offers it. */
export const mirrorLanguage = 'ar-XB'

/** Letters of Hebrew in place of those of English, a third longer; gaps stay. */
const mirror = (text: string): string =>
  text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/[a-z]/gi, (letter) => String.fromCharCode(0x5d0 + (letter.toLowerCase().charCodeAt(0) % 22)))
            .replace(/([\u05d0-\u05e9]{3})/g, '$1\u05d5'),
    )
    .join('')

function mirrored(text: Text): Text {
  if (typeof text === 'string') return mirror(text)
  if (!isGroup(text)) return text
  return Object.fromEntries(Object.entries(text).map(([key, one]) => [key, mirrored(one)]))
}

/** Values of the API and formats that are read by their letters stay as they are. */
const fixed = ['direct', 'notSet', 'none', 'dayFormat']

async function mirrorWords(): Promise<Words> {
  const tables = [...(await tablesOf('en'))].map(([file, table]): [string, Table] => [
    file,
    Object.fromEntries(Object.entries(table).map(([key, text]) => [key, fixed.includes(key) ? text : mirrored(text)])),
  ])
  const catalogue = Object.keys(wordsOf('de')).map((word) => [word, mirror(word)] as const)
  const imports = Object.keys(importWords.de ?? {}).map((text) => [text, mirror(text)] as const)
  return { tables: new Map(tables), catalogue: Object.fromEntries(catalogue), imports: Object.fromEntries(imports) }
}

export const loadWords = async (language: string): Promise<Words> =>
  language === mirrorLanguage
    ? mirrorWords()
    : {
        tables: await tablesOf(language),
        catalogue: wordsOf(language),
        imports: (importWords as Partial<Record<string, Words['imports']>>)[language] ?? {},
      }

/** Loads English tables as those of a language. */
export const wordsPlugin = ({ tables, catalogue, imports }: Words): esbuild.Plugin => ({
  name: 'words',
  setup(build) {
    build.onLoad({ filter: /\/web\/src\/text\/en\/[\w-]+\.ts$/ }, async ({ path }) => {
      const english = (await import(pathToFileURL(path).href)) as Table
      const own = tables.get(basename(path, '.ts')) ?? {}
      const lines = Object.entries(english).map(
        ([key, text]) => `export const ${key} = ${JSON.stringify(inLanguage(text, own[key]))}`,
      )
      return { contents: lines.join('\n'), loader: 'js' }
    })
    build.onLoad({ filter: /\/src\/rules\/catalogue\.ts$/ }, async ({ path }) => {
      return { contents: (await readFile(path, 'utf8')) + catalogueCode(catalogue), loader: 'ts' }
    })
    build.onLoad({ filter: /\/src\/rules\/import-sources\.ts$/ }, async ({ path }) => {
      return { contents: (await readFile(path, 'utf8')) + importsCode(imports), loader: 'ts' }
    })
  },
})
