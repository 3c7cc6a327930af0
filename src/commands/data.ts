// `tidemark data …`: newer geolocation data and referrer spam hosts, verified, in place without a restart.
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError, loadDataConfig } from '../config.ts'
import {
  type Delegated,
  delegatedBytesMax,
  makeCountryFile,
  readDelegated,
  registryAddresses,
} from '../ingest/delegated.ts'
import { download } from '../ingest/download.ts'
import { downloadedGeoDatabase, verifyAnswers } from '../ingest/geo.ts'
import { geoSourceOf } from '../ingest/geo-sources.ts'
import { geoPathOf, updateGeo } from '../ingest/geo-update.ts'
import { downloadedSpamList, operatorFileBytesMax, verifySpamList } from '../ingest/operator-files.ts'
import { type Command, texts } from './command.ts'
import { many } from './options.ts'

interface Outcome {
  readonly file: 'geo' | 'spam'
  readonly ok: boolean
  readonly path: string
  readonly bytes?: number
  readonly error?: string
}

async function outcomeOf(file: Outcome['file'], path: string, work: () => Promise<number>): Promise<Outcome> {
  try {
    return { file, ok: true, path, bytes: await work() }
  } catch (error) {
    return { file, ok: false, path, error: (error as Error).message }
  }
}

const update: Command = {
  name: 'data update',
  summary: 'Refresh the geolocation database and the list of referrer spam',
  help: `Downloads the files of GEOIP_UPDATE_URL and SPAM_UPDATE_URL (http, https or file; .gz
and .tar.gz are unpacked), checks them, and puts them in place in one step. Running
services have the new data within 10 seconds, without a restart. Run it daily or weekly
from cron, or set GEOIP_UPDATE_WEEKLY.

Cities of MaxMind: set MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY. Cities of DB-IP:
GEOIP_UPDATE_URL=https://download.db-ip.com/free/dbip-city-lite-{month}.mmdb.gz; until
the file of this month exists, the one of the month before is used.

The database replaces the file of GEOIP_DATABASE, or is kept in DATA_DIR when that is
unset; the list is kept in DATA_DIR and counts beside SPAM_REFERRERS_FILE. It needs no
database. A download that fails, takes more than DATA_UPDATE_TIMEOUT_MS or does not
verify leaves what was in use as it was, and the exit code is 1.`,
  async run({ io, json }) {
    const config = loadDataConfig()
    const { dataDir, spamUpdateUrl, updateTimeoutMs: timeoutMs } = config
    const geo = geoSourceOf(config, new Date())
    if (geo === undefined && spamUpdateUrl === undefined)
      throw new ConfigError(
        'nothing to update: set GEOIP_UPDATE_URL or SPAM_UPDATE_URL, or an account with MaxMind; ' +
          'see `tidemark help settings`',
      )
    const outcomes: Outcome[] = []
    if (geo !== undefined) outcomes.push(await outcomeOf('geo', geoPathOf(config), () => updateGeo(config, geo)))
    if (spamUpdateUrl !== undefined) {
      const path = downloadedSpamList(dataDir)
      outcomes.push(
        await outcomeOf('spam', path, () =>
          download({
            url: spamUpdateUrl,
            path,
            bytesMax: operatorFileBytesMax,
            timeoutMs,
            verify: verifySpamList,
          }),
        ),
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

/** Downloads the statistics of each address in turn; the first failure ends it. */
async function fetchDelegated(addresses: readonly string[], folder: string, timeoutMs: number): Promise<Delegated[]> {
  const files: Delegated[] = []
  const path = join(folder, `delegated.${process.pid}.txt`)
  try {
    for (const url of addresses)
      await download({
        url,
        path,
        bytesMax: delegatedBytesMax,
        timeoutMs,
        verify: async (part) => void files.push(await readDelegated(part)),
      })
    return files
  } finally {
    await rm(path, { force: true })
  }
}

/** Replaces a file in one step, after the new one was read as the service reads it. */
async function replaceGeo(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.${process.pid}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const file = await open(part, 'w')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await verifyAnswers(part)
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}

const countries: Command = {
  name: 'data countries',
  summary: 'Make the country database from the registries of addresses',
  options: {
    from: many(
      'URL',
      'an address to download from (http, https or file; .gz is unpacked) in place of the registries’ own, for ' +
        'machines that reach only a mirror; name all that are needed',
    ),
  },
  help: `Downloads the lists of addresses by country that the five regional internet registries
publish (public domain), makes an .mmdb file of them, checks it, and puts it in place in one
step. Running services use it within 10 seconds, without a restart. It contains countries
only, and replaces the file of GEOIP_DATABASE, or geo.mmdb in DATA_DIR when that is unset.
Run it monthly from cron. It needs no database.

If a download fails, takes more than DATA_UPDATE_TIMEOUT_MS or is cut short, the file in use
is kept, and the exit code is 1.`,
  async run({ io, json, values }) {
    const { dataDir, geoDatabase, updateTimeoutMs } = loadDataConfig()
    const path = geoDatabase ?? downloadedGeoDatabase(dataDir)
    const given = texts(values, 'from')
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const files = await fetchDelegated(given.length > 0 ? given : registryAddresses, dirname(path), updateTimeoutMs)
      const bytes = makeCountryFile(files)
      await replaceGeo(path, bytes)
      const date = new Date(Math.min(...files.map((file) => file.date.getTime()))).toISOString().slice(0, 10)
      const networks = files.reduce((sum, { delegations }) => sum + delegations.length, 0)
      if (json) io.out(JSON.stringify({ ok: true, path, bytes: bytes.length, date, delegations: networks }))
      else io.out(`${networks} delegations of ${date} in ${path} (${bytes.length} bytes)`)
      return 0
    } catch (error) {
      const { message } = error as Error
      io.err(json ? JSON.stringify({ error: message }) : `tidemark: ${message}`)
      return 1
    }
  },
}

export const commands: readonly Command[] = [update, countries]
