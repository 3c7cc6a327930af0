// Contracts of a site's general settings, its goals with their currencies, and the properties its events bring.
import { type TSchema, Type } from '@sinclair/typebox'
import { type SettingName, settingNames, siteSettings } from '../../rules/site-settings.ts'
import { lookBackDays } from '../../rules/windows.ts'
import { CustomProps, Nullable, oneOf, Read } from '../schemas.ts'
import type { Contract } from './contract.ts'

/** A property of a schema for each setting. */
const eachSetting = <Schema extends TSchema>(
  schemaOf: (entry: (typeof siteSettings)[SettingName]) => Schema,
): Record<SettingName, Schema> =>
  Object.fromEntries(settingNames.map((name) => [name, schemaOf(siteSettings[name])] as const)) as Record<
    SettingName,
    Schema
  >

const General = Type.Object(
  {
    domain: Type.String(),
    previous_domain: Nullable(Type.String({ description: 'Still accepted' })),
    timezone: Type.String(),
    ...eachSetting(({ meaning }) => Nullable(Type.Integer({ description: meaning }))),
  },
  { additionalProperties: false },
)

const GoalOfSettings = Type.Object({
  id: Type.Integer(),
  display_name: Type.String(),
  event_name: Nullable(Type.String()),
  page_path: Nullable(Type.String()),
  scroll_threshold: Nullable(Type.Integer({ description: 'Percent of the page' })),
  currency: Nullable(Type.String({ description: 'ISO 4217' })),
  custom_props: CustomProps,
})

const Deletion = Type.Object(
  {
    before: Nullable(Type.String({ description: 'First local day that stays; null: no day does' })),
    events: Type.Integer({ description: 'Raw events that go, pageviews and custom events' }),
  },
  { additionalProperties: false },
)

export const generalContracts = {
  GetGeneralSettings: {
    endpoint: 'GET /api/sites/:site_id/general',
    summary: 'Domain, time zone and retention of a site',
    reply: General,
  },
  ChangeGeneralSettings: {
    endpoint: 'PUT /api/sites/:site_id/general',
    summary:
      'Change domain, time zone and retention, all or nothing; ' +
      'what the zone decides of the history follows in the background',
    body: Type.Object({
      domain: Type.Optional(Read(Type.String())),
      timezone: Type.Optional(Read(Type.String({ description: 'IANA name' }))),
      ...eachSetting(({ least, most }) =>
        Type.Optional(Read(Nullable(Type.Integer({ minimum: least, maximum: most })))),
      ),
    }),
    reply: General,
  },
  CountDeletion: {
    endpoint: 'GET /api/sites/:site_id/deletion',
    summary: 'How many raw events would go with a retention of so many months, or with the site',
    query: Type.Object({ months: Type.Optional(Type.String({ description: 'Absent: all of the site goes' })) }),
    reply: Deletion,
  },
  ListGoalsOfSettings: {
    endpoint: 'GET /api/sites/:site_id/goals',
    summary: 'Goals of a site with their currencies, newest first',
    reply: Type.Object({ goals: Type.Array(GoalOfSettings) }),
  },
  ChangeGoal: {
    endpoint: 'PUT /api/sites/:site_id/goals/:goal',
    summary: 'Change the name and the properties of a goal; other properties make it a goal with a new id',
    params: oneOf('goal'),
    body: Type.Object({
      display_name: Type.Optional(Read(Type.String())),
      custom_props: Type.Optional(Read(CustomProps)),
    }),
    reply: GoalOfSettings,
  },
  GetLastEvent: {
    endpoint: 'GET /api/sites/:site_id/last-event',
    summary: `When and on which page the newest event of the last ${lookBackDays} days came`,
    reply: Type.Object({
      last_event: Nullable(
        Type.Object({ at: Type.String({ format: 'date-time' }), hostname: Type.String(), pathname: Type.String() }),
      ),
    }),
  },
  ListPropertyKeys: {
    endpoint: 'GET /api/sites/:site_id/property-keys',
    summary: 'Keys of the properties that the newest events brought, the most frequent first',
    reply: Type.Object({ keys: Type.Array(Type.String()) }),
  },
} as const satisfies Readonly<Record<string, Contract>>
