// Builds the pages: one file of what all pages share, one a page, one for each part that is loaded on demand. Fails
// when a size limit is passed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrotliOptions, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import * as esbuild from 'esbuild'
import { projectPath } from '../src/paths.ts'
import { languageCodes } from '../src/rules/languages.ts'
import { makeDocs } from './docs.ts'
import { makeFlags } from './flags.ts'
import { loadTables, wordsPlugin } from './languages.ts'
import { makeMarks } from './marks.ts'
import { trimUplot } from './trim-uplot.ts'
import { writeWorld } from './world.ts'

const root = projectPath()

interface Page {
  readonly entry: string
  readonly styles: string
  /** Parts on demand that the page will need at once: they are fetched beside it. */
  readonly preload?: readonly string[]
}

const page = (name: string): Page => ({ entry: `web/src/pages/${name}.tsx`, styles: 'web/src/styles/pages.css' })

const PAGES: Readonly<Record<string, Page>> = {
  login: page('login'),
  setup: page('setup'),
  invite: page('invite'),
  reset: page('reset'),
  sites: page('sites'),
  'add-site': page('add-site'),
  account: page('account'),
  settings: page('settings'),
  error: page('error'),
  'share-password': page('share-password'),
  unsubscribe: page('unsubscribe'),
  ignore: page('ignore'),
  dashboard: {
    entry: 'web/src/pages/dashboard.tsx',
    styles: 'web/src/styles/dashboard.css',
    preload: ['web/src/dashboard/later.ts'],
  },
}

/** What every page has: kept by the browser from one page to the next. */
const CORE = 'web/src/core.ts'

/** Brotli bytes, the most a page may have; before the first numbers means without what is only preloaded. */
const LIMITS: readonly (readonly [name: string, page: string, of: (files: PageFiles) => readonly string[], number])[] =
  [
    ['sign in', 'login', (files) => [...files.scripts, ...files.modulepreload], 15_000],
    ['dashboard', 'dashboard', (files) => [...files.scripts, ...files.modulepreload], 60_000],
    ['dashboard, first numbers', 'dashboard', (files) => files.first, 38_000],
    ['styles', 'dashboard', (files) => files.styles, 10_000],
    ['styles of pages', 'sites', (files) => files.styles, 10_000],
  ]

/** Files that `src/http/page.ts` names in the head of a page. Paths begin with `/assets/`. */
export interface Manifest {
  readonly version: string
  readonly icon: string
  readonly pages: PagesOf
  /** The same pages in other languages. */
  readonly languages: Readonly<Record<string, PagesOf>>
}

type PagesOf = Readonly<Record<string, Pick<PageFiles, 'scripts' | 'styles' | 'modulepreload'>>>

interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly modulepreload: readonly string[]
  readonly first: readonly string[]
}

/** A file that is made, and what it may take from the files that are there before it. */
interface Bundle {
  readonly name: string
  readonly entry: string
  readonly parents: readonly Bundle[]
  /** Everything that is in it. */
  readonly modules: ReadonlySet<string>
  /** What later bundles take from it. */
  readonly shared: Set<string>
}

const options = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: ['chrome130', 'firefox131', 'safari18'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
  write: false,
  metafile: true,
} as const satisfies esbuild.BuildOptions

type Graph = esbuild.Metafile['inputs']

/** What a module needs at once, itself included; what it imports on demand is left to be found by `lazyImports`. */
function reach(graph: Graph, entry: string, without: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const queue = [entry]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path) || without.has(path)) continue
    found.add(path)
    for (const { path: next, kind } of graph[path]?.imports ?? []) if (kind !== 'dynamic-import') queue.push(next)
  }
  return found
}

function lazyImports(graph: Graph, modules: ReadonlySet<string>): string[] {
  const imports = [...modules].flatMap((path) => graph[path]?.imports ?? [])
  return imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path)
}

/** Parts on demand stand beneath the bundle that asks for them, and take from it what it has. */
function planBundles(graph: Graph, pages: Readonly<Record<string, Page>>): Bundle[] {
  const bundles: Bundle[] = []
  const add = (name: string, entry: string, parents: readonly Bundle[]) => {
    const without = new Set(parents.flatMap(({ modules }) => [...modules]))
    const bundle: Bundle = { name, entry, parents, modules: reach(graph, entry, without), shared: new Set() }
    bundles.push(bundle)
    for (const path of bundle.modules) {
      for (const next of graph[path]?.imports ?? []) {
        if (next.kind !== 'dynamic-import') parents.find((one) => one.modules.has(next.path))?.shared.add(next.path)
      }
    }
    const chain = [...parents, bundle]
    for (const path of lazyImports(graph, bundle.modules)) {
      const other = bundles.find((one) => one.entry === path)
      if (!other) add(nameOf(path), path, chain)
      else if (other.parents.some((parent) => !chain.includes(parent))) {
        throw new Error(`${path} is loaded by ${bundle.name} too: it has to be asked for by what all pages share`)
      }
    }
    return bundle
  }
  const core = add('core', CORE, [])
  for (const [name, { entry }] of Object.entries(pages)) add(name, entry, [core])
  return bundles
}

