// Rules of notices on any number of a site, with their recipients (spec/management 13.2).
import type { Queryable } from '../db/pool.ts'
import { refuseField } from '../failure.ts'
import {
  isShare,
  type RuleCondition,
  type RuleMetric,
  ruleConditions,
  ruleHours,
  ruleMetrics,
  ruleValueMax,
} from '../rules/notice-rule.ts'
import { cleanText, isUnseen } from '../rules/text.ts'
import type { Recipients, Told } from './recipients.ts'
import { requireRoom } from './room.ts'
import { one, type Store, type Writer } from './store.ts'

const nameLengthMax = 200
const viewLengthMax = 4_000

/** The sayings of a rule: its number, its condition, its hours. */
export interface RuleFacts {
  readonly name: string
  readonly metric: RuleMetric
  /** Filters as the v2 query takes them. */
  readonly filters: readonly unknown[]
  readonly reason: string | null
  readonly condition: RuleCondition
  readonly value: number
  readonly hours: number
  readonly quiet_from: number | null
  readonly quiet_to: number | null
  /** Parameters of the dashboard's address. */
  readonly view: string
}

export interface NoticeRule extends RuleFacts {
  readonly id: number
  readonly told_at: Date | null
  readonly problem: string | null
}

/** A rule as it is checked. */
export interface CheckedRule extends RuleFacts {
  readonly id: number
  readonly siteId: number
  readonly timezone: string
  readonly isMet: boolean
  readonly toldAt: Date | null
  readonly problem: string | null
}

/** A rule as a request gives it. */
export type GivenRule = Readonly<Partial<Record<keyof RuleFacts, unknown>>>

const columns = 'name, metric, filters, reason, condition, value, hours, quiet_from, quiet_to, view'

const choice = <Value>(field: string, value: unknown, values: readonly Value[]): Value => {
  if (!values.includes(value as Value)) throw refuseField(field, 'choice', { values: values.join(', ') })
  return value as Value
}

function parseHour(field: string, value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 23)
    throw refuseField(field, 'number', { least: 0, most: 23 })
  return value
}

/** The parameters of an address that choose its view: filters, segment and metric. */
function parseView(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' || value.length > viewLengthMax) throw refuseField('view', 'invalid')
  const kept = [...new URLSearchParams(cleanText(value))].filter(([name]) => ['f', 'segment', 'metric'].includes(name))
  return new URLSearchParams(kept).toString()
}

/** True for the name of a reason why events are dropped. Newer versions have more of them. */
const isReason = (value: unknown): boolean => typeof value === 'string' && /^[a-z_]{1,60}$/.test(value)

/** A rule, or the Failure of its first field at fault. Its filters were checked by the caller. */
function parseRule(given: GivenRule, filters: readonly unknown[]): RuleFacts {
  const name = typeof given.name === 'string' ? cleanText(given.name).trim() : ''
  if (name.length > nameLengthMax) throw refuseField('name', 'long', { most: nameLengthMax })
  const metric = choice('metric', given.metric, ruleMetrics)
  const condition = choice('condition', given.condition, ruleConditions)
  const { value } = given
  const least = isShare(condition) ? 1 : 0
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least || value > ruleValueMax)
    throw refuseField('value', 'number', { least, most: ruleValueMax })
  const hours = choice('hours', given.hours, ruleHours)
  const [quietFrom, quietTo] = [parseHour('quiet_from', given.quiet_from), parseHour('quiet_to', given.quiet_to)]
  if ((quietFrom === null) !== (quietTo === null))
    throw refuseField(quietTo === null ? 'quiet_to' : 'quiet_from', 'invalid')
  const reason = given.reason ?? null
  if (reason !== null && (metric !== 'dropped' || !isReason(reason))) throw refuseField('reason', 'invalid')
  return {
    name: isUnseen(name) ? '' : name,
    metric,
    filters: metric === 'dropped' ? [] : filters,
    reason: reason as string | null,
    condition,
    value,
    hours,
    quiet_from: quietFrom,
    quiet_to: quietTo,
    view: parseView(given.view),
  }
}

const valuesOf = (rule: RuleFacts): unknown[] => [
  rule.name,
  rule.metric,
  JSON.stringify(rule.filters),
  rule.reason,
  rule.condition,
  rule.value,
  rule.hours,
  rule.quiet_from,
  rule.quiet_to,
  rule.view,
]

/** Recipients of a rule. */
type Recipient = Pick<Told, 'addresses' | 'channels'>

