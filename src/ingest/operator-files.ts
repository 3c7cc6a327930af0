// The two data files an operator may give: more spam referrers, and currency rates. Looked at again when they change.
import { readFile, stat } from 'node:fs/promises'
import type { Log } from '../log.ts'
import { currencies } from '../rules/tables/currencies.ts'

/** Largest file that is read. */
export const operatorFileBytesMax = 16 * 1024 * 1024

const watchMs = 5_000

export interface OperatorFiles {
  spamHosts(): ReadonlySet<string>
  /** Units of each currency per one unit of the base. */
  currencyRates(): ReadonlyMap<string, string>
  stop(): Promise<void>
}

/** Hosts, one a line; `#` starts a comment. */
export function parseSpamHosts(text: string): ReadonlySet<string> {
  const hosts = new Set<string>()
  for (const line of text.split('\n')) {
    const host = line
      .replace(/#.*/, '')
      .trim()
      .toLowerCase()
      .replace(/^www\./, '')
    if (host !== '') hosts.add(host)
  }
  return hosts
}

/** `{"base": "EUR", "rates": {"USD": "1.1"}}`; throws when that is not what it is. */
export function parseCurrencyRates(text: string): ReadonlyMap<string, string> {
  const value = JSON.parse(text) as { base?: unknown; rates?: unknown }
  if (typeof value?.base !== 'string' || typeof value.rates !== 'object' || value.rates === null)
    throw new Error('currency rates need a "base" and "rates"')
  const rates = new Map<string, string>()
  for (const [currency, rate] of Object.entries(value.rates)) {
    if (!currencies.has(currency)) continue
    if (!/^\d+(\.\d+)?$/.test(String(rate)) || Number(rate) <= 0) throw new Error(`the rate of ${currency} is not a positive decimal`)
    rates.set(currency, String(rate))
  }
  rates.set(value.base, '1')
  return rates
}

/** Reads a file when it changed; keeps the last good content when it cannot be used. */
function createWatched<Content>(path: string | undefined, empty: Content, parse: (text: string) => Content, log: Log) {
  let content = empty
  let seen = ''
  return {
    current: () => content,
    async look(): Promise<void> {
      if (path === undefined) return
      try {
        const { mtimeMs, size } = await stat(path)
        const mark = `${mtimeMs} ${size}`
        if (mark === seen) return
        seen = mark
        if (size > operatorFileBytesMax) throw new Error(`the file has ${size} bytes, more than ${operatorFileBytesMax}`)
        content = parse(await readFile(path, 'utf8'))
      } catch (error) {
        if (seen === 'absent') return
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') seen = 'absent'
        log.warn({ err: error, path }, 'a data file cannot be used; its last good content stays')
      }
    },
  }
}

/** Opens both files; neither has to exist. */
export async function createOperatorFiles(options: {
  spamReferrers: string | undefined
  currencyRates: string | undefined
  log: Log
}): Promise<OperatorFiles> {
  const spam = createWatched<ReadonlySet<string>>(options.spamReferrers, new Set(), parseSpamHosts, options.log)
  const rates = createWatched<ReadonlyMap<string, string>>(options.currencyRates, new Map(), parseCurrencyRates, options.log)
  const look = () => Promise.all([spam.look(), rates.look()])
  await look()
  let looking: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, watchMs)
  timer.unref()
  return {
    spamHosts: spam.current,
    currencyRates: rates.current,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