const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.\w+$/, '')

const exported = new Map<string, Promise<string[]>>()

async function findExports(path: string): Promise<string[]> {
  const { metafile } = await esbuild.build({ ...options, entryPoints: [path], outfile: 'x.js' })
  return metafile.outputs['x.js']?.exports ?? []
}

function exportsOf(path: string): Promise<string[]> {
  const found = exported.get(path) ?? findExports(path)
  exported.set(path, found)
  return found
}

/** Names under which modules of one bundle are known to the next; short, for they are not minified. */
class SharedNames {
  readonly #names = new Map<string, ReadonlyMap<string, string>>()
  readonly #used = new Set<string>()
  /** In the order of their paths: the same sources give the same files. */
  static async create(bundles: readonly Bundle[]): Promise<SharedNames> {
    const made = new SharedNames()
    let count = 0
    for (const path of [...new Set(bundles.flatMap(({ shared }) => [...shared]))].sort()) {
      const names = (await exportsOf(path)).sort()
      made.#names.set(path, new Map(names.map((name) => [name, `$${(count++).toString(36)}`])))
    }
    return made
  }

  /** Only what is taken: the rest of a module is left out of its bundle. */
  exportLines(path: string): string {
    const taken = [...(this.#names.get(path) ?? [])].filter(([, short]) => this.#used.has(short))
    const list = taken.map(([name, short]) => `${name} as ${short}`)
    return `export { ${list.join(', ')} } from ${JSON.stringify(`/${path}`)}\n`
  }

  /** Reads from a finished bundle what it takes from others. */
  noteUsed(code: string): void {
    for (const [, list = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*"\.\/[\w-]+\.js"/g)) {
      for (const name of list.split(',')) this.#used.add((name.split(' as ')[0] as string).trim())
    }
  }

  importLines(path: string, from: string): string {
    const list = [...(this.#names.get(path) ?? [])].map(([name, short]) => `${short} as ${name}`)
    return `export { ${list.join(', ')} } from ${JSON.stringify(from)}\n`
  }
}

interface Plan {
  readonly graph: Graph
  readonly bundles: readonly Bundle[]
  readonly names: SharedNames
  readonly version: string
  /** Puts in the words of another language. */
  readonly words?: esbuild.Plugin
}

async function compile(bundle: Bundle, { graph, bundles, names, version, words }: Plan): Promise<string> {
  const fileOf = (one: Bundle) => `./${one.name}-${version}.js`
  const plugin: esbuild.Plugin = {
    name: 'bundles',
    setup(build) {
      build.onResolve({ filter: /^entry$/ }, () => ({ path: 'entry', namespace: 'entry' }))
      build.onLoad({ filter: /.*/, namespace: 'entry' }, async () => {
        const shared = [...bundle.shared].sort().map((path) => names.exportLines(path))
        const entry = JSON.stringify(`/${bundle.entry}`)
        // A page's names are for nobody: only parts on demand are imported by what is outside.
        const isAsked = bundles.some((one) => lazyImports(graph, one.modules).includes(bundle.entry))
        const own = isAsked
          ? `export { ${(await exportsOf(bundle.entry)).join(', ')} } from ${entry}`
          : `import ${entry}`
        const contents = `${own}\n${shared.join('')}`
        return { contents, resolveDir: root, loader: 'js' }
      })
      build.onResolve({ filter: /.*/ }, async ({ path, pluginData, kind, importer, resolveDir }) => {
        if (pluginData === 'plain' || kind === 'entry-point') return
        if (path.startsWith('./') && path.endsWith(`-${version}.js`)) return { path, external: true }
        const plain =
          path.startsWith('/web/') || path.startsWith('/src/') || path.startsWith('/node_modules/') ? `.${path}` : path
        const from = plain === path ? resolveDir : root
        const found = await build.resolve(plain, { pluginData: 'plain', kind, importer, resolveDir: from })
        if (found.errors.length > 0) return found
        const file = relative(root, found.path)
        if (kind === 'dynamic-import') {
          const target = bundles.find(({ entry }) => entry === file)
          if (target) return { path: fileOf(target), external: true }
        }
        const parent = bundle.parents.find(({ modules }) => modules.has(file))
        return parent ? { path: file, namespace: 'parent', pluginData: fileOf(parent) } : found
      })
      build.onLoad({ filter: /.*/, namespace: 'parent' }, ({ path, pluginData }) => ({
        contents: names.importLines(path, pluginData as string),
        loader: 'js',
      }))
    },
  }
  const result = await esbuild.build({
    ...options,
    entryPoints: ['entry'],
    outfile: 'x.js',
    plugins: [trimUplot, plugin, ...(words ? [words] : [])],
  })
  return await tidyImports(result.outputFiles[0]?.text ?? '')
}

const importPattern = /import\{([^}]*)\}from"(\.\/[\w-]+\.js)";?/g

/**
 * esbuild takes all names of a module or none, a line a module: here only what the code has use for, a line a file. Read
 * as TypeScript the code loses the names that nothing uses; those that are left are looked for in the code itself.
 */
async function tidyImports(code: string): Promise<string> {
  const { code: lean } = await esbuild.transform(code, { loader: 'ts', format: 'esm', minifyWhitespace: true })
  const used = new Set([...lean.matchAll(importPattern)].flatMap(([, list = '']) => list.split(',')))
  const taken = new Map<string, string[]>()
  for (const [, list = '', path = ''] of code.matchAll(importPattern)) {
    taken.set(path, [...(taken.get(path) ?? []), ...list.split(',').filter((one) => used.has(one))])
  }
  const lines = [...taken].map(([path, names]) => `import{${names.join(',')}}from"${path}";`)
  return lines.join('') + code.replaceAll(importPattern, '')
}

async function analyse(pages: Readonly<Record<string, Page>>): Promise<Graph> {
  const entryPoints = [CORE, ...Object.values(pages).map(({ entry }) => entry)]
  const { metafile } = await esbuild.build({ ...options, entryPoints, outdir: 'x', splitting: true })
  return metafile.inputs
}

async function compileStyles(path: string): Promise<string> {
  const result = await esbuild.build({ ...options, entryPoints: [path], outfile: 'x.css' })
  return result.outputFiles[0]?.text ?? ''
}

/** Of everything that the pages come from: one version for all names, so that files may name each other. */
function versionOf(texts: readonly string[], graph: Graph): string {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
  for (const path of Object.keys(graph).sort()) hash.update(path).update(readFileSync(join(root, path)))
  for (const text of texts) hash.update(text)
  return hash.digest('hex').slice(0, 10)
}

/** The licences of what is bundled: they ask to be handed on. */
function collectLicences(graph: Graph): string {
  const packages = new Set([
    'country-flag-icons',
    ...Object.keys(graph).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  ])
  const texts = [...packages].sort().map((name) => {
    const file = ['LICENSE', 'LICENSE.md', 'license'].find((one) => existsSync(join(root, 'node_modules', name, one)))
    if (!file) throw new Error(`${name} has no licence file`)
    return `${name}\n\n${readFileSync(join(root, 'node_modules', name, file), 'utf8').trim()}\n`
  })
  return texts.join('\n----\n\n')
}

const compress = (text: string, quality: number, params: BrotliOptions['params'] = {}) =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length, ...params },
  })