async function add(
  tx: Writer,
  { siteId, rule, recipients, now }: { siteId: number; rule: RuleFacts; recipients: Recipient; now: Date },
  setRecipients: Recipients['setOfRule'],
): Promise<number> {
  await requireRoom(tx, 'rules', siteId)
  const [row] = await tx.query<{ id: number }>(
    `insert into notice_rules (site_id, created_at, ${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [siteId, now, ...valuesOf(rule)],
  )
  const { id } = row as { id: number }
  await setRecipients(tx, siteId, id, recipients)
  await tx.record({ kind: 'rule.created', siteId, subject: rule.name || rule.metric, after: factsOf(rule) })
  return id
}

const factsOf = ({ metric, condition, value, hours }: RuleFacts) => ({ metric, condition, value, hours })

/** Rules over the store. */
export function createNoticeRules(store: Store, recipients: Recipients) {
  const find = (db: Queryable, siteId: number, id: number) =>
    one<NoticeRule>(db, `select id, told_at, problem, ${columns} from notice_rules where site_id = $1 and id = $2`, [
      siteId,
      id,
    ])
  return {
    /** Rules of a site, oldest first. */
    list: (siteId: number) =>
      store.read.query<NoticeRule>(
        `select id, told_at, problem, ${columns} from notice_rules where site_id = $1 order by id`,
        [siteId],
      ),
    /** Adds a rule; gives its id. `filters`: checked, with filters of segments in their place. */
    add(siteId: number, given: GivenRule, filters: readonly unknown[], told: Recipient): Promise<number> {
      const rule = parseRule(given, filters)
      return store.write((tx) =>
        add(tx, { siteId, rule, recipients: told, now: store.clock.now() }, recipients.setOfRule),
      )
    },
    /** Replaces a rule; it is told afresh. False: the site has no such rule. */
    async change(
      siteId: number,
      id: number,
      given: GivenRule,
      { filters, told }: { filters: readonly unknown[]; told: Recipient },
    ): Promise<boolean> {
      const rule = parseRule(given, filters)
      return await store.write(async (tx) => {
        const before = await find(tx, siteId, id)
        if (!before) return false
        await tx.query(
          `update notice_rules set (${columns}) = ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12),
             is_met = false, told_at = null, problem = null where site_id = $1 and id = $2`,
          [siteId, id, ...valuesOf(rule)],
        )
        await recipients.setOfRule(tx, siteId, id, told)
        await tx.record({
          kind: 'rule.changed',
          siteId,
          subject: rule.name || rule.metric,
          before: factsOf(before),
          after: factsOf(rule),
        })
        return true
      })
    },
    remove: (siteId: number, id: number) =>
      store.write(async (tx) => {
        const gone = await find(tx, siteId, id)
        if (!gone) return false
        await tx.query('delete from notice_rules where site_id = $1 and id = $2', [siteId, id])
        await tx.record({ kind: 'rule.deleted', siteId, subject: gone.name || gone.metric })
        return true
      }),
  }
}

/** All rules that tell somebody, by site. */
export const listCheckedRules = (db: Queryable): Promise<CheckedRule[]> =>
  db.query<CheckedRule>(
    `select r.id, r.site_id as "siteId", s.timezone, r.is_met as "isMet", r.told_at as "toldAt", r.problem,
       ${columns
         .split(', ')
         .map((column) => `r.${column}`)
         .join(', ')}
     from notice_rules r join sites s on s.id = r.site_id
     where exists (
       select from recipients o left join channels c on c.id = o.channel_id
       where o.rule_id = r.id and c.broken_at is null)
     order by r.site_id, r.id`,
  )

/**
 * Plans the notice of a rule for its recipients and notes that it was told, unless another process has done so. Returns
 * how many messages there are.
 */
export async function planRule(
  db: Queryable,
  notice: { id: number; now: Date; facts: Readonly<Record<string, number>> },
): Promise<number> {
  const rows = await db.query(
    `with told as (
       update notice_rules set is_met = true, told_at = $2, problem = null where id = $1 and not is_met returning id
     )
     insert into messages (recipient_id, occasion, due_at, next_at, facts)
     select o.id, $3, $2, $2, $4 from told join recipients o on o.rule_id = told.id
       left join channels c on c.id = o.channel_id
     where c.broken_at is null
     on conflict (recipient_id, occasion) do nothing returning id`,
    [notice.id, notice.now, notice.now.toISOString(), JSON.stringify(notice.facts)],
  )
  return rows.length
}

/** Notes that rules are no longer true: the next time they are told again. */
export async function noteUnmet(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.query('update notice_rules set is_met = false, problem = null where id = any ($1::bigint[])', [ids])
}

/** Notes why a rule cannot be looked at. */
export async function noteProblem(db: Queryable, id: number, problem: string): Promise<void> {
  await db.query('update notice_rules set problem = $2 where id = $1 and problem is distinct from $2', [id, problem])
}
