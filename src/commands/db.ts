// `tidemark db`: the private database by itself, for psql and for tools that want a DATABASE_URL; and backups, with
// programs that fit the server.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPrograms, programsMajor, startPrivate, stopPrivate } from '../../tools/private-db/private.ts'
import { nameCommands } from '../calling.ts'
import { loadCall, loadRunConfig, type RunConfig, stateFolder } from '../config.ts'
import { dumpDatabase, findVersion, inspectServer, restoreDatabase } from '../db/dump.ts'
import { migrate } from '../db/migrate.ts'
import { isPackaged } from '../paths.ts'
import { type Command, type Invocation, type Io, optional, UsageError, type Values } from './command.ts'
import { atMostOne, flag, may } from './options.ts'

const placeOf = ({ privateDatabase, aptMirror, cacheHome }: RunConfig, io: Io) => ({
  kind: privateDatabase,
  home: stateFolder(),
  purpose: 'run' as const,
  isPackaged,
  log: io.err,
  aptMirror,
  cacheHome,
})

/** Runs the work on the database of the settings: the private one is started for it, and ended unless it was in use. */
async function withDatabase<T>(config: RunConfig, io: Io, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return await work(config.databaseUrl)
  const database = await startPrivate(placeOf(config, io))
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

/**
 * The folder of programs that fit a server: the machine's programs if they have its version, else the private
 * database's, which are fetched if need be, else newer programs of the machine (''). Without any it throws, and says
 * how to get them.
 */
async function findProgramsFor(major: number, config: RunConfig, io: Io): Promise<string> {
  const own =
    config.databaseUrl === undefined && major <= programsMajor
      ? undefined
      : await findVersion('pg_dump', { folder: '', environment: config.environment })
  if (own === major) return ''
  const none = `no pg_dump and pg_restore of PostgreSQL ${major} here: install postgresql-client-${major}`
  try {
    if (major <= programsMajor) return await findPrograms(placeOf(config, io))
  } catch (error) {
    if (own === undefined || own < major) throw new Error(`${none}. ${(error as Error).message}`)
  }
  if (own !== undefined && own > major) return ''
  throw new Error(none)
}

/** Hears of the signals that end a command while programs of others run for it. */
function stoppable(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort(new Error('stopped')))
  return stop.signal
}

async function dump(file: string, config: RunConfig, { io, json, values }: Invocation): Promise<void> {
  if (config.databaseUrl === undefined && !existsSync(join(stateFolder(), 'database-url')))
    throw new Error('DATABASE_URL is not set, and no private database was ever started here: there is nothing to dump')
  const { environment } = config
  const withoutSalts = values['without-salts'] === true
  const { bytes, warnings } = await withDatabase(config, io, async (url) => {
    const { major, isMade } = await inspectServer(url)
    if (!isMade) throw new Error('the database has no tidemark tables: there is nothing to dump')
    const folder = await findProgramsFor(major, config, io)
    return await dumpDatabase(url, file, { folder, environment, withoutSalts, signal: stoppable() })
  })
  for (const warning of warnings) io.err(warning)
  io.out(json ? JSON.stringify({ file, bytes }) : `dumped into ${file} (${bytes} bytes)`)
}

async function restore(file: string, config: RunConfig, { io, json }: Invocation): Promise<void> {
  const { roles, applied } = await withDatabase(config, io, async (url) => {
    const { major } = await inspectServer(url)
    const folder = await findProgramsFor(major, config, io)
    const named = await restoreDatabase(url, file, { folder, environment: config.environment, signal: stoppable() })
    return { roles: named, ...(await migrate(url)) }
  })
  if (json) {
    io.out(JSON.stringify({ file, roles, applied }))
    return
  }
  io.out(`restored ${file}${applied.length > 0 ? `, and migrated: ${applied.join(', ')}` : ''}`)
  if (roles.length > 0) io.out(`A dump holds no grants: run docs/roles.sql again (it names ${roles.join(', ')})`)
  io.out(nameCommands('`tidemark rollup verify` compares every kept sum with the rows.', loadCall()))
}

/** The one thing that is asked for; undefined: that the database runs. */
function actionOf(values: Values): readonly [action: 'stop' | 'dump' | 'restore', file: string] | undefined {
  const action = (['stop', 'dump', 'restore'] as const).find((name) => values[name] !== undefined)
  const file = action === undefined ? undefined : optional(values, action)
  if (file === '') throw new UsageError(`--${action} names no file`)
  return action && [action, file ?? '']
}

export const command: Command = {
  name: 'db',
  summary: 'Start the private database and print its address; dump and restore a database',
  options: atMostOne({
    stop: flag('end the private database, and keep its data'),
    dump: may('FILE', 'the file to write the database into'),
    'without-salts': { ...flag('leave out the salts that visitor ids are computed with'), goesWith: 'dump' },
    restore: may('FILE', 'the file to read, into an empty database'),
  }),
  help: `Starts the private database of the state folder in the background, if it is not running,
and prints its address as the last line. With DATABASE_URL set, it prints that address.
--stop stops the private database and keeps its data.

--dump writes the database of DATABASE_URL, or the private one, to a file that only its
owner can read. An existing file is replaced once the new one is complete. The service can
keep running. --without-salts leaves out the salts that visitor ids are computed with.
--restore loads such a file into an empty database, as a superuser, and migrates it.
Both use pg_dump and pg_restore of the server's version, from this machine or from the
private database.`,
  async run(invocation) {
    const { io, json, values } = invocation
    const [action, file] = actionOf(values) ?? []
    const config = loadRunConfig()
    if (action === 'dump') await dump(file!, config, invocation)
    else if (action === 'restore') await restore(file!, config, invocation)
    else if (action === 'stop') {
      const stopped = await stopPrivate(stateFolder(), io.err)
      io.out(json ? JSON.stringify({ stopped }) : stopped ? 'stopped' : 'it was not running')
    } else {
      const url = config.databaseUrl ?? (await startPrivate({ ...placeOf(config, io), keep: true })).url
      io.out(json ? JSON.stringify({ url }) : url)
    }
    return 0
  },
}
