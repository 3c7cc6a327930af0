// `tidemark site traffic|retention|timezone|spread`: what happens to a site's events, how long raw rows stay, in which
// zone its days are, over how many parts of a cluster it is spread.

import { systemClock } from '../clock.ts'
import { applyRetention, setRetention } from '../upkeep/retention.ts'
import { getSite } from '../upkeep/sites.ts'
import { spreadSite } from '../upkeep/spread.ts'
import { startTimezoneChange } from '../upkeep/timezone.ts'
import { countTraffic } from '../upkeep/traffic.ts'
import { type Command, optional, required, UsageError } from './command.ts'
import { flag, may, needed, oneOf, shared } from './options.ts'
import { withRegistry } from './with-registry.ts'

const traffic: Command = {
  name: 'site traffic',
  summary: 'Count accepted and dropped events by reason',
  options: { domain: shared.site, hours: may('N', 'the last N hours (24)') },
  help: `Counts events of the last N hours (24): accepted ones, and dropped ones by reason.`,
  async run({ io, json, values }) {
    const domain = required(values, 'domain')
    const hours = Number(optional(values, 'hours') ?? 24)
    if (!Number.isInteger(hours) || hours < 1) throw new UsageError('--hours is a whole number above 0')
    return await withRegistry(async ({ db }) => {
      const site = await getSite(db.write, domain)
      const counts = await countTraffic(db, site.id, hours, systemClock.now())
      if (json) io.out(JSON.stringify({ domain: site.domain, hours, counts }))
      else for (const [reason, count] of Object.entries(counts)) io.out(`${reason}: ${count}`)
      return 0
    })
  },
}

const retention: Command = {
  name: 'site retention',
  summary: 'Set how many months of raw rows a site keeps',
  options: {
    domain: shared.site,
    ...oneOf({ months: may('N', 'the number of months to keep'), off: flag('keep everything') }),
  },
  help: `Deletes raw rows older than N months now, and then once a day. Daily sums are kept, so
totals, single filters and top lists go back further. Missing sums are computed first.
During an import or a change of the time zone, nothing is deleted: the output says so
(\`postponed\` with --json), and the service tries again every day. --off keeps all rows
from now on.`,
  async run({ io, json, values }) {
    const domain = required(values, 'domain')
    const months = optional(values, 'months')
    if (months !== undefined && !/^[1-9]\d{0,3}$/.test(months))
      throw new UsageError('--months is a whole number above 0')
    return await withRegistry(async ({ db }) => {
      const outcome = await setRetention(db, domain, months === undefined ? null : Number(months))
      if (months === undefined) {
        io.out(json ? JSON.stringify(outcome) : `${outcome.domain} keeps everything`)
        return 0
      }
      const { postponed } = await applyRetention(db, systemClock.now(), { domain: outcome.domain })
      const isPostponed = postponed.length > 0
      const later = isPostponed ? '; older rows go when its import or change of time zone is done' : ''
      io.out(
        json
          ? JSON.stringify({ ...outcome, postponed: isPostponed })
          : `${outcome.domain} keeps ${outcome.retention_months} months${later}`,
      )
      return 0
    })
  },
}

const timezone: Command = {
  name: 'site timezone',
  summary: "Change a site's time zone",
  options: { domain: shared.site, to: needed('TZ', 'the new IANA time zone') },
  help: `Changes the time zone immediately. \`serve\` or \`work\` recomputes past days in the
background. Until that is done, statistics are read from raw rows: the numbers are the same,
but answers take longer.`,
  async run({ io, json, values }) {
    const [domain, to] = [required(values, 'domain'), required(values, 'to')]
    return await withRegistry(async ({ db }) => {
      const outcome = await startTimezoneChange(db, domain, to)
      io.out(
        json
          ? JSON.stringify(outcome)
          : `${outcome.domain} is in ${outcome.timezone}; its history follows in the background`,
      )
      return 0
    })
  },
}

const spread: Command = {
  name: 'site spread',
  summary: 'Spread a site over several parts of a Citus cluster',
  options: { domain: shared.site, parts: needed('N', 'the number of parts, 2 to 16') },
  help: `Divides the visitors of a site that is too large for one node among N parts (2 to 16). This
cannot be undone. It is safe to run while events arrive. If it is interrupted, run it again
to continue. Older history stays where it is, except imported visitors, who move with all
their rows.`,
  async run({ io, json, values }) {
    const [domain, parts] = [required(values, 'domain'), Number(required(values, 'parts'))]
    if (!Number.isInteger(parts)) throw new UsageError('--parts is a whole number')
    return await withRegistry(async ({ db, registry }) => {
      const outcome = await spreadSite(db, domain, parts, systemClock.now())
      const { id: siteId } = await getSite(db.write, domain)
      await registry.audit.record({ kind: 'site.changed', siteId, after: { parts: outcome.parts } })
      io.out(json ? JSON.stringify(outcome) : `${outcome.domain} is spread over ${outcome.parts} parts`)
      return 0
    })
  },
}

export const commands: readonly Command[] = [traffic, retention, timezone, spread]
