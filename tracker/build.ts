// Builds the tracker: every set of features of the script form, the site script, and the package. Fails when a size
// limit is passed.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { minify } from '@swc/core'
import * as esbuild from 'esbuild'
import { projectPath } from '../src/paths.ts'
import { constantOf, scriptSuffixes } from '../src/rules/tracker-options.ts'
import * as constants from './src/constants.ts'

const folder = projectPath('tracker')

/** Brotli bytes; the base script is pageviews, engagement, custom events and exclusions (spec/tracker 15). */
const LIMITS: Readonly<Record<string, number>> = {
  'script.js': 1475,
  'all features': 2238,
  'site script': 2612,
  package: 2600,
}

/** What `src/http/routes/tracker.ts` serves. */
interface Output {
  /** The suffixes that make a difference; other known ones are always on. */
  features: string[]
  /** By the features' suffixes, sorted and joined by dots. */
  scripts: Record<string, string>
  /** The script for pages around embedded dashboards. */
  embed: string
  /** The site script, with the placeholder `__TIDEMARK_OPTIONS__`. */
  site: string
}

const common = { target: 'es2017', charset: 'ascii', legalComments: 'none', logLevel: 'error' } as const

// As literals, which is shorter than a variable that all parts of a script share.
const { DEFAULT_FILE_TYPES: _list, ...shared } = constants
const names = Object.fromEntries(Object.entries(shared).map(([name, value]) => [name, JSON.stringify(value)]))

async function bundle(entry: string): Promise<string> {
  const result = await esbuild.build({
    ...common,
    entryPoints: [join(folder, 'src', entry)],
    define: names,
    bundle: true,
    // Puts constants where they are used; names stay readable for the second step.
    minifySyntax: true,
    format: 'esm',
    write: false,
  })
  return result.outputFiles[0]!.text
}

// The bundle is made once; what a set of flags switches off is folded away here.
async function fold(code: string, format: 'iife' | 'esm', flags: Record<string, string>): Promise<string> {
  const result = await esbuild.transform(code, { ...common, format, define: flags, minify: true, treeShaking: true })
  return shorten(result.code, format)
}

// A second minifier makes the text 5 % shorter: it drops what the first one leaves as unused. Both need only a build.
async function shorten(code: string, format: 'iife' | 'esm'): Promise<string> {
  const result = await minify(code, {
    compress: { passes: 3, ecma: 2017, unsafe: true, unsafe_arrows: true, hoist_vars: true, keep_fargs: false },
    mangle: true,
    ecma: 2017,
    module: format === 'esm',
    format: { ascii_only: true, ecma: 2017 },
  })
  return result.code.trim()
}

async function foldScripts(code: string): Promise<Record<string, string>> {
  const scripts: Record<string, string> = {}
  for (let set = 0; set < 2 ** scriptSuffixes.length; set++) {
    const isChosen = (_: string, index: number): boolean => (set & (1 << index)) !== 0
    const flags = Object.fromEntries(
      scriptSuffixes.map((suffix, index) => [`FEATURES.${constantOf(suffix)}`, String(isChosen(suffix, index))]),
    )
    const name = scriptSuffixes.filter(isChosen).join('.')
    scripts[name] = await fold(code, 'iife', { ...flags, CLASSIC: 'true', PACKAGE: 'false' })
  }
  return scripts
}

export interface BuildOptions {
  /** The package sends to `{baseUrl}/api/event` unless told otherwise. */
  baseUrl?: string
  /** Where the package's module goes. */
  packageFolder?: string
}

/** Builds the scripts into tracker/dist and the package into its own dist; gives the lines of the size report. */
export async function build(options: BuildOptions = {}): Promise<string[]> {
  const { baseUrl = process.env.BASE_URL || 'http://localhost:8000', packageFolder = join(folder, 'package', 'dist') } =
    options
  const [script, module, host] = await Promise.all(['script.ts', 'package.ts', 'embed-host.ts'].map(bundle))
  if (script === undefined || module === undefined || host === undefined) throw new Error('an entry is missing')
  const scripts = await foldScripts(script)
  const embed = await fold(host, 'iife', {})
  const site = await fold(script, 'iife', { CLASSIC: 'false', PACKAGE: 'false' })
  const endpoint = JSON.stringify(baseUrl.replace(/\/+$/, '') + '/api/event')
  const index = await fold(module, 'esm', { CLASSIC: 'false', PACKAGE: 'true', DEFAULT_ENDPOINT: endpoint })
  if (site.split('__TIDEMARK_OPTIONS__').length !== 2)
    throw new Error('the site script needs its placeholder exactly once')

  const output: Output = { features: scriptSuffixes, scripts, site, embed }
  // The scripts are variations of one text: a megabyte becomes a few kilobytes.
  await replace(join(folder, 'dist', 'scripts.json.br'), compress(JSON.stringify(output), 9))
  await replace(join(packageFolder, 'index.js'), index + '\n')

  const all = Object.entries(scripts).filter(([name]) => !name.includes('manual'))
  const largest = all.reduce((a, b) => (compress(b[1], 11).length > compress(a[1], 11).length ? b : a))
  return report({ 'script.js': scripts[''] as string, 'all features': largest[1], 'site script': site, package: index })
}

// A reader, such as a test beside this one, sees the old file or the new one, never half of it.
async function replace(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.${process.pid}`, content)
  await rename(`${path}.${process.pid}`, path)
}

function compress(text: string, quality: number): Buffer {
  return brotliCompressSync(text, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_LGWIN]: 24 },
  })
}

function report(files: Record<string, string>): string[] {
  const lines = ['tracker            raw   gzip brotli  limit']
  const tooLarge: string[] = []
  for (const [name, code] of Object.entries(files)) {
    const limit = LIMITS[name] as number
    const size = compress(code, 11).length
    const columns = [code.length, gzipSync(code, { level: 9 }).length, size, limit].map((bytes) =>
      String(bytes).padStart(6),
    )
    lines.push(name.padEnd(15) + columns.join(' '))
    if (size > limit) tooLarge.push(`${name}: ${size} bytes of brotli, ${limit} allowed`)
  }
  if (tooLarge.length) throw new Error(`the tracker is too large\n${lines.join('\n')}\n${tooLarge.join('\n')}`)
  return lines
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log((await build()).join('\n'))
}
