// Serves the tracker: named scripts by their set of features, and one script per site with its options put in.
// The bundles are made by tracker/build.ts; nothing is compiled here.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { projectPath } from '../../paths.ts'
import { daySeconds } from '../../rules/durations.ts'
import { type ScriptOptions, scriptSwitches } from '../../rules/tracker-options.ts'

/** Services the routes need from outside. */
export interface TrackerCollaborators {
  /** Public address of the service, with or without a slash at its end. */
  baseUrl: string
  /** The options behind a configuration id, as they are now. */
  findTrackerConfig: (id: string) => Promise<ScriptOptions | null | undefined>
  /** Hears of each request that gets a script. */
  onScript?: (req: IncomingMessage) => void
  /** Hears of what went wrong behind a 503. */
  onError?: (error: unknown) => void
}

interface Bundles {
  features: string[]
  scripts: Record<string, string>
  site: string
  embed: string
}

type Encoding = 'br' | 'gzip' | 'identity'

interface Variant {
  body: Buffer
  etag: string
}

/** Names of one script. Plugins and older snippets of the other tracker ask for the last four. */
const baseNames: ReadonlySet<string> = new Set(['script', 'analytics', 'plausible', 'index', 'p'])
/** The script for pages around embedded dashboards. */
const embedName = 'embed.host'
/** Suffixes that change nothing: what they once switched on is always on (spec/tracker 13). */
const alwaysOn: ReadonlySet<string> = new Set(['compat', 'exclusions', 'pageleave', 'revenue'])
const optionsMark = '__TIDEMARK_OPTIONS__'

/** The site script of a site whose visitors run none: a tag that was left on a page does nothing. */
const offScript = '// This site counts without a script.\n'

/** Longer names cannot be made of known suffixes without repetition for its own sake. */
const fileNameCharactersMax = 300
/** Compressed scripts kept: all 256 sets of features in three encodings, and the busiest sites; about 2.5 kB each. */
const variantsMax = 3000

const namedCache = `public, max-age=${daySeconds}, must-revalidate`
const siteCache = 'public, max-age=60, no-transform'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A script and how long it may be kept. */
interface Script {
  readonly code: string
  readonly cache: string
}

/** The scripts of the build, by name. */
function createScripts({ baseUrl, findTrackerConfig }: TrackerCollaborators) {
  const endpoint = baseUrl.replace(/\/+$/, '') + '/api/event'
  const path = new URL(endpoint).pathname
  let bundles: Bundles | undefined

  return async (name: string): Promise<Script | undefined> => {
    bundles ??= readBundles()
    if (name === embedName) return { code: bundles.embed, cache: namedCache }
    const site = /^(?:s|pa)-([\w-]+)$/.exec(name)
    if (site) {
      const options = await findTrackerConfig(site[1] as string)
      if (options === null) return { code: offScript, cache: siteCache }
      return options && { code: putOptions(bundles.site, options, endpoint), cache: siteCache }
    }
    const key = parseFeatures(name, bundles.features)
    if (key === undefined) return undefined
    // They send to the host that they came from, below the path of BASE_URL.
    const code = (bundles.scripts[key] as string).replaceAll('"/api/event"', JSON.stringify(path))
    return { code, cache: namedCache }
  }
}

/** Compressed scripts, made once. */
function createVariants() {
  const variants = new LRUCache<string, Promise<Variant>>({ max: variantsMax })

  return (code: string, encoding: Encoding): Promise<Variant> => {
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 22)
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
    let variant = variants.get(etag)
    if (!variant) {
      variant = compress(code, encoding).then((body) => ({ body, etag }))
      variants.set(etag, variant)
    }
    return variant
  }
}

