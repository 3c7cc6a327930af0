// Time zone and retention of a site, its goals with their currencies, and the properties its events bring.

import { type TSchema, Type } from '@sinclair/typebox'
import { refuseField, settingsFailures, siteFailures } from '../../failure.ts'
import { readSetting } from '../../registry/setting-values.ts'
import { addDays, addMonths } from '../../rules/days.ts'
import { type Goal, readCustomProps } from '../../rules/goal.ts'
import { mayDo, type SiteRole } from '../../rules/roles.ts'
import {
  type SettingEntry,
  type SettingName,
  type SiteSettings,
  settingEntry,
  settingNames,
  settingsOf,
  siteSettings,
} from '../../rules/site-settings.ts'
import { cleanText } from '../../rules/text.ts'
import { localDayOf } from '../../rules/time.ts'
import { rangeDaysMax } from '../../rules/view-range.ts'
import { lookBackDays } from '../../rules/windows.ts'
import type { SiteAccess, Stats } from '../../stats/stats.ts'
import { type Definition, route } from '../definition.ts'
import { askerOf } from '../grants.ts'
import { readId } from '../readers.ts'
import { CustomProps, ErrorReply, Nullable, oneOf } from '../schemas.ts'
import type { Services } from './services.ts'

/** The schema of a setting's value: in answers with its meaning, in bodies with its limits. */
function settingSchema(entry: SettingEntry, side: 'reply' | 'body'): TSchema {
  const told = { description: entry.meaning }
  switch (entry.kind) {
    case 'number':
      return Nullable(Type.Integer(side === 'reply' ? told : { minimum: entry.least, maximum: entry.most }))
    case 'flag':
      return Type.Boolean(side === 'reply' ? told : {})
    case 'choice':
      return Type.String({ enum: [...entry.choices], ...(side === 'reply' ? told : {}) })
    case 'text':
      return Nullable(Type.String(side === 'reply' ? told : { minLength: 1, maxLength: entry.most }))
  }
}

/** A property of a schema for each setting. */
const eachSetting = <Schema extends TSchema>(schemaOf: (entry: SettingEntry) => Schema): Record<SettingName, Schema> =>
  Object.fromEntries(settingNames.map((name) => [name, schemaOf(settingEntry(name))] as const)) as Record<
    SettingName,
    Schema
  >

const General = Type.Object(
  {
    domain: Type.String(),
    previous_domain: Nullable(Type.String({ description: 'Still accepted' })),
    timezone: Type.String(),
    ...eachSetting((entry) => settingSchema(entry, 'reply')),
  },
  { additionalProperties: false },
)

/** The settings of a body, each with the right that its change needs. */
function readSettings(body: Readonly<Record<string, unknown>>, role: SiteRole): Partial<SiteSettings> {
  const given = settingNames.filter((name) => body[name] !== undefined)
  const read = given.map((name) => [name, readSetting(name, body[name])] as const)
  for (const name of given)
    if (!mayDo(role, siteSettings[name].right)) throw settingsFailures.role(siteSettings[name].doing)
  return Object.fromEntries(read)
}

const GoalOfSettings = Type.Object({
  id: Type.Integer(),
  display_name: Type.String(),
  event_name: Nullable(Type.String()),
  page_path: Nullable(Type.String()),
  scroll_threshold: Nullable(Type.Integer({ description: 'Percent of the page' })),
  currency: Nullable(Type.String({ description: 'ISO 4217' })),
  custom_props: CustomProps,
})

const showGoal = (goal: Goal) => ({
  id: goal.id,
  display_name: goal.displayName,
  event_name: goal.eventName,
  page_path: goal.path,
  scroll_threshold: goal.scrollThreshold < 0 ? null : goal.scrollThreshold,
  currency: goal.currency,
  custom_props: goal.customProps,
})

/** Name and properties of a goal from a body. An empty name is none. */
function readGoalChange(body: Readonly<Record<string, unknown>>) {
  const { display_name: name = '' } = body
  if (typeof name !== 'string') throw refuseField('display_name', 'invalid')
  const props = readCustomProps(body['custom_props'])
  if ('problem' in props) throw siteFailures.problem('custom_props', props.problem)
  return { displayName: cleanText(name).trim() || undefined, customProps: props.props }
}

const Deletion = Type.Object(
  {
    before: Nullable(Type.String({ description: 'First local day that stays; null: no day does' })),
    events: Type.Integer({ description: 'Raw events that go, pageviews and custom events' }),
  },
  { additionalProperties: false },
)

