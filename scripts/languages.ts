// Keeps the words of all languages complete: every key of a translated table, gaps and plural forms as they have to be,
// no key that nothing uses. Tables that a language has not yet are listed: pages show their English words. Mails have all
// of them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectPath } from '../src/paths.ts'
import { mailWords } from '../src/reports/words.ts'
import { importSources } from '../src/rules/import-sources.ts'
import { languageCodes } from '../src/rules/languages.ts'
import { importWords } from '../src/rules/words/imports.ts'
import { wordsOf } from '../src/rules/words.ts'
import { isForms, type Table, type Text, tablesOf } from '../web/languages.ts'

/** Keys of groups that a language may have more of than English: values that the service names in English. */
const openKeys = new Set(['namedValues'])

const gapsOf = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ')
const isGroup = (text: Text): text is { readonly [key: string]: Text } =>
  typeof text === 'object' && !Array.isArray(text)

/** The faults of a text in a language beside the English one, each with its place. */
export function faultsOf(language: string, place: string, english: Text | undefined, own: Text | undefined): string[] {
  if (own === undefined) return [`${place} is missing`]
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

/** The words of the catalogue, read from its source: what stands behind the names of words. */
async function catalogueWords(): Promise<Set<string>> {
  const { dimensionEntries, metricEntries, panels, totalsMetrics, totalWord } = await import(
    '../src/rules/catalogue.ts'
  )
  const kinds = Object.keys(totalsMetrics) as (keyof typeof totalsMetrics)[]
  const metrics = Object.values(metricEntries)
  const units = metrics.flatMap(({ unit }) => Object.values(unit ?? {}))
  const totals = kinds.flatMap((kind) => totalsMetrics[kind].map((name) => totalWord(kind, name)))
  const tabs = panels.flatMap(({ tabs }) => [...tabs])
  const ofTabs = tabs.flatMap(({ label, header, words }) => [label, header, ...Object.values(words ?? {})])
  return new Set([
    ...metrics.map(({ word }) => word),
    ...units,
    ...totals,
    ...Object.values(dimensionEntries).map(({ word }) => word),
    ...panels.map(({ label }) => label),
    ...ofTabs.filter((word) => word !== ''),
  ])
}

/** Keys of the English tables that no page names. */
async function unusedKeys(english: ReadonlyMap<string, Table>): Promise<string[]> {
  const folder = projectPath('web', 'src')
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const sources = await Promise.all(
    files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  const elsewhere = sources
    .filter(([name]) => !name.includes('text/'))
    .map(([, text]) => text)
    .join('\n')
  const within = sources
    .filter(([name]) => name.includes('text/en/'))
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

/** Faults of the words of mails (reports/words). */
async function faultsOfMails(): Promise<string[]> {
  const english = mailWords.en as unknown as Table
  const files = ['letter.ts', 'numbers.ts'].map((name) => readFile(projectPath('src', 'reports', name), 'utf8'))
  const source = (await Promise.all(files)).join('\n')
  const unused = Object.keys(english)
    .filter((key) => !new RegExp(`\\b${key}\\b`).test(source))
    .map((key) => `en/mails: nothing uses ${key}`)
  const translated = languageCodes.filter((code) => code !== 'en')
  return [
    ...unused,
    ...translated.flatMap((code) => faultsOf(code, `${code}/mails`, english, mailWords[code] as unknown as Table)),
  ]
}

/** Faults of the words of histories that can be brought. Names of products stay, and some titles are the same. */
function faultsOfImports(): string[] {
  const own = (text: string) => !/^[\w ]*$/.test(text) || text === 'Web server log' || text === 'Events'
  const texts = new Set<string>(
    importSources.flatMap(({ product, title, file, loses }) => [product, title, file, ...loses]).filter(own),
  )
  return languageCodes
    .filter((code) => code !== 'en')
    .flatMap((code) => {
      const words = Object.keys(importWords[code] ?? {})
      return [
        ...[...texts].filter((text) => !words.includes(text)).map((text) => `${code}: imports lack ${text}`),
        ...words.filter((text) => !texts.has(text)).map((text) => `${code}: no import says ${text}`),
      ]
    })
}

/** Everything that is wrong, and the tables that are English yet. */
export async function checkLanguages(): Promise<{ faults: string[]; untranslated: string[] }> {
  const english = await tablesOf('en')
  const catalogue = await catalogueWords()
  const faults = [...(await unusedKeys(english)), ...(await faultsOfMails()), ...faultsOfImports()]
  const untranslated: string[] = []
  for (const language of languageCodes.filter((code) => code !== 'en')) {
    const own = await tablesOf(language)
    for (const file of own.keys()) if (!english.has(file)) faults.push(`${language}/${file} is no table of English`)
    for (const [file, table] of english) {
      const translated = own.get(file)
      if (!translated) untranslated.push(`${language}/${file}`)
      else
        for (const key of new Set([...Object.keys(table), ...Object.keys(translated)])) {
          if (openKeys.has(key)) continue
          // Values of the API stay as they are.
          if (['direct', 'notSet', 'none'].includes(key) && translated[key] === undefined) continue
          faults.push(...faultsOf(language, `${language}/${file}.${key}`, table[key], translated[key]))
        }
    }
    if (own.size === 0) continue
    const words = wordsOf(language)
    for (const word of catalogue)
      if (!Object.hasOwn(words, word)) faults.push(`${language}: the catalogue lacks ${word}`)
  }
  return { faults, untranslated }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { faults, untranslated } = await checkLanguages()
  for (const fault of faults) console.error(fault)
  console.log(`languages: ${languageCodes.length} checked, ${untranslated.length} tables in English yet`)
  if (faults.length > 0) process.exitCode = 1
}