/** Sends a script, or the 304 to a client that has it. */
function send(
  req: IncomingMessage,
  res: ServerResponse,
  { cache }: Script,
  encoding: Encoding,
  { body, etag }: Variant,
): void {
  res.setHeader('cache-control', cache)
  res.setHeader('vary', 'Accept-Encoding')
  res.setHeader('etag', etag)
  if (matches(req.headers['if-none-match'], etag)) {
    res.writeHead(304)
    res.end()
    return
  }
  res.setHeader('content-type', 'application/javascript')
  if (encoding !== 'identity') res.setHeader('content-encoding', encoding)
  res.writeHead(200, { 'content-length': body.length })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Handles the paths below /js/ (spec/tracker 13 and 14, spec/management 9). */
export function createTrackerRoutes(collaborators: TrackerCollaborators) {
  const findScript = createScripts(collaborators)
  const findVariant = createVariants()

  async function answer(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.setHeader('x-content-type-options', 'nosniff')
    res.setHeader('cross-origin-resource-policy', 'cross-origin')
    res.setHeader('access-control-allow-origin', '*')
    const file = /^\/js\/([\w.-]+)\.js$/.exec(path)
    const script = file && path.length <= fileNameCharactersMax ? await findScript(file[1] as string) : undefined
    if (!script) return refuse(req, res, 404, 'Not found')
    collaborators.onScript?.(req)
    const encoding = chooseEncoding(req.headers['accept-encoding'])
    send(req, res, script, encoding, await findVariant(script.code, encoding))
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '').split('?')[0] as string
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!isRead) {
      res.setHeader('allow', 'GET, HEAD')
      return refuse(req, res, 405, 'Method not allowed')
    }
    try {
      await answer(path, req, res)
    } catch (error) {
      collaborators.onError?.(error)
      if (res.headersSent) res.destroy()
      else refuse(req, res, 503, 'Service unavailable')
    }
  }

  return { handle }
}

function refuse(req: IncomingMessage, res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': text.length })
  res.end(req.method === 'HEAD' ? undefined : text)
}

function readBundles(): Bundles {
  const path = projectPath('tracker', 'dist', 'scripts.json.br')
  try {
    return JSON.parse(brotliDecompressSync(readFileSync(path)).toString())
  } catch (cause) {
    throw new Error(`${path} cannot be read; make it with \`npm run build\``, { cause })
  }
}

/**
 * The key of the bundle for a name such as `script.hash.local`, in whatever order and however often its suffixes come.
 */
function parseFeatures(name: string, features: readonly string[]): string | undefined {
  const [base, ...suffixes] = name.split('.')
  if (!baseNames.has(base as string)) return undefined
  if (!suffixes.every((suffix) => alwaysOn.has(suffix) || features.includes(suffix))) return undefined
  return features.filter((feature) => suffixes.includes(feature)).join('.')
}

/** Puts a site's options into the site script as a literal that no domain can break out of (spec/management 9). */
function putOptions(code: string, options: ScriptOptions, endpoint: string): string {
  const literal: Record<string, string | true> = { domain: options.domain, endpoint }
  for (const [, option] of scriptSwitches) if (options[option]) literal[option] = true
  // Beyond ASCII, everything is escaped as well: the script is read in the encoding of the page that loads it.
  const text = JSON.stringify(literal).replace(
    /[<>\u007f-\uffff]/g,
    (part) => '\\u' + part.charCodeAt(0).toString(16).padStart(4, '0'),
  )
  return code.split(optionsMark).join(text)
}

async function compress(code: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return compressBrotli(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  return encoding === 'gzip' ? compressGzip(code, { level: 9 }) : Buffer.from(code)
}

function chooseEncoding(header: string | string[] | undefined): Encoding {
  const accepted = new Map<string, number>()
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((text) => text.startsWith('q='))
    accepted.set(name as string, quality ? Number(quality.slice(2)) : 1)
  }
  const any = accepted.get('*') ?? 0
  return (['br', 'gzip'] as const).find((encoding) => (accepted.get(encoding) ?? any) > 0) ?? 'identity'
}

function matches(header: string | undefined, etag: string): boolean {
  return !!header && header.split(',').some((tag) => ['*', etag, 'W/' + etag].includes(tag.trim()))
}
