// `tidemark data update`: newer geolocation data and referrer spam hosts, verified, in place without a restart.
import { ConfigError, loadDataConfig } from '../config.ts'
import { type Download, download } from '../ingest/download.ts'
import { downloadedGeoDatabase, geoBytesMax, verifyGeo } from '../ingest/geo.ts'
import { downloadedSpamList, operatorFileBytesMax, verifySpamList } from '../ingest/operator-files.ts'
import type { Command } from './command.ts'

interface Outcome {
  readonly file: 'geo' | 'spam'
  readonly ok: boolean
  readonly path: string
  readonly bytes?: number
  readonly error?: string
}

async function replace(file: Outcome['file'], { path, ...how }: Download): Promise<Outcome> {
  try {
    return { file, ok: true, path, bytes: await download({ path, ...how }) }
  } catch (error) {
    return { file, ok: false, path, error: (error as Error).message }
  }
}

const update: Command = {
  name: 'data update',
  summary: 'Refresh the geolocation database and the list of referrer spam',
  usage: 'tidemark data update [--json]',
  help: `Downloads what GEOIP_UPDATE_URL and SPAM_UPDATE_URL name (http, https or file; .gz is
unpacked), checks it, and puts it in place in one step. Running services have the
new data within 10 seconds, without a restart. Run it daily or weekly from cron.

The database replaces the file of GEOIP_DATABASE, or is kept in DATA_DIR when that is
unset; the list is kept in DATA_DIR and counts beside SPAM_REFERRERS_FILE. It needs no
database. A download that fails, takes more than DATA_UPDATE_TIMEOUT_MS or does not
verify leaves what was in use as it was, and the exit code is 1.`,
  async run({ io, json }) {
    const { dataDir, geoDatabase, geoUpdateUrl, spamUpdateUrl, updateTimeoutMs: timeoutMs } = loadDataConfig()
    if (geoUpdateUrl === undefined && spamUpdateUrl === undefined)
      throw new ConfigError('nothing to update: set GEOIP_UPDATE_URL or SPAM_UPDATE_URL; see `tidemark help settings`')
    const outcomes: Outcome[] = []
    if (geoUpdateUrl !== undefined) {
      const path = geoDatabase ?? downloadedGeoDatabase(dataDir)
      outcomes.push(
        await replace('geo', { url: geoUpdateUrl, path, bytesMax: geoBytesMax, timeoutMs, verify: verifyGeo }),
      )
    }
    if (spamUpdateUrl !== undefined) {
      const path = downloadedSpamList(dataDir)
      outcomes.push(
        await replace('spam', {
          url: spamUpdateUrl,
          path,
          bytesMax: operatorFileBytesMax,
          timeoutMs,
          verify: verifySpamList,
        }),
      )
    }
    const ok = outcomes.every((outcome) => outcome.ok)
    const troubles = outcomes.flatMap(({ file, error }) => (error === undefined ? [] : [`${file}: ${error}`]))
    if (json) {
      io.out(JSON.stringify({ ok, files: outcomes }))
      if (!ok) io.err(JSON.stringify({ error: troubles.join('; ') }))
    } else {
      for (const { file, path, bytes, error } of outcomes)
        if (error === undefined) io.out(`${file}: ${bytes} bytes in ${path}`)
      for (const trouble of troubles) io.err(`tidemark: ${trouble}`)
    }
    return ok ? 0 : 1
  },
}

export const commands: readonly Command[] = [update]
