// `tidemark rollup`: check the sums against the raw rows, and repair them.
import { systemClock } from '../clock.ts'
import { isDay } from '../rules/days.ts'
import { rebuildRollups, type Scope, verifyRollups } from '../upkeep/rollups.ts'
import { type Command, optional, UsageError, type Values } from './command.ts'
import { may, shared } from './options.ts'
import { withRegistry } from './with-registry.ts'

const scopeOptions = { site: may('D', 'one site instead of all, by its domain'), ...shared.days }

function scopeOf(values: Values): Scope {
  const scope = { site: optional(values, 'site'), from: optional(values, 'from'), to: optional(values, 'to') }
  for (const day of [scope.from, scope.to]) {
    if (day !== undefined && !isDay(day)) throw new UsageError(`${day} is no day (YYYY-MM-DD)`)
  }
  return scope
}

const verify: Command = {
  name: 'rollup verify',
  summary: 'Compare the rollups with the raw rows',
  options: scopeOptions,
  help: `Recomputes every daily sum and the sequences of journeys from raw rows, and on the Community
edition every hourly sum. It prints each difference and exits with code 1 if there is one. It is
safe to run while events arrive. A day of 50,000 events takes a second or two.`,
  async run({ io, json, values }) {
    const scope = scopeOf(values)
    return await withRegistry(async ({ db }) => {
      const differences: unknown[] = []
      let count = 0
      for await (const found of verifyRollups(db, scope)) {
        count++
        if (json) differences.push(found)
        else
          io.out(
            `${found.rollup} ${found.site} ` +
              `${found.hour ?? `${found.dimension} ${JSON.stringify(found.value)}`} ${found.local_day} ` +
              `${found.column}: raw ${found.raw}, rollup ${found.rolled_up}`,
          )
      }
      if (json) io.out(JSON.stringify({ differences }))
      else if (count === 0) io.out('no difference')
      return count === 0 ? 0 : 1
    })
  },
}

const rebuild: Command = {
  name: 'rollup rebuild',
  summary: 'Recompute the rollups from the raw rows',
  options: scopeOptions,
  help: `Marks daily sums and sequences to be computed again in the background. On the Community edition it also
refreshes hourly sums immediately. It is safe to run while events arrive.`,
  async run({ io, json, values }) {
    const scope = scopeOf(values)
    return await withRegistry(async ({ db }) => {
      const sites = await rebuildRollups(db, scope, systemClock.now())
      io.out(json ? JSON.stringify({ rebuilt: sites }) : `rebuilt ${sites.length} site${sites.length === 1 ? '' : 's'}`)
      return 0
    })
  },
}

export const commands: readonly Command[] = [verify, rebuild]
