// The one HTML shell of all pages, and what keeps it safe (spec/dashboard 2 and 16). No server-side rendering: it names
// the page's files, as the build listed them, and holds the facts.
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { type Asked, chooseLanguage } from '../rules/languages.ts'
import { wordIn } from '../rules/words.ts'
import { basePathOf } from './base-path.ts'
import type { Facts, PageName } from './facts.ts'
import { notFramed, type Reply } from './route.ts'

/** The files of one page, by their addresses. */
interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly modulepreload: readonly string[]
}

/** `manifest.json`, written by web/build.ts. */
interface Manifest {
  readonly version: string
  /** The address of the picture in the browser's tab. */
  readonly icon: string
  readonly pages: Readonly<Record<PageName, PageFiles>>
  /** The same pages in other languages. */
  readonly languages?: Readonly<Record<string, Readonly<Record<PageName, PageFiles>>>>
}

/** An entry of `docs.json`, of the same build. */
interface DocPage {
  readonly name: string
  readonly title: string
  readonly html: string
}

/** Where the files of the build are found: in the folder of the same name. */
export const assetsPath = '/assets/'

const yearSeconds = 31_536_000

const contentPolicy = (frames: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    frames,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Everything a browser could be asked for, by the names that browsers know; of all that a page only copies. */
const permissions = [
  ...[
    'accelerometer',
    'autoplay',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((name) => `${name}=()`),
  'clipboard-write=(self)',
].join(', ')

/** Letters of the language run from right to left. */
const isRightToLeft = (language: string): boolean => /^(ar|fa|he|ur)\b/.test(language)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)
/** JSON that no markup can end early. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

interface RenderOptions {
  readonly isEmbed?: boolean
  readonly isPublic?: boolean
  /** The languages that the request names. */
  readonly asked?: Asked | undefined
}

export interface Pages {
  /** The build's name; empty when there is none. */
  readonly version: string
  /** The page with these facts; `isEmbed` lets others frame it. */
  render(facts: Omit<Facts, 'version' | 'base_url'>, options?: RenderOptions): Reply
  /** A page of the documentation, for anybody; undefined: there is none of this name. */
  renderDoc(name: string): Reply | undefined
  /** Leads to a path of the service, or elsewhere. */
  redirect(location: string): Reply
  /** Answers for a file of the build. */
  serveFile(request: IncomingMessage, response: ServerResponse): void
}

/** The pages that tell the operator what to type. */
const pagesWithCommands: readonly PageName[] = ['setup', 'reset', 'login', 'account']

/** Pages out of the build in `folder`; without one they say so. `call` is `tidemark` as the operator types it. */
export function createPages(options: { folder: string; baseUrl: string; call: string }): Pages {
  const basePath = basePathOf(options.baseUrl)
  const fileAt = (file: string) => escapeHtml(basePath + file)
  const manifestFile = join(options.folder, 'manifest.json')
  const manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) : undefined
  const spoken = ['en', ...Object.keys(manifest?.languages ?? {})]
  const safety: Readonly<Record<string, string>> = {
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions,
    ...(options.baseUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {}),
  }
  const files = manifest
    ? sirv(options.folder, {
        brotli: true,
        gzip: true,
        etag: true,
        immutable: true,
        maxAge: yearSeconds,
        setHeaders(response) {
          for (const [name, value] of Object.entries(safety)) response.setHeader(name, value)
          response.setHeader('x-content-type-options', 'nosniff')
          // A file that a newer build took away, or that cannot be opened, ends this answer and not the service.
          response.once('pipe', (file) => file.once('error', () => response.destroy()))
        },
      })
    : undefined
  const docsFile = join(options.folder, 'docs.json')
  const docs = existsSync(docsFile) ? (JSON.parse(readFileSync(docsFile, 'utf8')) as DocPage[]) : []
  const html = { 'content-type': 'text/html; charset=utf-8' }

  /** The document: its styles, and what more its head and its body hold. */
  const wrap = (
    build: Manifest,
    title: string,
    styles: readonly string[],
    head: readonly string[],
    body: string,
    language = 'en',
  ) =>
    [
      '<!doctype html>',
      `<html lang="${language}"${isRightToLeft(language) ? ' dir="rtl"' : ''}>`,
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="light dark">',
      `<title>${escapeHtml(title)} · Tidemark</title>`,
      `<link rel="icon" href="${fileAt(build.icon)}">`,
      ...styles.map((file) => `<link rel="stylesheet" href="${fileAt(file)}">`),
      ...head,
      '</head>',
      '<body>',
      body,
      '</body>',
      '</html>',
      '',
    ].join('\n')

  function shell(build: Manifest, facts: Facts, isPublic: boolean, language: string): string {
    const { scripts, styles, modulepreload } = (build.languages?.[language] ?? build.pages)[facts.page]
    const head = [
      ...(isPublic ? ['<meta name="robots" content="noindex">'] : []),
      ...modulepreload.map((file) => `<link rel="modulepreload" href="${fileAt(file)}">`),
      `<script type="application/json" id="facts">${escapeJson(facts)}</script>`,
      ...scripts.map((file) => `<script type="module" src="${fileAt(file)}"></script>`),
    ]
    const body = '<noscript>Tidemark draws its pages with JavaScript, which this browser does not run.</noscript>'
    return wrap(build, facts.heading, styles, head, body, language)
  }

  return {
    version: manifest?.version ?? '',
    render(facts, { isEmbed = false, isPublic = false, asked = {} } = {}) {
      const headers = {
        ...html,
        ...safety,
        'content-security-policy': contentPolicy(isEmbed ? 'frame-ancestors *' : notFramed),
        ...(isEmbed ? { 'x-frame-options': undefined } : {}),
        ...(isPublic ? { 'x-robots-tag': 'noindex' } : {}),
      }
      if (!manifest)
        return {
          status: 503,
          body: 'The pages of this service are not built. `make build` makes them.\n',
          headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
        }
      const call = pagesWithCommands.includes(facts.page) ? { call: options.call } : {}
      const language = chooseLanguage(asked, facts.user?.language ?? null, spoken)
      const heading = wordIn(language, facts.heading)
      const languages = facts.page === 'account' ? { languages: spoken } : {}
      const all: Facts = {
        version: manifest.version,
        base_url: options.baseUrl,
        ...call,
        ...languages,
        ...facts,
        heading,
      }
      return { status: facts.status, body: shell(manifest, all, isPublic, language), headers }
    },
    renderDoc(name) {
      const doc = docs.find((one) => one.name === name)
      if (!manifest || !doc) return undefined
      const text = doc.html.replaceAll('href="/', `href="${basePath}/`)
      const body = `<main class="doc">\n<p><a href="${basePath}/">Tidemark</a></p>\n${text}</main>`
      const headers = { ...html, ...safety, 'content-security-policy': contentPolicy(notFramed) }
      return { status: 200, body: wrap(manifest, doc.title, manifest.pages.error.styles, [], body), headers }
    },
    redirect: (location) => ({
      status: 302,
      headers: { ...safety, location: location.startsWith('/') ? basePath + location : location },
    }),
    serveFile(request, response) {
      const missing = () => {
        const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
        response.writeHead(404, { ...safety, ...plain, 'x-content-type-options': 'nosniff' })
        response.end(request.method === 'HEAD' ? undefined : 'Not found\n')
      }
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!isRead || !files) return missing()
      files(request, response, missing)
    },
  }
}
