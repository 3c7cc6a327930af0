// The data files beside the program: spam referrers of the operator and of the last download, currency rates. Looked at
// again when they change.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { asciiHost } from '../rules/host.ts'
import { parseAmount } from '../rules/revenue.ts'
import { currencies } from '../rules/tables/currencies.ts'

/** Largest file that is read. */
export const operatorFileBytesMax = 16 * 1024 * 1024

const watchMs = 5_000

/** Where `tidemark data update` puts the list of spam referrers; the operator's own file stands beside it. */
export const downloadedSpamList = (dataDir: string): string => join(dataDir, 'spam-referrers.txt')

export interface OperatorFiles {
  isSpamHost(host: string): boolean
  /** Units of each currency per one unit of the base. */
  currencyRates(): ReadonlyMap<string, string>
  stop(): Promise<void>
}

/** Hosts, one a line; `#` starts a comment. */
function parseSpamHosts(text: string): ReadonlySet<string> {
  const hosts = new Set<string>()
  for (const line of text.split('\n')) {
    const host = line
      .replace(/#.*/, '')
      .trim()
      .toLowerCase()
      .replace(/^www\./, '')
    if (host !== '') hosts.add(asciiHost(host))
  }
  return hosts
}

const hostLine = /^(?=.{1,253}$)[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u

/** More hosts than any list has; they are kept in memory. */
export const spamHostsMax = 200_000

/** Throws unless the file is a list of hosts and nothing else. */
export async function verifySpamList(path: string): Promise<void> {
  const { size } = await stat(path)
  if (size > operatorFileBytesMax) throw new Error(`the file has ${size} bytes, more than ${operatorFileBytesMax}`)
  const hosts = parseSpamHosts(await readFile(path, 'utf8'))
  if (hosts.size === 0) throw new Error('the list of spam referrers has no host')
  if (hosts.size > spamHostsMax) throw new Error(`the list of spam referrers has more than ${spamHostsMax} hosts`)
  for (const host of hosts)
    if (!hostLine.test(host))
      throw new Error(`the list of spam referrers has a line that is no host: ${JSON.stringify(host.slice(0, 60))}`)
}

/** `{"base": "EUR", "rates": {"USD": "1.1"}}`; throws for any other text. */
export function parseCurrencyRates(text: string): ReadonlyMap<string, string> {
  const value = JSON.parse(text) as { base?: unknown; rates?: unknown }
  if (typeof value?.base !== 'string' || typeof value.rates !== 'object' || value.rates === null)
    throw new Error('currency rates need a "base" and "rates"')
  if (!currencies.has(value.base))
    throw new Error(`the base of the currency rates is no currency: ${JSON.stringify(value.base.slice(0, 60))}`)
  const rates = new Map<string, string>()
  for (const [currency, rate] of Object.entries(value.rates)) {
    if (!currencies.has(currency)) continue
    const amount = parseAmount(rate)
    if (amount === null || Number(amount) <= 0) throw new Error(`the rate of ${currency} is not a positive decimal`)
    rates.set(currency, amount)
  }
  rates.set(value.base, '1')
  return rates
}

/** Reads a file when it changed; keeps the last good content when it cannot be used. */
function createWatched<Content>(
  path: string | undefined,
  content: Content,
  parse: (text: string) => Content,
  { log, mayBeAbsent = false }: { log: Log; mayBeAbsent?: boolean },
) {
  let seen = ''
  const read = async (path: string): Promise<void> => {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
    const mark = 'size' in found ? `${found.mtimeMs} ${found.size} ${found.ino}` : `${found.code}`
    if (mark === seen) return
    seen = mark
    if (mark === 'ENOENT' && mayBeAbsent) return
    if (!('size' in found)) throw found
    if (found.size > operatorFileBytesMax)
      throw new Error(`the file has ${found.size} bytes, more than ${operatorFileBytesMax}`)
    content = parse(await readFile(path, 'utf8'))
  }
  return {
    current: () => content,
    async look(): Promise<void> {
      if (path === undefined) return
      await read(path).catch((error) =>
        log.warn({ err: error, path }, 'a data file cannot be used; its last good content stays'),
      )
    },
  }
}

/** Opens the files; none of them has to exist. */
export async function createOperatorFiles(options: {
  spamReferrers: string | undefined
  currencyRates: string | undefined
  dataDir: string
  log: Log
}): Promise<OperatorFiles> {
  const { log } = options
  const noHosts: ReadonlySet<string> = new Set()
  const ownSpam = createWatched(options.spamReferrers, noHosts, parseSpamHosts, { log })
  const downloadedSpam = createWatched(downloadedSpamList(options.dataDir), noHosts, parseSpamHosts, {
    log,
    mayBeAbsent: true,
  })
  const rates = createWatched<ReadonlyMap<string, string>>(options.currencyRates, new Map(), parseCurrencyRates, {
    log,
  })
  const look = () => Promise.all([ownSpam.look(), downloadedSpam.look(), rates.look()])
  await look()
  let looking: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, watchMs)
  timer.unref()
  return {
    isSpamHost(host) {
      const ascii = asciiHost(host)
      return ownSpam.current().has(ascii) || downloadedSpam.current().has(ascii)
    },
    currencyRates: rates.current,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
