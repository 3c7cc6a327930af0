// Keeps the words of all languages right: keys that English has, gaps and plural forms as they have to be, no key that
// nothing uses. Keys that a language lacks are pending: they are shown in English, listed with their age, and refused by
// `make release` only.
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectPath } from '../src/paths.ts'
import { languageCodes } from '../src/rules/languages.ts'
import { isForms, isGroup, type Text } from '../src/rules/words.ts'
import { type Table, tablesOf } from '../web/languages.ts'

/** Keys of groups that a language may have more of than English: values that the service names in English. */
const openKeys = new Set(['namedValues'])

const gapsOf = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ')

/** The faults of a text in a language beside the English one, each with its place. A text that is missing is none. */
export function faultsOf(language: string, place: string, english: Text | undefined, own: Text | undefined): string[] {
  if (own === undefined) return []
  if (english === undefined) return [`${place} is no key of the English words`]
  if (typeof english === 'string' || typeof own === 'string') {
    if (typeof english !== typeof own) return [`${place} has another form than the English words`]
    const [wanted, found] = [gapsOf(english as string), gapsOf(own as string)]
    return wanted === found ? [] : [`${place} has the gaps ${found || 'none'}, not ${wanted || 'none'}`]
  }
  if (!isGroup(english) || !isGroup(own)) return []
  if (isForms(english)) return faultsOfForms(language, place, english, own)
  return [...new Set([...Object.keys(english), ...Object.keys(own)])].flatMap((key) =>
    faultsOf(language, `${place}.${key}`, english[key], own[key]),
  )
}

function faultsOfForms(
  language: string,
  place: string,
  english: { readonly [key: string]: Text },
  own: { readonly [key: string]: Text },
): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const wanted = gapsOf(String(english['other']))
  return [
    ...pluralCategories.filter((form) => !(form in own)).map((form) => `${place} lacks the form ${form}`),
    ...Object.entries(own)
      .filter(([form]) => !(pluralCategories as readonly string[]).includes(form))
      .map(([form]) => `${place} has the form ${form}, which the language has not`),
    ...Object.entries(own)
      // Of one thing the number may be left out.
      .filter(([form, text]) => form !== 'one' && gapsOf(String(text)) !== wanted)
      .map(([form]) => `${place}.${form} has other gaps than ${wanted}`),
  ]
}

/** Values of the API, which stay as they are, and keys that a language may leave out for them. */
const values = ['direct', 'notSet', 'none']

/** The keys of an English text that a language lacks, as paths. */
export function missingKeys(english: Text, own: Text | undefined, path: readonly string[] = []): string[][] {
  if (own === undefined) return [[...path]]
  if (!isGroup(english) || !isGroup(own) || isForms(english)) return []
  return Object.entries(english)
    .filter(([key]) => !(path.length === 0 && values.includes(key)))
    .flatMap(([key, text]) => missingKeys(text, own[key], [...path, key]))
}

/** Keys of the English tables that nothing names. */
async function unusedKeys(english: ReadonlyMap<string, Table>): Promise<string[]> {
  const read = async (folder: string) => {
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
    return Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const))
  }
  const sources = [...(await read(projectPath('web', 'src'))), ...(await read(projectPath('src')))]
  const elsewhere = sources
    .filter(([name]) => !name.includes('rules/words/'))
    .map(([, text]) => text)
    .join('\n')
  const within = sources
    .filter(([name]) => name.includes('rules/words/en/'))
    .map(([, text]) => text)
    .join('\n')
  const isUsed = (key: string) =>
    new RegExp(`\\b${key}\\b`).test(elsewhere) || (within.match(new RegExp(`\\b${key}\\b`, 'g')) ?? []).length > 1
  return [...english].flatMap(([file, table]) =>
    Object.keys(table)
      .filter((key) => !isUsed(key))
      .map((key) => `en/${file}: nothing uses ${key}`),
  )
}

const daySeconds = 86_400

/** The lines of an English file with the time that each was committed, in seconds; none without a history. */
function datedLines(file: string): { readonly line: string; readonly seconds: number }[] {
  try {
    const path = `src/rules/words/en/${file}.ts`
    const options = { cwd: projectPath(), encoding: 'utf8' } as const
    const blamed = execFileSync('git', ['blame', '--line-porcelain', '--', path], { ...options, stdio: 'pipe' })
    return [...blamed.matchAll(/^committer-time (\d+)$[\s\S]*?^\t(.*)$/gm)].map(([, seconds, line = '']) => ({
      line,
      seconds: Number(seconds),
    }))
  } catch {
    return []
  }
}

/** How many days an English text is old, by the line of its key; null if no history tells. */
function ageOf(lines: ReturnType<typeof datedLines>, path: readonly string[], now: number): number | null {
  let at = -1
  for (const key of path) {
    const found = lines.findIndex(
      ({ line }, index) => index > at && new RegExp(`^\\s*(export const )?'?${key}'?\\s*[:=]`).test(line),
    )
    if (found >= 0) at = found
  }
  return at < 0 ? null : Math.max(0, Math.floor((now / 1000 - lines[at]!.seconds) / daySeconds))
}

/** A key that a language lacks. */
export interface Pending {
  /** `de/goals.title` */
  readonly place: string
  /** Days since the English text was committed; null if no history tells. */
  readonly days: number | null
}

/** The keys of English tables that a language lacks. */
function pendingOf(language: string, file: string, english: Table, own: Table | undefined): Pending[] {
  const missing = missingKeys(english, own ?? {}).filter(([key]) => !openKeys.has(key!))
  if (missing.length === 0) return []
  const lines = datedLines(file)
  return missing.map((path) => ({
    place: `${language}/${file}.${path.join('.')}`,
    days: ageOf(lines, path, Date.now()),
  }))
}

/** The faults of a language's table beside the English one. */
const faultsOfTable = (language: string, file: string, english: Table, own: Table): string[] =>
  Object.keys(own)
    .filter((key) => !openKeys.has(key))
    .flatMap((key) => faultsOf(language, `${language}/${file}.${key}`, english[key], own[key]))

/** Everything that is wrong, and what is English yet. */
export async function checkLanguages(): Promise<{ faults: string[]; pending: Pending[] }> {
  const english = await tablesOf('en')
  const faults = await unusedKeys(english)
  const pending: Pending[] = []
  for (const language of languageCodes.filter((code) => code !== 'en')) {
    const tables = await tablesOf(language)
    for (const [file, own] of tables) {
      const table = english.get(file)
      faults.push(
        ...(table ? faultsOfTable(language, file, table, own) : [`${language}/${file} is no table of English`]),
      )
    }
    for (const [file, table] of english) pending.push(...pendingOf(language, file, table, tables.get(file)))
  }
  return { faults, pending }
}

/** `pending: de/goals.title, 3 days` */
export const pendingLine = ({ place, days }: Pending): string =>
  `pending: ${place}, ${days === null ? 'age unknown' : days === 1 ? '1 day' : `${days} days`}`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { faults, pending } = await checkLanguages()
  for (const fault of faults) console.error(fault)
  for (const one of pending) console.log(pendingLine(one))
  console.log(`languages: ${languageCodes.length} checked, ${pending.length} texts in English yet`)
  if (faults.length > 0) process.exitCode = 1
}
