// Time zone and retention of a site, its goals with their currencies, and the properties its events bring.
import { refuseField, settingsFailures, siteFailures } from '../../failure.ts'
import { readSetting } from '../../registry/setting-values.ts'
import { addDays, addMonths } from '../../rules/days.ts'
import { type Goal, readCustomProps } from '../../rules/goal.ts'
import { isLanguage, languageCodes } from '../../rules/languages.ts'
import { markdownOf, textOf, writePrivacyFacts } from '../../rules/privacy-facts.ts'
import { mayDo, type SiteRole } from '../../rules/roles.ts'
import { type SiteSettings, settingNames, settingsOf, siteSettings } from '../../rules/site-settings.ts'
import { cleanText } from '../../rules/text.ts'
import { localDayOf } from '../../rules/time.ts'
import { rangeDaysMax } from '../../rules/view-range.ts'
import type { SiteAccess, Stats } from '../../stats/stats.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import { askerOf } from '../grants.ts'
import { readId } from '../readers.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'

/** The settings of a body, each with the right that its change needs. */
function givenSettings(body: Partial<SiteSettings>, role: SiteRole): Partial<SiteSettings> {
  const given = settingNames.filter((name) => body[name] !== undefined)
  for (const name of given)
    if (!mayDo(role, siteSettings[name].right)) throw settingsFailures.role(siteSettings[name].doing)
  return Object.fromEntries(given.map((name) => [name, body[name]] as const))
}

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

  async function show(siteId: number) {
    const site = await registry.sites.record(siteId)
    const { domain, timezone, domain_changed_from } = site
    return { domain, previous_domain: domain_changed_from, timezone, ...settingsOf(site) }
  }

  return [
    settingsRoute('GetGeneralSettings', {
      answer: ({ site }) => show(site.id),
    }),
    settingsRoute('ChangeGeneralSettings', {
      refusals: { 409: ErrorReply },
      async answer({ site, role, registry: { store } }, _, readBody) {
        const body = await readBody()
        const { domain, timezone } = body
        const settings = givenSettings(body, role)
        if (timezone !== undefined && typeof timezone !== 'string') throw refuseField('timezone', 'invalid')
        await services.changeSettings(store, site.id, { domain: domain ?? undefined, timezone, ...settings })
        return show(site.id)
      },
    }),
    settingsRoute('CountDeletion', {
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
    settingsRoute('ListGoalsOfSettings', {
      async answer({ site }) {
        return { goals: (await registry.goals.list(site.id)).map(showGoal) }
      },
    }),
    settingsRoute('ChangeGoal', {
      async answer({ site, registry }, context, readBody) {
        return showGoal(await registry.goals.change(site, readId(context, 'goal'), readGoalChange(await readBody())))
      },
    }),
    settingsRoute('GetPrivacyFacts', {
      async answer({ site }, { query }) {
        const language = query.get('language') ?? 'en'
        if (!isLanguage(language)) throw refuseField('language', 'choice', { values: languageCodes.join(', ') })
        const facts = writePrivacyFacts(await services.findCountedSite(site.id), language)
        return { ...facts, markdown: markdownOf(facts), text: textOf(facts) }
      },
    }),
    settingsRoute('GetLastEvent', {
      answer: async ({ user, site }) => ({ last_event: await services.findLastEvent(site, askerOf(user)) }),
    }),
    settingsRoute('ListPropertyKeys', {
      async answer({ user, site }) {
        return { keys: await services.findPropertyKeys(site, askerOf(user)) }
      },
    }),
  ]
}
