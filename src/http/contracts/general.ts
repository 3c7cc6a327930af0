// Contracts of a site's general settings, its goals with their currencies, and the properties its events bring.
import { type TOptional, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { refusedSetting } from '../../registry/setting-values.ts'
import { languageCodes } from '../../rules/languages.ts'
import {
  type SettingEntry,
  type SettingName,
  type SiteSettings,
  settingEntry,
  settingNames,
  takesSetting,
} from '../../rules/site-settings.ts'
import { lookBackDays } from '../../rules/windows.ts'
import { Checked, CustomProps, Instant, Nullable, oneOf, Read } from '../schemas.ts'
import type { Contract } from './contract.ts'

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

/** A property of a schema for each setting, with the type of its value. */
const eachSetting = (schemaOf: (entry: SettingEntry) => TSchema) =>
  Object.fromEntries(settingNames.map((name) => [name, schemaOf(settingEntry(name))])) as {
    [Name in SettingName]: TUnsafe<SiteSettings[Name]>
  }

const General = Type.Object(
  {
    domain: Type.String(),
    previous_domain: Nullable(Type.String({ description: 'Still accepted' })),
    timezone: Type.String(),
    ...eachSetting((entry) => settingSchema(entry, 'reply')),
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

/** Each may be left out. */
const bodySettings = eachSetting((entry) =>
  Type.Optional(
    Checked(settingSchema(entry, 'body'), {
      takes: (value) => takesSetting(entry, value),
      refuse: (field, value) => refusedSetting(field, entry, value),
    }),
  ),
) as { [Name in SettingName]: TOptional<TUnsafe<SiteSettings[Name]>> }

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
      ...bodySettings,
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
  GetPrivacyFacts: {
    endpoint: 'GET /api/sites/:site_id/privacy-facts',
    summary: 'How the site is counted, in sentences for its privacy statement, as its settings are now',
    query: Type.Object({
      language: Type.Optional(Type.String({ description: `${languageCodes.join(', ')}; English unless given` })),
    }),
    reply: Type.Object({
      title: Type.String(),
      note: Type.String(),
      sections: Type.Array(Type.Object({ title: Type.String(), facts: Type.Array(Type.String()) })),
      markdown: Type.String(),
      text: Type.String(),
    }),
  },
  GetLastEvent: {
    endpoint: 'GET /api/sites/:site_id/last-event',
    summary: `When and on which page the newest event of the last ${lookBackDays} days came`,
    reply: Type.Object({
      last_event: Nullable(Type.Object({ at: Instant(), hostname: Type.String(), pathname: Type.String() })),
    }),
  },
  ListPropertyKeys: {
    endpoint: 'GET /api/sites/:site_id/property-keys',
    summary: 'Keys of the properties that the newest events brought, the most frequent first',
    reply: Type.Object({ keys: Type.Array(Type.String()) }),
  },
} as const satisfies Readonly<Record<string, Contract>>
