// Notices on any number: looks at the rules of all sites at once, and plans the notices that are due (spec/management
// 13.2).
import type { Database, Queryable } from '../db/pool.ts'
import type { Directory } from '../registry/directory.ts'
import { type CheckedRule, listCheckedRules, noteProblem, noteUnmet, planRule } from '../registry/notice-rules.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import { isQuiet, isShare, type Judged, judge, usualWeeks } from '../rules/notice-rule.ts'
import { wallClock } from '../rules/time.ts'
import type { Measures, Stretch } from '../stats/measures.ts'

interface RulesOptions {
  readonly db: Database
  readonly directory: Directory
  readonly measures: Measures
}

/** How much earlier the same hours of the weeks before are, behind now itself. */
const weekShifts = Array.from({ length: usualWeeks }, (_, index) => (index + 1) * 7 * dayMs)

/** The numbers of a rule: now, and in the weeks before; or the reason why it has no number. */
type Numbers = readonly (number | null)[] | string

/** Numbers of rules about statistics, which look at the same hours. */
async function countMetrics(
  { directory, measures }: RulesOptions,
  rules: readonly CheckedRule[],
  stretch: Stretch,
  shifts: readonly number[],
): Promise<ReadonlyMap<number, Numbers>> {
  const asked = rules.flatMap(({ id, siteId, metric, filters }) => {
    const site = directory.findById(siteId)
    return site && metric !== 'dropped' ? [{ id, site, metric, filters }] : []
  })
  return asked.length === 0 ? new Map() : await measures.measure(asked, stretch, shifts)
}

/** Numbers of rules about dropped events. */
async function countDropped(
  { measures }: RulesOptions,
  rules: readonly CheckedRule[],
  { start, end }: Stretch,
  shifts: readonly number[],
): Promise<ReadonlyMap<number, Numbers>> {
  const about = rules.filter(({ metric }) => metric === 'dropped')
  if (about.length === 0) return new Map()
  const siteIds = [...new Set(about.map(({ siteId }) => siteId))]
  const shares: ((siteId: number, reason: string | null) => number | null)[] = []
  for (const shift of shifts) shares.push(await measures.dropped(siteIds, { start: start - shift, end: end - shift }))
  return new Map(about.map(({ id, siteId, reason }) => [id, shares.map((shareOf) => shareOf(siteId, reason))]))
}

/** Numbers of rules that look at the same hours and at the same weeks. */
async function count(
  options: RulesOptions,
  rules: readonly CheckedRule[],
  stretch: Stretch,
  shifts: readonly number[],
): Promise<ReadonlyMap<number, Numbers>> {
  if (rules.length === 0) return new Map()
  const metrics = await countMetrics(options, rules, stretch, shifts)
  return new Map([...metrics, ...(await countDropped(options, rules, stretch, shifts))])
}

/** Numbers of all rules. */
async function countAll(
  options: RulesOptions,
  rules: readonly CheckedRule[],
  now: number,
): Promise<ReadonlyMap<number, Numbers>> {
  const found = new Map<number, Numbers>()
  // Whole seconds: questions of the API have no other instants.
  const end = Math.floor(now / 1000) * 1000
  for (const hours of new Set(rules.map((rule) => rule.hours))) {
    const stretch = { start: end - hours * hourMs, end }
    const of = rules.filter((rule) => rule.hours === hours)
    const plain = of.filter(({ condition }) => !isShare(condition))
    const compared = of.filter(({ condition }) => isShare(condition))
    for (const counted of [
      await count(options, plain, stretch, [0]),
      await count(options, compared, stretch, [0, ...weekShifts]),
    ])
      for (const [id, numbers] of counted) found.set(id, numbers)
  }
  return found
}

/** Judges the numbers of a rule. Weeks before the site's first event are not compared. */
function judgeRule(rule: CheckedRule, numbers: readonly (number | null)[], now: number, first: number): Judged {
  const [value = null, ...weeks] = numbers
  const known = weeks.filter((_, index) => now - rule.hours * hourMs - (weekShifts[index] ?? 0) >= first)
  return judge(rule.condition, rule.value, value, known)
}

/** True while a rule may be told: outside its quiet hours, and its hours after it was told last. */
function mayTell({ toldAt, hours, timezone, quiet_from, quiet_to }: CheckedRule, now: number): boolean {
  if (toldAt && now - toldAt.getTime() < hours * hourMs) return false
  return !isQuiet(Number(wallClock(timezone, now).slice(11, 13)), quiet_from, quiet_to)
}

/** Plans the messages of a rule that are due, or notes that it is no longer true; gives how many messages there are. */
async function planOne(
  db: Queryable,
  rule: CheckedRule,
  { isMet, usual }: Judged,
  { value, now, unmet }: { value: number | null; now: Date; unmet: number[] },
): Promise<number> {
  if (!isMet && (rule.isMet || rule.problem !== null)) unmet.push(rule.id)
  if (!isMet || rule.isMet || !mayTell(rule, now.getTime())) return 0
  const facts = { value: value ?? 0, ...(usual !== undefined && { usual: Math.round(usual * 100) / 100 }) }
  return await planRule(db, { id: rule.id, now, facts })
}

/** Looks at all rules and plans the notices that are due; gives how many. */
export async function planRules(options: RulesOptions, now: Date): Promise<number> {
  const { db, measures } = options
  const rules = await listCheckedRules(db.write)
  if (rules.length === 0) return 0
  const at = now.getTime()
  const numbers = await countAll(options, rules, at)
  const compared = rules.filter(({ condition }) => isShare(condition))
  const firsts = await measures.firstEvents([...new Set(compared.map(({ siteId }) => siteId))])
  const unmet: number[] = []
  let planned = 0
  for (const rule of rules) {
    const found = numbers.get(rule.id)
    if (found === undefined) continue
    if (typeof found === 'string') {
      await noteProblem(db.write, rule.id, found)
      continue
    }
    const judged = judgeRule(rule, found, at, firsts.get(rule.siteId) ?? at)
    planned += await planOne(db.write, rule, judged, { value: found[0] ?? null, now, unmet })
  }
  await noteUnmet(db.write, unmet)
  return planned
}
