// `tidemark site erase`: deletes statistics of a site, counted first and confirmed by the number.
import { createInterface } from 'node:readline/promises'
import { createErasing, eraseDue } from '../app/erasing.ts'
import { systemClock } from '../clock.ts'
import { isTrackWaiting } from '../db/track-queue.ts'
import { waitForSpools } from '../ingest/spool-waiting.ts'
import type { CountedErasure } from '../registry/erasures.ts'
import { type ErasureScope, erasesVisits, readErasureScope } from '../rules/erasure.ts'
import { type Command, type Io, optional, required, UsageError, type Values } from './command.ts'
import { findSite, refused, refusedField } from './open.ts'
import { atMostOne, flag, may, shared } from './options.ts'
import { createSteps } from './progress.ts'
import { withRegistry } from './with-registry.ts'

/** An operator waits for a count longer than a page does. */
const countTimeoutMs = 10 * 60_000

/** The filters of an option: JSON of version 2, or a text of version 1. */
function readFilters(text: string): unknown {
  if (!text.trim().startsWith('[')) return text
  try {
    return JSON.parse(text)
  } catch {
    throw refusedField('filters', 'must be filters of the Stats API')
  }
}

function scopeOf(values: Values): ErasureScope {
  const [from, to, page, event] = ['from', 'to', 'page', 'event'].map((name) => optional(values, name))
  const filters = optional(values, 'filters')
  const named = { page, event, filters: filters === undefined ? undefined : readFilters(filters) }
  const kind =
    values['everything'] === true
      ? 'everything'
      : ((['page', 'event', 'filters'] as const).find((name) => named[name] !== undefined) ?? 'days')
  if (kind === 'days' && from === undefined && to === undefined)
    throw new UsageError('one of --everything, --page, --event, --filters, and --from with --to is required')
  const read = readErasureScope({ kind, from, to, ...named })
  if ('field' in read) throw refusedField(read.field, read.problem)
  return read.scope
}

/** The count of a deletion in words. */
function describe(scope: ErasureScope, { visits, events, days, imported_days, summed_days }: CountedErasure): string[] {
  const lines = [
    erasesVisits(scope)
      ? `${visits} visits with ${events} events on ${days} days would be deleted`
      : `${events} events of ${visits} visits on ${days} days would be deleted; the visits are computed again`,
  ]
  const sums = [
    [imported_days, 'brought from another product'],
    [summed_days, 'whose raw rows retention deleted'],
  ] as const
  for (const [count, which] of sums) {
    if (count === 0) continue
    const fate =
      scope.kind === 'filters'
        ? 'stay as they are: they have only sums, which filters cannot choose from'
        : erasesVisits(scope)
          ? 'go as a whole'
          : 'lose the rows that name it and its events; their visits and visitors stay'
    lines.push(`${count} days ${which} ${fate}`)
  }
  return lines
}

/** The number that was typed; undefined where nobody can be asked. */
async function askNumber(confirm: number): Promise<number | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return Number(await terminal.question(`This cannot be undone. Type ${confirm} to delete: `))
  } finally {
    terminal.close()
  }
}

function readNumber(values: Values): number | undefined {
  const text = optional(values, 'yes')
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new UsageError('--yes is the number that the count named')
  return Number(text)
}

function readUntil(values: Values): Date | undefined {
  const text = optional(values, 'until')
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at) || at > Date.now() + 1_000) throw new UsageError('--until is the instant that the count named')
  return new Date(at)
}

/** Prints the count and asks for its number. */
async function confirmNumber(
  { io, json }: { io: Io; json: boolean },
  scope: ErasureScope,
  count: CountedErasure,
): Promise<number | undefined> {
  if (json) {
    io.out(JSON.stringify({ ...count, deleted: false }))
    return undefined
  }
  for (const line of describe(scope, count)) io.out(line)
  if (count.confirm === 0) return undefined
  const typed = await askNumber(count.confirm)
  if (typed === undefined)
    io.out(`nothing was deleted; to delete, add --yes ${count.confirm} --until ${count.until.toISOString()}`)
  else if (typed !== count.confirm) throw refused('that is another number: nothing was deleted')
  return typed
}

export const command: Command = {
  name: 'site erase',
  summary: 'Delete statistics of a site',
  options: {
    domain: shared.site,
    ...atMostOne({
      everything: flag('all visits, imports and counts; the site and its settings stay'),
      page: may('PATH', 'the events of a page; * stands for a part of the path, ** for any parts'),
      event: may('NAME', 'the events of a name'),
      filters: may('F', 'the visits that match filters of the Stats API, as JSON or as a text of version 1'),
    }),
    ...shared.days,
    yes: may('N', 'confirm the number that the count named'),
    until: may('TIME', 'the instant of that count: later visits and events stay'),
  },
  help: `Counts first, and deletes once the number of the count is confirmed: with --yes N, or typed when
it is asked for. With a number that has changed meanwhile nothing is deleted.

  --from DAY --to DAY   all visits with activity on these local days; with --page, --event or
                        --filters only what came on these days
  --filters F           whole visits, for example '[["is","visit:country",["XX"]]]'
  --page, --event       only these events. The visits they were part of are computed again from
                        what is left, and keep their source, place and device.

Deletes rows, their share of sums and counts, and what is remembered of the visitors. Days that
were imported as sums, and days whose raw rows retention deleted, go as a whole with their day;
for a page or an event they lose the rows that name it; filters cannot choose from them.
This cannot be undone. If the command is interrupted, the service finishes the deletion; it also
does so while an import of the site is running, or events wait on disk (\`deleted\` is false).`,
  async run({ io, json, values }) {
    const domain = required(values, 'domain')
    const scope = scopeOf(values)
    const [given, until] = [readNumber(values), readUntil(values)]
    return await withRegistry(async ({ config, db, registry }) => {
      const site = await findSite(registry, domain)
      const erasing = createErasing({ db, clock: systemClock, statementTimeoutMs: countTimeoutMs })
      let confirmed = { confirm: given, until }
      if (given === undefined) {
        const count = await erasing.count(site.id, scope, { until, userId: null })
        confirmed = { confirm: await confirmNumber({ io, json }, scope, count), until: count.until }
      }
      const { confirm } = confirmed
      if (confirm === undefined) return 0
      const erasure = await erasing.begin(registry, site.id, scope, {
        ...{ until: confirmed.until, confirm, userId: null, isImmediate: true },
      })
      const steps = createSteps('deleting')
      try {
        await eraseDue(db, systemClock.now(), {
          siteId: site.id,
          isSpooled: async () =>
            (await waitForSpools(config.spoolDir, 0)) > 0 ||
            (await isTrackWaiting(db.write, confirmed.until ?? systemClock.now())),
          onProgress: steps.report,
        })
      } finally {
        steps.end()
      }
      const { visits, events, days, state } = (await registry.erasures.find(site.id, erasure.id)) ?? erasure
      const isDone = state === 'done'
      if (json) io.out(JSON.stringify({ domain: site.domain, deleted: isDone, visits, events, days }))
      else if (isDone)
        io.out(`deleted ${erasesVisits(scope) ? `${visits} visits` : `${events} events`} of ${site.domain}`)
      else
        io.out('the service deletes them once imports and changes of the time zone are done and no event waits on disk')
      return 0
    })
  },
}
