// Funnels of a site: goals that one visit is hoped to reach one after the other (spec/management 7.7).
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { funnelFailures } from '../failure.ts'
import { funnelStepsMin } from '../rules/maxima.ts'
import type { Details } from './audit.ts'
import type { SiteView } from './directory.ts'
import { requireRoom } from './room.ts'
import { one, type Store, type Writer } from './store.ts'

export interface Funnel {
  readonly id: number
  readonly name: string
  readonly steps: readonly { readonly goal_id: number; readonly display_name: string }[]
}

/** Deletes the funnels that a deleted goal leaves with fewer than two steps. */
export async function removeShortFunnels(tx: Writer, siteId: number): Promise<void> {
  const gone = await tx.query<{ name: string }>(
    `delete from funnels f
     where f.site_id = $1 and (select count(*) from funnel_steps s where s.funnel_id = f.id) < $2 returning name`,
    [siteId, funnelStepsMin],
  )
  for (const { name } of gone) await tx.record({ kind: 'funnel.deleted', siteId, subject: name })
}

const stepsOf = ({ steps }: Funnel): Details => ({ steps: steps.map((step) => step.display_name) })

const list = (db: Queryable, siteId: number) => db.query<Funnel>(statement('funnels.list'), [siteId])

/** Funnels over the store. */
export function createFunnels(store: Store) {
  return {
    /** Newest first. */
    list: (siteId: number) => list(store.read, siteId),
    /** Funnels for the dashboard, by name. None where the plan has no funnels. */
    listNames: async ({ id, features }: Pick<SiteView, 'id' | 'features'>) => {
      const text = 'select id, name from funnels where site_id = $1 order by name collate "C"'
      return features.has('funnels') ? await store.read.query<Pick<Funnel, 'id' | 'name'>>(text, [id]) : []
    },
    /** Makes a funnel, or gives the one of that name these steps. */
    upsert: (siteId: number, name: string, goalIds: readonly number[]) =>
      store.write(async (tx) => {
        await tx.query('select 1 from sites where id = $1 for no key update', [siteId])
        const goals = await tx.query<{ id: number }>('select id from goals where site_id = $1 and id = any ($2)', [
          siteId,
          goalIds,
        ])
        const unknown = goalIds.find((id) => !goals.some((goal) => goal.id === id))
        if (unknown !== undefined) throw funnelFailures.goalUnknown(unknown)
        const same = 'select id from funnels where site_id = $1 and name = $2'
        const known = await one<{ id: number }>(tx, same, [siteId, name])
        if (!known) await requireRoom(tx, 'funnels', siteId)
        const make = 'insert into funnels (site_id, name) values ($1, $2) returning id'
        const before = known && (await list(tx, siteId)).find((funnel) => funnel.id === known.id)
        const { id } = known ?? (await tx.query<{ id: number }>(make, [siteId, name]))[0]!
        await tx.query('delete from funnel_steps where funnel_id = $1', [id])
        await tx.query(
          `insert into funnel_steps (funnel_id, position, goal_id)
           select $1, position, goal_id from unnest($2::bigint[]) with ordinality as step (goal_id, position)`,
          [id, goalIds],
        )
        const made = (await list(tx, siteId)).find((funnel) => funnel.id === id)!
        const kind = before ? 'funnel.changed' : 'funnel.created'
        await tx.record({ kind, siteId, subject: name, before: before && stepsOf(before), after: stepsOf(made) })
        return made
      }),
    /** True when there was one. */
    remove: (siteId: number, id: number) =>
      store.write(async (tx) => {
        const text = 'delete from funnels where site_id = $1 and id = $2 returning name'
        const gone = await one<{ name: string }>(tx, text, [siteId, id])
        if (gone) await tx.record({ kind: 'funnel.deleted', siteId, subject: gone.name })
        return gone !== undefined
      }),
  }
}
