// The one HTML shell of all pages. No server-side rendering: it names the page's files, as the build listed them, and
// holds the facts.
import type { Facts, PageName } from './facts.ts'

/** The files of one page, by their addresses. */
interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly modulepreload: readonly string[]
}

/** `manifest.json`, written by web/build.ts. */
export interface Manifest {
  readonly version: string
  /** The address of the picture in the browser's tab. */
  readonly icon: string
  readonly pages: Readonly<Record<PageName, PageFiles>>
  /** The same pages in other languages. */
  readonly languages?: Readonly<Record<string, Readonly<Record<PageName, PageFiles>>>>
}

/** Letters of the language run from right to left. */
const isRightToLeft = (language: string): boolean => /^(ar|fa|he|ur)\b/.test(language)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)
/** JSON that no markup can end early. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** A document: its styles, and what more its head and its body hold. */
interface Contents {
  readonly title: string
  readonly styles: readonly string[]
  readonly head?: readonly string[]
  readonly body: string
  readonly language?: string
}

/** The file's address in an attribute, below the path of BASE_URL. */
const fileAt = (basePath: string, file: string): string => escapeHtml(basePath + file)

/** The document of a build around its contents. */
export function writeDocument(
  { icon }: Manifest,
  basePath: string,
  { title, styles, head = [], body, language = 'en' }: Contents,
): string {
  return [
    '<!doctype html>',
    `<html lang="${language}"${isRightToLeft(language) ? ' dir="rtl"' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)} · Tidemark</title>`,
    `<link rel="icon" href="${fileAt(basePath, icon)}">`,
    ...styles.map((file) => `<link rel="stylesheet" href="${fileAt(basePath, file)}">`),
    ...head,
    '</head>',
    '<body>',
    body,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** The document that every page of a build begins with: scripts draw the page from the facts. */
export function writeShell(
  build: Manifest,
  basePath: string,
  facts: Facts,
  { isPublic, language }: { isPublic: boolean; language: string },
): string {
  const { scripts, styles, modulepreload } = (build.languages?.[language] ?? build.pages)[facts.page]
  const head = [
    ...(isPublic ? ['<meta name="robots" content="noindex">'] : []),
    ...modulepreload.map((file) => `<link rel="modulepreload" href="${fileAt(basePath, file)}">`),
    `<script type="application/json" id="facts">${escapeJson(facts)}</script>`,
    ...scripts.map((file) => `<script type="module" src="${fileAt(basePath, file)}"></script>`),
  ]
  const body = '<noscript>Tidemark draws its pages with JavaScript, which this browser does not run.</noscript>'
  return writeDocument(build, basePath, { title: facts.heading, styles, head, body, language })
}
