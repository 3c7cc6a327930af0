// Notices on any number of a site: listed, made, changed, deleted (spec/management 13.2).
import { ruleFailures } from '../../failure.ts'
import type { SettingsAccess } from '../caller.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import { readId } from '../readers.ts'
import { settingsRemoval } from '../resources.ts'
import type { Services } from './services.ts'

interface Given {
  readonly metric: unknown
  readonly filters?: unknown
}

/** The filters of a rule, checked as a question about its number is. Dropped events have none. */
async function readFilters(
  services: Services,
  { site, user }: SettingsAccess,
  { metric, filters }: Given,
): Promise<readonly unknown[]> {
  if (metric === 'dropped' || typeof metric !== 'string') return []
  const access = { site, siteIds: [site.id], userId: user.userId }
  return await services.stats.readRule(access, { metric, filters: filters ?? [] })
}

export function settingsRuleRoutes(services: Services): Definition[] {
  const { noticeRules, recipients, channels } = services.registry
  return [
    settingsRoute('ListRules', {
      async answer({ site }) {
        const told = await recipients.listOfRules(site.id)
        const rules = await noticeRules.list(site.id)
        return {
          sends_mail: services.sendMail !== undefined,
          channels: await channels.list(site.id),
          rules: rules.map((rule) => ({
            ...rule,
            recipients: told.flatMap(({ rule: id, ...recipient }) => (id === rule.id ? [recipient] : [])),
          })),
        }
      },
    }),
    settingsRoute('AddRule', {
      async answer(access, _, readBody) {
        const { recipients: addresses, channels: ids, ...given } = await readBody()
        const filters = await readFilters(services, access, given)
        const told = { addresses, channels: ids }
        return { id: await access.registry.noticeRules.add(access.site.id, given, filters, told) }
      },
    }),
    settingsRoute('ChangeRule', {
      async answer(access, context, readBody) {
        const { recipients: addresses, channels: ids, ...given } = await readBody()
        const filters = await readFilters(services, access, given)
        const told = { addresses, channels: ids }
        const isKnown = await access.registry.noticeRules.change(access.site.id, readId(context), given, {
          filters,
          told,
        })
        if (!isKnown) throw ruleFailures.gone()
      },
    }),
    settingsRemoval('DeleteRule', (registry, siteId, id) => registry.noticeRules.remove(siteId, id), ruleFailures.gone),
  ]
}
