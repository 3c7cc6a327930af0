// The state folder: where it is, and the files in it that stand for settings.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Reads the generated secret, or makes it: 32 random bytes, readable by the owner only. */
export function keepSecretKey(): string {
  const file = join(stateFolder(), 'secret-key')
  if (!existsSync(file)) {
    mkdirSync(stateFolder(), { recursive: true })
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
