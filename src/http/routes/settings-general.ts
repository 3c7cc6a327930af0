// Time zone and retention of a site, its goals with their currencies, and the properties its events bring.
import { Type } from '@sinclair/typebox'
import { settingsFailures, siteFailures } from '../../failure.ts'
import { mayDo } from '../../rules/roles.ts'
import type { Route } from '../route.ts'
import { CustomProps, ErrorReply, Nullable } from '../schemas.ts'
import type { Services } from './services.ts'
import { settingsRoute } from './settings-common.ts'

/** A century is for ever. */
const monthsMax = 1_200

const General = Type.Object(
  {
    domain: Type.String(),
    previous_domain: Nullable(Type.String({ description: 'Still accepted' })),
    timezone: Type.String(),
    retention_months: Nullable(Type.Integer({ description: 'Raw rows older than that are deleted; null: none are' })),
  },
  { additionalProperties: false },
)

function readMonths(value: unknown): number | null {
  if (value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > monthsMax)
    throw siteFailures.invalid('retention_months', `must be a whole number from 1 to ${monthsMax}`)
  return value
}

export function settingsGeneralRoutes(services: Services): Route[] {
  const { registry } = services
  const path = 'general'

  async function show(siteId: number) {
    const { domain, timezone, domain_changed_from, retention_months } = await registry.sites.record(siteId)
    return { domain, previous_domain: domain_changed_from, timezone, retention_months }
  }

  return [
    settingsRoute(services, {
      name: 'GetGeneralSettings',
      endpoint: `GET ${path}`,
      summary: 'Domain, time zone and retention of a site',
      reply: General,
      answer: ({ site }) => show(site.id),
    }),
    settingsRoute(services, {
      name: 'ChangeGeneralSettings',
      endpoint: `PUT ${path}`,
      summary:
        'Change domain, time zone and retention, all or nothing; ' +
        'what the zone decides of the history follows in the background',
      body: Type.Object({
        domain: Type.Optional(Type.String()),
        timezone: Type.Optional(Type.String({ description: 'IANA name' })),
        retention_months: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: monthsMax }))),
      }),
      reply: General,
      refusals: { 409: ErrorReply },
      async answer({ site, role }, context) {
        const { domain, timezone, retention_months } = await context.readJson()
        const months = retention_months === undefined ? undefined : readMonths(retention_months)
        if (months !== undefined && !mayDo(role, 'delete_data')) throw settingsFailures.role('deleting data')
        if (timezone !== undefined && typeof timezone !== 'string') throw siteFailures.invalid('timezone', 'is invalid')
        await services.changeSettings(site.id, { domain: domain ?? undefined, timezone, retentionMonths: months })
        return show(site.id)
      },
    }),
    settingsRoute(services, {
      name: 'ListGoalsOfSettings',
      endpoint: 'GET goals',
      summary: 'Goals of a site with their currencies, newest first',
      reply: Type.Object({
        goals: Type.Array(
          Type.Object({
            id: Type.Integer(),
            display_name: Type.String(),
            event_name: Nullable(Type.String()),
            page_path: Nullable(Type.String()),
            scroll_threshold: Nullable(Type.Integer({ description: 'Percent of the page' })),
            currency: Nullable(Type.String({ description: 'ISO 4217' })),
            custom_props: CustomProps,
          }),
        ),
      }),
      async answer({ site }) {
        const goals = (await registry.goals.list(site.id)).map((goal) => ({
          id: goal.id,
          display_name: goal.displayName,
          event_name: goal.eventName,
          page_path: goal.path,
          scroll_threshold: goal.scrollThreshold < 0 ? null : goal.scrollThreshold,
          currency: goal.currency,
          custom_props: goal.customProps,
        }))
        return { goals }
      },
    }),
    settingsRoute(services, {
      name: 'ListPropertyKeys',
      endpoint: 'GET property-keys',
      summary: 'Keys of the properties that the newest events brought, the most frequent first',
      reply: Type.Object({ keys: Type.Array(Type.String()) }),
      async answer({ site }) {
        return { keys: await services.findPropertyKeys(site) }
      },
    }),
  ]
}
