// Consolidated views: one pseudo-site a team that reads the union of its sites.
import type { Queryable } from '../db/pool.ts'
import { accountFailures } from '../failure.ts'
import { commonTimezone } from '../rules/site.ts'
import { one, type Store, type Writer } from './store.ts'

/** The time zone a team's view has to have; undefined without sites (spec/management 8.3). */
async function findTimezone(tx: Queryable, teamId: number): Promise<string | undefined> {
  const text = 'select timezone from sites where team_id = $1 and not is_consolidated'
  const sites = await tx.query<{ timezone: string }>(text, [teamId])
  return sites.length === 0 ? undefined : commonTimezone(sites.map((site) => site.timezone))
}

/** Keeps a team's view, if it has one, in step with its sites; the last site takes it along. */
export async function syncConsolidated(tx: Writer, teamId: number): Promise<void> {
  const view = await one<{ id: number; timezone: string }>(
    tx,
    'select id, timezone from sites where team_id = $1 and is_consolidated',
    [teamId],
  )
  if (!view) return
  const timezone = await findTimezone(tx, teamId)
  if (timezone === undefined) await tx.query('delete from sites where id = $1', [view.id])
  else if (timezone !== view.timezone)
    await tx.query('update sites set timezone = $2 where id = $1', [view.id, timezone])
  tx.changed({ site: view.id })
}

/** Consolidated views over the store. */
export function createConsolidated(store: Store) {
  return {
    enable: (team: { id: number; identifier: string }) =>
      store.write(async (tx) => {
        await tx.query('select 1 from teams where id = $1 for no key update', [team.id])
        const timezone = await findTimezone(tx, team.id)
        if (timezone === undefined) throw accountFailures.noSites()
        const [view] = await tx.query<{ id: number; domain: string; timezone: string }>(
          `insert into sites (team_id, domain, timezone, is_consolidated) values ($1, $2, $3, true)
           on conflict (team_id) where is_consolidated do update set timezone = excluded.timezone
           returning id, domain, timezone`,
          [team.id, team.identifier, timezone],
        )
        tx.changed({ site: view?.id ?? 0 })
        const after = { consolidated_view: true }
        await tx.record({ kind: 'team.changed', teamId: team.id, subject: team.identifier, after })
        return { domain: view?.domain ?? team.identifier, timezone }
      }),
    disable: (teamId: number) =>
      store.write(async (tx) => {
        const gone = await tx.query<{ id: number }>(
          'delete from sites where team_id = $1 and is_consolidated returning id',
          [teamId],
        )
        for (const view of gone) tx.changed({ site: view.id })
        const after = { consolidated_view: false }
        if (gone.length > 0) await tx.record({ kind: 'team.changed', teamId, after })
      }),
  }
}