/** Raw events of the local days from `from` to the day before `before`. */
async function countEvents(stats: Stats, access: SiteAccess, from: string, before: string): Promise<number> {
  const last = addDays(before, -1)
  if (from > last) return 0
  const oldest = addDays(last, 1 - rangeDaysMax)
  const days = [from > oldest ? from : oldest, last]
  const { results } = await stats.query(access, { date_range: days, metrics: ['events'] })
  return Number((results[0] as { metrics: readonly unknown[] } | undefined)?.metrics[0] ?? 0)
}

export function settingsGeneralRoutes(services: Services): Definition[] {
  const { registry } = services
  const path = 'general'

  async function show(siteId: number) {
    const site = await registry.sites.record(siteId)
    const { domain, timezone, domain_changed_from } = site
    return { domain, previous_domain: domain_changed_from, timezone, ...settingsOf(site) }
  }

  return [
    route({
      access: 'settings',
      name: 'GetGeneralSettings',
      endpoint: `GET /api/sites/:site_id/${path}`,
      summary: 'Domain, time zone and retention of a site',
      reply: General,
      answer: ({ site }) => show(site.id),
    }),
    route({
      access: 'settings',
      name: 'ChangeGeneralSettings',
      endpoint: `PUT /api/sites/:site_id/${path}`,
      summary:
        'Change domain, time zone and retention, all or nothing; ' +
        'what the zone decides of the history follows in the background',
      body: Type.Object({
        domain: Type.Optional(Type.String()),
        timezone: Type.Optional(Type.String({ description: 'IANA name' })),
        ...eachSetting((entry) => Type.Optional(settingSchema(entry, 'body'))),
      }),
      reply: General,
      refusals: { 409: ErrorReply },
      async answer({ site, role }, context) {
        const body = await context.readJson()
        const { domain, timezone } = body
        const settings = readSettings(body, role)
        if (timezone !== undefined && typeof timezone !== 'string') throw refuseField('timezone', 'invalid')
        await services.changeSettings(site.id, { domain: domain ?? undefined, timezone, ...settings })
        return show(site.id)
      },
    }),
    route({
      access: 'settings',
      name: 'CountDeletion',
      endpoint: 'GET /api/sites/:site_id/deletion',
      summary: 'How many raw events would go with a retention of so many months, or with the site',
      query: Type.Object({ months: Type.Optional(Type.String({ description: 'Absent: all of the site goes' })) }),
      reply: Deletion,
      async answer({ site }, context) {
        const given = context.query.get('months')
        const months =
          given === null ? null : readSetting('retention_months', /^\d+$/.test(given) ? Number(given) : given)
        const today = localDayOf(site.timezone, services.now().getTime())
        const before = months === null ? null : addMonths(today, -months)
        const { firstDay } = await services.findSiteData({ ...site, allowsAll: false })
        const first = [firstDay ?? today, site.droppedBefore ?? ''].sort().at(-1)!
        const access = await services.caller.forStats(context, site.domain)
        return { before, events: await countEvents(services.stats, access, first, before ?? addDays(today, 1)) }
      },
    }),
    route({
      access: 'settings',
      name: 'ListGoalsOfSettings',
      endpoint: 'GET /api/sites/:site_id/goals',
      summary: 'Goals of a site with their currencies, newest first',
      reply: Type.Object({ goals: Type.Array(GoalOfSettings) }),
      async answer({ site }) {
        return { goals: (await registry.goals.list(site.id)).map(showGoal) }
      },
    }),
    route({
      access: 'settings',
      name: 'ChangeGoal',
      endpoint: 'PUT /api/sites/:site_id/goals/:goal',
      summary: 'Change the name and the properties of a goal; other properties make it a goal with a new id',
      params: oneOf('goal'),
      body: Type.Object({ display_name: Type.Optional(Type.String()), custom_props: Type.Optional(CustomProps) }),
      reply: GoalOfSettings,
      async answer({ site }, context) {
        return showGoal(
          await registry.goals.change(site, readId(context, 'goal'), readGoalChange(await context.readJson())),
        )
      },
    }),
    route({
      access: 'settings',
      name: 'GetLastEvent',
      endpoint: 'GET /api/sites/:site_id/last-event',
      summary: `When and on which page the newest event of the last ${lookBackDays} days came`,
      reply: Type.Object({
        last_event: Nullable(
          Type.Object({ at: Type.String({ format: 'date-time' }), hostname: Type.String(), pathname: Type.String() }),
        ),
      }),
      answer: async ({ user, site }) => ({ last_event: await services.findLastEvent(site, askerOf(user)) }),
    }),
    route({
      access: 'settings',
      name: 'ListPropertyKeys',
      endpoint: 'GET /api/sites/:site_id/property-keys',
      summary: 'Keys of the properties that the newest events brought, the most frequent first',
      reply: Type.Object({ keys: Type.Array(Type.String()) }),
      async answer({ user, site }) {
        return { keys: await services.findPropertyKeys(site, askerOf(user)) }
      },
    }),
  ]
}
