// Pages out of a build, and the headers that keep them safe (spec/dashboard 2 and 16).
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv, { type RequestHandler } from 'sirv'
import { type Asked, chooseLanguage } from '../rules/languages.ts'
import { type Heading, headingIn } from '../rules/words.ts'
import { basePathOf } from './base-path.ts'
import { type Manifest, writeDocument, writeShell } from './document.ts'
import type { Facts, PageName } from './facts.ts'
import { notFramed, type Reply } from './route.ts'

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

interface RenderOptions {
  readonly isEmbed?: boolean
  readonly isPublic?: boolean
  /** The languages that the request names. */
  readonly asked?: Asked | undefined
}

/** Facts of a page before its language is known. */
type PageFacts = Omit<Facts, 'version' | 'base_url' | 'heading'> & { readonly heading: Heading }

export interface Pages {
  /** The build's name; empty without a build. */
  readonly version: string
  /** The page with these facts; `isEmbed` lets others frame it. */
  render(facts: PageFacts, options?: RenderOptions): Reply
  /** A page of the documentation, for anybody; undefined if no page has this name. */
  renderDoc(name: string): Reply | undefined
  /** Leads to a path of the service, or elsewhere. */
  redirect(location: string): Reply
  /** Answers for a file of the build. */
  serveFile(request: IncomingMessage, response: ServerResponse): void
}

/** The pages that tell the operator what to type. */
const pagesWithCommands: readonly PageName[] = ['setup', 'reset', 'login', 'account']

/** A file of JSON in a folder; undefined without one. */
function readJsonFile<T>(folder: string, name: string): T | undefined {
  const file = join(folder, name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}

type Headers = Readonly<Record<string, string>>

/** Headers of all pages and files. */
const safetyOf = (baseUrl: string): Headers => ({
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions,
  ...(baseUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {}),
})

const html: Headers = { 'content-type': 'text/html; charset=utf-8' }

/** Headers of a page; `isEmbed` lets others frame it. */
const pageHeaders = (safety: Headers, { isEmbed = false, isPublic = false }: RenderOptions = {}): Reply['headers'] => ({
  ...html,
  ...safety,
  'content-security-policy': contentPolicy(isEmbed ? 'frame-ancestors *' : notFramed),
  ...(isEmbed ? { 'x-frame-options': undefined } : {}),
  ...(isPublic ? { 'x-robots-tag': 'noindex' } : {}),
})

/** Answers for the files of the build in a folder; each keeps its address for ever. */
const createFiles = (folder: string, safety: Headers): RequestHandler =>
  sirv(folder, {
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

/** Answers with a file of the build, or with 404. */
function serveFile(
  files: RequestHandler | undefined,
  safety: Headers,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const missing = () => {
    const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
    response.writeHead(404, { ...safety, ...plain, 'x-content-type-options': 'nosniff' })
    response.end(request.method === 'HEAD' ? undefined : 'Not found\n')
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && files) files(request, response, missing)
  else missing()
}

/** The answer of a service whose pages are not built. */
const unbuilt = (headers: Reply['headers']): Reply => ({
  status: 503,
  body: 'The pages of this service are not built. `make build` makes them.\n',
  headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
})

/** Pages out of the build in `folder`; without one they say so. `call` is `tidemark` as the operator types it. */
export function createPages(options: { folder: string; baseUrl: string; call: string }): Pages {
  const { folder, baseUrl } = options
  const basePath = basePathOf(baseUrl)
  const manifest = readJsonFile<Manifest>(folder, 'manifest.json')
  const docs = readJsonFile<DocPage[]>(folder, 'docs.json') ?? []
  const spoken = ['en', ...Object.keys(manifest?.languages ?? {})]
  const safety = safetyOf(baseUrl)
  const files = manifest && createFiles(folder, safety)

  return {
    version: manifest?.version ?? '',
    render(facts, wanted = {}) {
      const headers = pageHeaders(safety, wanted)
      if (!manifest) return unbuilt(headers)
      const language = chooseLanguage(wanted.asked ?? {}, facts.user?.language ?? null, spoken)
      const all: Facts = {
        version: manifest.version,
        base_url: baseUrl,
        ...(pagesWithCommands.includes(facts.page) ? { call: options.call } : {}),
        ...(facts.page === 'account' ? { languages: spoken } : {}),
        ...facts,
        heading: headingIn(language, facts.heading),
      }
      const body = writeShell(manifest, basePath, all, { isPublic: wanted.isPublic ?? false, language })
      return { status: facts.status, body, headers }
    },
    renderDoc(name) {
      const doc = docs.find((one) => one.name === name)
      if (!manifest || !doc) return undefined
      const text = doc.html.replaceAll('href="/', `href="${basePath}/`)
      const body = `<main class="doc">\n<p><a href="${basePath}/">Tidemark</a></p>\n${text}</main>`
      const page = { title: doc.title, styles: manifest.pages.error.styles, body }
      return { status: 200, body: writeDocument(manifest, basePath, page), headers: pageHeaders(safety) }
    },
    redirect: (location) => ({
      status: 302,
      headers: { ...safety, location: location.startsWith('/') ? basePath + location : location },
    }),
    serveFile: (request, response) => serveFile(files, safety, request, response),
  }
}
