// The state folder: its place, and the files in it that stand for settings.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isPackaged, projectPath } from '../paths.ts'
import { readAll, type Values } from './declare.ts'
import { placeTable } from './settings.ts'

/** The folder of a person's data on this machine, as the system has it. */
function dataHomeOf({ dataHome, localData }: Values<typeof placeTable>): string {
  const local = join(homedir(), '.local', 'share')
  if (process.platform === 'win32') return localData ?? local
  return dataHome ?? (process.platform === 'darwin' ? join(homedir(), 'Library', 'Application Support') : local)
}

/**
 * Where the private database, the generated secret and the spool live: `.tidemark/` of a clone. The package is replaced
 * by the next version, so it keeps them among a person's data.
 */
export const stateFolder = (environment: NodeJS.ProcessEnv = process.env): string =>
  isPackaged ? join(dataHomeOf(readAll(environment, placeTable)), 'tidemark') : projectPath('.tidemark')

/** The mode of folders that their owner alone may read. */
const ownerOnly = 0o700
/** The private database of root runs as another account, which must pass through the folder but not list it. */
const passable = 0o711

/**
 * Takes the folders of the state folder from other accounts of the machine: those that an earlier version made could be
 * listed. Folders of other owners stay as they are, and so do SPOOL_DIR and DATA_DIR elsewhere.
 */
export function closeStateFolder(root: string = stateFolder()): void {
  const folders = ['spool', 'data', 'data/uploads'].map((name) => ({ path: join(root, name), mode: ownerOnly }))
  for (const { path, mode } of [{ path: root, mode: process.getuid?.() === 0 ? passable : ownerOnly }, ...folders])
    try {
      if (existsSync(path) && (statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    }
}

/** Reads the generated secret, or makes it: 32 random bytes, readable by the owner only. */
export function keepSecretKey(): string {
  const file = join(stateFolder(), 'secret-key')
  if (!existsSync(file)) {
    mkdirSync(stateFolder(), { recursive: true, mode: ownerOnly })
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/** The private database's address when one has been started (`tidemark db` writes it), else undefined. */
export function privateDatabaseUrl(): string | undefined {
  const file = join(stateFolder(), 'database-url')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
