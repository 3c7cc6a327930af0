// The words of each language, put in the place of the English ones while pages are built: a page has one language, and
// English pays nothing for the others.
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as esbuild from 'esbuild'
import { projectPath } from '../src/paths.ts'
import { inLanguage, isGroup, type Text } from '../src/rules/words.ts'

export type Table = Readonly<Record<string, Text>>

const wordsFolder = (language: string): string => projectPath('src', 'rules', 'words', language)

/** The tables of a language by their subjects, which are the names of their files. */
export async function tablesOf(language: string): Promise<ReadonlyMap<string, Table>> {
  const files = (await readdir(wordsFolder(language)).catch(() => []))
    .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
    .sort()
  const read = async (name: string) =>
    [
      basename(name, '.ts'),
      { ...(await import(pathToFileURL(join(wordsFolder(language), name)).href)) } as Table,
    ] as const
  return new Map(await Promise.all(files.map(read)))
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

async function mirrorTables(): Promise<ReadonlyMap<string, Table>> {
  const tables = [...(await tablesOf('en'))].map(([file, table]): [string, Table] => [
    file,
    Object.fromEntries(Object.entries(table).map(([key, text]) => [key, fixed.includes(key) ? text : mirrored(text)])),
  ])
  return new Map(tables)
}

/** The tables that pages in a language are built with. */
export const loadTables = (language: string): Promise<ReadonlyMap<string, Table>> =>
  language === mirrorLanguage ? mirrorTables() : tablesOf(language)

/** Loads English tables as those of a language. */
export const wordsPlugin = (tables: ReadonlyMap<string, Table>): esbuild.Plugin => ({
  name: 'words',
  setup(build) {
    build.onLoad({ filter: /\/src\/rules\/words\/en\/[\w-]+\.ts$/ }, async ({ path }) => {
      const english = (await import(pathToFileURL(path).href)) as Table
      const own = tables.get(basename(path, '.ts')) ?? {}
      const lines = Object.entries(english).map(
        ([key, text]) => `export const ${key} = ${JSON.stringify(inLanguage(text, own[key]))}`,
      )
      return { contents: lines.join('\n'), loader: 'js' }
    })
  },
})
