// The tracker script configuration of a site: one row, made on first need, with goals that follow its flags.
import type { Queryable } from '../db/pool.ts'
import type { Preset } from '../rules/presets.ts'
import type { InstallationType, TrackerChanges } from '../rules/site.ts'
import {
  goalOfFlag,
  type ScriptOptions,
  scriptSwitches,
  type TrackerFlag,
  trackerFlags,
} from '../rules/tracker-options.ts'
import { syncFlagGoal } from './goals.ts'
import { makePublicId } from './secrets.ts'
import { one, type Store, type Writer } from './store.ts'

/** The public object, all ten keys (spec/management 4.6). */
export type TrackerConfig = { id: string; installation_type: InstallationType | null } & Record<TrackerFlag, boolean>

const columns = ['public_id as id', 'installation_type', ...trackerFlags].join(', ')
const switches = scriptSwitches.map(([flag, option]) => `c.${flag} as "${option}"`).join(', ')

/** The site's configuration, made when it has none yet. */
export async function getTrackerConfig(tx: Queryable, siteId: number): Promise<TrackerConfig> {
  const select = `select ${columns} from tracker_configs where site_id = $1`
  const existing = await one<TrackerConfig>(tx, select, [siteId])
  if (existing) return existing
  await tx.query('insert into tracker_configs (site_id, public_id) values ($1, $2) on conflict (site_id) do nothing', [
    siteId,
    makePublicId(),
  ])
  const [made] = await tx.query<TrackerConfig>(select, [siteId])
  return made as TrackerConfig
}

/** Applies the changes and makes or removes goals of flags that really changed. The caller locked the site's row. */
export async function changeTrackerConfig(tx: Writer, siteId: number, changes: TrackerChanges): Promise<TrackerConfig> {
  const before = await getTrackerConfig(tx, siteId)
  const after: TrackerConfig = { ...before, ...changes }
  const changedFlags = trackerFlags.filter((flag) => before[flag] !== after[flag])
  if (changedFlags.length === 0 && before.installation_type === after.installation_type) return before
  const assignments = ['installation_type', ...trackerFlags].map((column, index) => `${column} = $${index + 2}`)
  await tx.query(`update tracker_configs set ${assignments.join(', ')} where site_id = $1`, [
    siteId,
    after.installation_type,
    ...trackerFlags.map((flag) => after[flag]),
  ])
  for (const flag of changedFlags) {
    const eventName = goalOfFlag(flag)
    if (eventName !== undefined) await syncFlagGoal(tx, siteId, eventName, after[flag])
  }
  await tx.record({ kind: 'tracker.changed', siteId, before, after })
  tx.changed({ site: siteId })
  return after
}

/** Configurations over the store. */
export function createTrackerConfigs(store: Store) {
  return {
    get: async (siteId: number) =>
      (await one<TrackerConfig>(store.read, `select ${columns} from tracker_configs where site_id = $1`, [siteId])) ??
      store.write((tx) => getTrackerConfig(tx, siteId)),
    change: (siteId: number, changes: TrackerChanges) =>
      store.write(async (tx) => {
        await tx.query('select 1 from sites where id = $1 for no key update', [siteId])
        return changeTrackerConfig(tx, siteId, changes)
      }),
    /** For `/js/s-<id>.js`; undefined answers 404. Null: nothing runs in the browsers of the site's visitors. */
    async findByPublicId(publicId: string): Promise<ScriptOptions | null | undefined> {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(publicId)) return undefined
      const found = await one<ScriptOptions & { readonly preset: Preset }>(
        store.read,
        `select s.domain, s.preset, ${switches}
           from tracker_configs c join sites s on s.id = c.site_id
           where c.public_id = $1`,
        [publicId],
      )
      return found?.preset === 'no_script' ? null : found
    },
  }
}