/** Ways of brotli to write distances. Which of them is shortest depends on the text, by up to half a percent. */
const distances = [0, 1, 2, 3].flatMap((postfix) =>
  [0, 1, 2, 3].map((direct) => ({
    [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
    [constants.BROTLI_PARAM_NDIRECT]: direct << postfix,
  })),
)

/** The shortest form of a file that everybody waits for. */
const compressBest = (text: string) =>
  distances.map((params) => compress(text, 11, params)).reduce((a, b) => (b.length < a.length ? b : a))

const urlOf = (version: string, name: string, ending: string) => `/assets/${name}-${version}.${ending}`

/** The scripts of a plan by their addresses. */
async function scriptsOf(plan: Omit<Plan, 'names'>): Promise<Map<string, string>> {
  const { bundles, version } = plan
  const names = await SharedNames.create(bundles)
  const scripts = new Map<Bundle, string>()
  // Those that take before those that give, so that these know what is wanted.
  for (const bundle of [...bundles].sort((a, b) => b.parents.length - a.parents.length)) {
    const code = await compile(bundle, { ...plan, names })
    names.noteUsed(code)
    scripts.set(bundle, code)
  }
  const files = new Map<string, string>()
  for (const [{ name }, code] of scripts) {
    if (files.has(urlOf(version, name, 'js'))) throw new Error(`two scripts are called ${name}`)
    files.set(urlOf(version, name, 'js'), code)
  }
  return files
}

/** The files of each page. Styles have no words: they are those of the first build. */
function pagesOf(version: string, stylesVersion: string, files: ReadonlyMap<string, string>): [string, PageFiles][] {
  return Object.entries(PAGES).map(([name, { styles: sheet, preload = [] }]): [string, PageFiles] => {
    const first = [urlOf(version, name, 'js'), urlOf(version, 'core', 'js')]
    const beside = preload.map((path) => urlOf(version, nameOf(path), 'js'))
    const missing = beside.find((url) => !files.has(url))
    if (missing) throw new Error(`nothing is loaded on demand that would be ${missing}`)
    return [
      name,
      {
        scripts: first.slice(0, 1),
        modulepreload: [...first.slice(1), ...beside],
        styles: [urlOf(stylesVersion, nameOf(sheet), 'css')],
        first,
      },
    ]
  })
}

const listed = (pages: readonly [string, PageFiles][]): PagesOf =>
  Object.fromEntries(pages.map(([name, { first: _, ...rest }]) => [name, rest]))

/** The icon in the colour of the mark, which the styles have. */
function makeIcon(): string {
  const brand = /--brand: (#[0-9a-f]{6});/.exec(readFileSync(join(root, 'web/src/styles/tokens.css'), 'utf8'))?.[1]
  if (!brand) throw new Error('the styles have no --brand')
  return readFileSync(join(root, 'web/src/icon.svg'), 'utf8').replace('{{brand}}', brand)
}

/** Builds the pages into a folder, in English and these languages; gives the lines of the size report. */
export async function build(
  into = projectPath('dist', 'web'),
  languages: readonly string[] = languageCodes.filter((code) => code !== 'en'),
): Promise<string[]> {
  await writeWorld()
  const graph = await analyse(PAGES)
  const bundles = planBundles(graph, PAGES)
  const sheets = [...new Set(Object.values(PAGES).map(({ styles }) => styles))]
  const styles = await Promise.all(sheets.map(compileStyles))
  const icon = makeIcon()
  const [flags, marks, docs] = await Promise.all([makeFlags(), makeMarks(), makeDocs()])
  const loaded = await Promise.all(languages.map(async (code) => [code, await loadTables(code)] as const))
  // A language without tables is not offered.
  const spoken = loaded.filter(([, tables]) => tables.size > 0)
  const said = spoken.map(([code, tables]) => JSON.stringify([code, [...tables]]))
  const version = versionOf([...styles, icon, flags, marks, ...said], graph)

  const files = await scriptsOf({ graph, bundles, version })
  for (const [index, path] of sheets.entries()) files.set(urlOf(version, nameOf(path), 'css'), styles[index] as string)
  files.set(urlOf(version, 'icon', 'svg'), icon)
  files.set(urlOf(version, 'flags', 'svg'), flags)
  files.set(urlOf(version, 'marks', 'svg'), marks)
  files.set(urlOf(version, 'licences', 'txt'), collectLicences(graph))
  const pages = pagesOf(version, version, files)
  const inLanguages: Record<string, PagesOf> = {}
  for (const [code, tables] of spoken) {
    const own = `${version}-${code}`
    const scripts = await scriptsOf({ graph, bundles, version: own, words: wordsPlugin(tables) })
    inLanguages[code] = listed(pagesOf(own, version, scripts))
    for (const [url, text] of scripts) files.set(url, text)
  }
  const manifest: Manifest = {
    version,
    icon: urlOf(version, 'icon', 'svg'),
    pages: listed(pages),
    languages: inLanguages,
  }

  const sizes = new Map<string, number>()
  const awaited = new Set(pages.flatMap(([, { first }]) => first))
  for (const [url, text] of files) {
    const path = join(into, url)
    const isTranslated = languages.some((code) => url.endsWith(`-${code}.js`))
    const brotli = awaited.has(url) ? compressBest(text) : compress(text, isTranslated ? 9 : 11)
    sizes.set(url, brotli.length)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    await writeFile(`${path}.br`, brotli)
    await writeFile(`${path}.gz`, gzipSync(text, { level: 9 }))
  }
  await copyFile(join(root, 'web/src/favicon.ico'), join(into, 'favicon.ico'))
  await writeFile(join(into, 'docs.json'), JSON.stringify(docs))
  await writeFile(join(into, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of await readdir(join(into, 'assets'))) {
    if (!files.has(`/assets/${name.replace(/\.(br|gz)$/, '')}`)) await rm(join(into, 'assets', name))
  }
  return report(sizes, Object.fromEntries(pages))
}

function report(sizes: ReadonlyMap<string, number>, pages: Readonly<Record<string, PageFiles>>): string[] {
  const lines = ['pages                    brotli  limit']
  const tooLarge: string[] = []
  for (const [name, page, of, limit] of LIMITS) {
    const size = of(pages[page] as PageFiles).reduce((sum, url) => sum + (sizes.get(url) as number), 0)
    lines.push(name.padEnd(25) + [size, limit].map((bytes) => String(bytes).padStart(6)).join(' '))
    if (size > limit) tooLarge.push(`${name}: ${size} bytes of brotli, ${limit} allowed`)
  }
  if (tooLarge.length) throw new Error(`the pages are too large\n${lines.join('\n')}\n${tooLarge.join('\n')}`)
  return lines
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log((await build()).join('\n'))
}
