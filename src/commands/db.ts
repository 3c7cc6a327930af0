// `tidemark db`: the private database by itself, for psql and for tools that want a DATABASE_URL.

import { startPrivate, stopPrivate } from '../../tools/private-db/private.ts'
import { loadRunConfig, stateFolder } from '../config.ts'
import type { Command } from './command.ts'

export const command: Command = {
  name: 'db',
  summary: 'Start the private database and print its address',
  usage: 'tidemark db [--stop] [--json]',
  help: `Starts the private TimescaleDB of .tidemark/ if it does not run, leaves it running in
the background and prints its address as the last line. With DATABASE_URL set it
prints that. --stop ends it; the data stays.`,
  async run({ io, json, values }) {
    const config = loadRunConfig()
    if (values['stop']) {
      const stopped = await stopPrivate(stateFolder(), io.err)
      io.out(json ? JSON.stringify({ stopped }) : stopped ? 'stopped' : 'it was not running')
      return 0
    }
    const options = { home: stateFolder(), purpose: 'run' as const, log: io.err, keep: true }
    const url =
      config.databaseUrl ??
      (await startPrivate({ ...options, aptMirror: config.aptMirror, cacheHome: config.cacheHome })).url
    io.out(json ? JSON.stringify({ url }) : url)
    return 0
  },
}
