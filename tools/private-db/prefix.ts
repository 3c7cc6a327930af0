// Debian's PostgreSQL 17 with TimescaleDB, unpacked into a folder of its own: signed packages through an isolated apt
// state, no root, no compiler, nothing installed on the host.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withLock } from './lock.ts'

const run = promisify(execFile)

const release = 'trixie'
const wanted = ['postgresql-17', 'postgresql-17-timescaledb']
const kept = /^(lib|zlib1g$|postgresql-17|postgresql-client-17$)/
// Files that a private server never loads: 130 of 190 MB.
const leftOut =
  /^(libllvm|libperl|lib.*-perl$|libz3|libdb5|libgdbm|libncurses|libproc|libpam-modules|libc-bin|libc-l10n|libsemanage|libdebconf)/

/** One Debian source of this machine. */
export type AptSource = { uri: string; keyring: string | undefined }

/**
 * Reads the text of one apt source file, in either format, and returns its binary Debian-like sources with their
 * suites.
 */
export function parseAptSources(
  text: string,
  deb822: boolean,
): Array<AptSource & { suites: string[]; components: string[] }> {
  if (!deb822) {
    return text.split('\n').flatMap((line) => {
      const found = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s*(.*)$/.exec(line.replace(/#.*/, ''))
      if (!found) return []
      const keyring = /signed-by=(\/\S+)/i.exec(found[1] ?? '')?.[1]
      return [
        {
          uri: found[2] ?? '',
          keyring,
          suites: [found[3] ?? ''],
          components: (found[4] ?? '').split(/\s+/).filter(Boolean),
        },
      ]
    })
  }
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .split(/\n\s*\n/)
    .flatMap((stanza) => {
      const fields = new Map<string, string>()
      let last = ''
      for (const line of stanza.split('\n')) {
        const field = /^([A-Za-z-]+):\s*(.*)$/.exec(line)
        if (field) last = (field[1] ?? '').toLowerCase()
        if (field) fields.set(last, field[2] ?? '')
        else if (/^\s/.test(line)) fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`)
      }
      const words = (name: string) => (fields.get(name) ?? '').split(/\s+/).filter(Boolean)
      if (!words('types').includes('deb') || /^no$/i.test(fields.get('enabled') ?? '')) return []
      const signedBy = words('signed-by')[0]
      const keyring = signedBy?.startsWith('/') ? signedBy : undefined
      return words('uris').map((uri) => ({ uri, keyring, suites: words('suites'), components: words('components') }))
    })
}

const debianSuites = /^(bullseye|bookworm|trixie|forky|sid|oldoldstable|oldstable|stable|testing|unstable)$/

async function systemSource(): Promise<AptSource | undefined> {
  const folder = '/etc/apt/sources.list.d'
  const names = (await readdir(folder).catch(() => [])).sort().map((name) => join(folder, name))
  for (const path of ['/etc/apt/sources.list', ...names]) {
    if (!/\.(list|sources)$/.test(path)) continue
    const text = await readFile(path, 'utf8').catch(() => '')
    for (const source of parseAptSources(text, path.endsWith('.sources'))) {
      if (source.components.includes('main') && source.suites.some((suite) => debianSuites.test(suite))) return source
    }
  }
  return undefined
}

const needsDatabase = 'Set PRIVATE_DATABASE=postgres or DATABASE_URL, or use docker compose.'
const tools = ['/usr/bin/apt-get', '/usr/bin/apt-config', '/usr/bin/dpkg']

async function preflight(mirror: string | undefined): Promise<AptSource> {
  if (process.platform !== 'linux') throw new Error(`The private database needs Linux with apt. ${needsDatabase}`)
  for (const tool of tools) {
    if (!existsSync(tool)) throw new Error(`The private database needs ${tool}, which is not here. ${needsDatabase}`)
  }
  const system = await systemSource()
  const keyring = system?.keyring ?? '/usr/share/keyrings/debian-archive-keyring.gpg'
  if (!existsSync(keyring)) throw new Error(`Debian's archive keyring is missing (${keyring}). ${needsDatabase}`)
  const uri = mirror ?? system?.uri
  if (!uri) throw new Error(`No Debian mirror in the apt sources: set TIDEMARK_APT_MIRROR to one. Or: ${needsDatabase}`)
  return { uri, keyring }
}

// Proxies and clocks are the host's business; hooks and preferences are not ours to run.
const hostSettings = /^Acquire::(http|https|ftp|Retries|Check-Valid-Until|Check-Date|ForceIPv4|ForceIPv6)\b/

async function writeAptState(
  folder: string,
  source: AptSource,
  arch: string,
): Promise<(...args: string[]) => Promise<string>> {
  for (const name of [
    'lists/partial',
    'cache/archives/partial',
    'etc/apt.conf.d',
    'etc/preferences.d',
    'etc/sources.list.d',
    'debs',
  ]) {
    await mkdir(join(folder, name), { recursive: true })
  }
  const host = (await run('apt-config', ['dump'], { maxBuffer: 1 << 24 })).stdout
    .split('\n')
    .filter((line) => hostSettings.test(line))
  const settings: Record<string, string> = {
    'APT::Architecture': arch,
    'APT::Architectures': arch,
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'Dir::State': folder,
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc': join(folder, 'etc'),
    'Dir::Etc::trusted': '/dev/null',
    'Dir::Etc::trustedparts': '/dev/null',
    'Dir::Etc::netrc': '/etc/apt/auth.conf',
    'Dir::Etc::netrcparts': '/etc/apt/auth.conf.d/',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";`)
  await writeFile(join(folder, 'apt.conf'), `${[...lines, ...host].join('\n')}\n`)
  await writeFile(join(folder, 'status'), '')
  await writeFile(join(folder, 'etc/sources.list'), `deb [signed-by=${source.keyring}] ${source.uri} ${release} main\n`)
  return async (...args) => {
    const command = [`APT_CONFIG=${join(folder, 'apt.conf')}`, 'LC_ALL=C', 'apt-get', ...args]
    try {
      return (await run('/usr/bin/env', command, { cwd: join(folder, 'debs'), maxBuffer: 1 << 24 })).stdout
    } catch (error) {
      const said = (error as { stderr?: string }).stderr?.trim().split('\n').slice(-4).join('; ')
      throw new Error(
        `apt-get ${args[0]} failed for ${source.uri}: ${said}. TIDEMARK_APT_MIRROR overrides the mirror. ${needsDatabase}`,
      )
    }
  }
}

/** The newest complete prefix in a cache folder, if there is one. */
async function findPrefix(cache: string, arch: string): Promise<string | undefined> {
  const names = (await readdir(cache).catch(() => [])).filter(
    (name) => name.startsWith(`postgres-17-${arch}-`) && !name.endsWith('.part'),
  )
  const newest = names.sort(new Intl.Collator('en', { numeric: true }).compare).at(-1)
  return newest ? join(cache, newest) : undefined
}

async function findLoader(root: string): Promise<{ loader: string; libraries: string[] }> {
  const libraries: string[] = []
  let loader: string | undefined
  for (const base of ['usr/lib', 'lib', 'lib64', 'usr/lib64']) {
    for (const name of await readdir(join(root, base)).catch(() => [])) {
      const files = /^ld-linux/.test(name) ? [] : await readdir(join(root, base, name)).catch(() => [])
      if (!files.some((file) => /\.so(\.|$)/.test(file))) continue
      if (/linux-gnu/.test(name)) libraries.push(join(base, name))
      const found = files.find((file) => /^ld-linux.*\.so\.\d+$/.test(file))
      if (found) loader ??= join(base, name, found)
    }
  }
  if (!loader) throw new Error('the unpacked C library has no loader')
  return { loader, libraries }
}

/** Puts a small script in place of each binary, which starts it with the prefix's own loader and libraries. */
async function writeWrappers(root: string, home: string): Promise<void> {
  const { loader, libraries } = await findLoader(root)
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const path = libraries.map((folder) => join(home, folder)).join(':')
  const bin = 'usr/lib/postgresql/17/bin'
  await mkdir(join(root, 'libexec'), { recursive: true })
  for (const name of await readdir(join(root, bin))) {
    await rename(join(root, bin, name), join(root, 'libexec', name))
    const command = `${quote(join(home, loader))} --library-path ${quote(path)} --argv0 "$0" ${quote(join(home, 'libexec', name))} "$@"`
    await writeFile(join(root, bin, name), `#!/bin/sh\nexec ${command}\n`)
    await chmod(join(root, bin, name), 0o755)
  }
}

/** The two private databases there are. */
export type PrivateKind = 'timescale' | 'postgres'

/** Where the programs are and where the extension's share files are. */
export type Prefix = { home: string; bin: string; major: number; kind: PrivateKind }

/** The version of PostgreSQL that is unpacked. */
export const debianMajor = 17

/** True when this machine can unpack Debian's packages. */
export const hasApt = (): boolean => process.platform === 'linux' && tools.every((tool) => existsSync(tool))

/** Finds the unpacked server in `cache`, or fetches it. 10 to 25 s the first time, about 60 MB. */
export async function ensurePrefix(cache: string, log: (message: string) => void, mirror?: string): Promise<Prefix> {
  const arch = (await run('dpkg', ['--print-architecture']).catch(() => ({ stdout: '' }))).stdout.trim()
  const asPrefix = (home: string): Prefix => ({
    home,
    bin: join(home, 'usr/lib/postgresql/17/bin'),
    major: debianMajor,
    kind: 'timescale',
  })
  const ready = arch && (await findPrefix(cache, arch))
  if (ready) return asPrefix(ready)
  const source = await preflight(mirror)
  return withLock(`prefix ${cache}`, log, async () => {
    const made = await findPrefix(cache, arch)
    if (made) return asPrefix(made)
    log(`fetching PostgreSQL 17 with TimescaleDB from ${source.uri} (about 60 MB, once)`)
    const state = join(cache, `apt-${process.pid}.part`)
    try {
      const apt = await writeAptState(state, source, arch)
      await apt('update', '-qq')
      const closure = (await apt('-s', 'install', ...wanted)).matchAll(/^Inst (\S+) \((\S+) /gm)
      const packages = [...closure].map((match) => ({ name: match[1] ?? '', version: match[2] ?? '' }))
      const version = packages.find((each) => each.name === 'postgresql-17')?.version
      if (!version) throw new Error(`${source.uri} has no postgresql-17 for ${release}. ${needsDatabase}`)
      const needed = packages.filter(({ name }) => kept.test(name) && !leftOut.test(name))
      await apt('-qq', 'download', ...needed.map(({ name, version: exact }) => `${name}=${exact}`))
      const home = join(cache, `postgres-17-${arch}-${version.replace(/[^\w.+~-]/g, '_')}`)
      const root = `${home}.part`
      await rm(root, { recursive: true, force: true })
      await mkdir(root, { recursive: true })
      for (const deb of await readdir(join(state, 'debs'))) await run('dpkg', ['-x', join(state, 'debs', deb), root])
      await Promise.all(
        ['usr/share/doc', 'usr/share/man', 'usr/share/locale'].map((name) =>
          rm(join(root, name), { recursive: true, force: true }),
        ),
      )
      await writeWrappers(root, home)
      await chmod(root, 0o755)
      await rename(root, home)
      return asPrefix(home)
    } finally {
      await rm(state, { recursive: true, force: true })
    }
  })
}
