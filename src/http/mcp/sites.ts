// The tools that list the subjects of questions: the sites of a key, and the facts of one site.

import type { SiteView } from '../../registry/directory.ts'
import type { Goal } from '../../rules/goal.ts'
import { goalKindOf } from '../../rules/goal-kinds.ts'
import { localDayOf } from '../../rules/time.ts'
import { lookBackDays } from '../../rules/windows.ts'
import type { Services } from '../routes/services.ts'
import { linesText, rowsOf, tableText } from './text.ts'
import { accessOf, answerRowsMax, siteAlone, type Tool } from './tool.ts'

const columns = ['domain', 'timezone', 'is_consolidated', 'is_locked']

export const listSites: Tool = {
  name: 'list_sites',
  title: 'List sites',
  description:
    'Lists the websites that this API key may read, with the time zone in which their days begin and end. ' +
    'is_consolidated: all sites of a team as one. is_locked: its numbers are not shown at the moment. ' +
    'Use domain as site_id of the other tools.',
  input: { type: 'object', properties: {}, additionalProperties: false },
  async answer({ key }) {
    const all = key.sites().map(({ site, role }) => ({
      domain: site.domain,
      timezone: site.timezone,
      role,
      is_consolidated: site.isConsolidated,
      is_locked: site.locked,
    }))
    const sites = all.slice(0, answerRowsMax)
    const more = all.length > sites.length ? { truncated: true, total_rows: all.length } : {}
    return { structured: { sites, ...more }, text: tableText(rowsOf(sites, columns)) }
  },
}

const showGoal = (goal: Goal) => ({
  id: goal.id,
  name: goal.displayName,
  kind: goalKindOf(goal.eventName, goal.scrollThreshold >= 0),
  ...(goal.eventName === null ? { path: goal.path } : { event_name: goal.eventName }),
  ...(goal.scrollThreshold >= 0 ? { scroll_threshold: goal.scrollThreshold } : {}),
  ...(goal.currency === null ? {} : { currency: goal.currency }),
  ...(Object.keys(goal.customProps).length === 0 ? {} : { properties: goal.customProps }),
})

async function goalsOf({ registry }: Services, site: SiteView) {
  const goals = await registry.goals.list(site.id)
  // Without the feature, goals with properties count as not configured (spec/stats 12).
  return goals
    .filter(({ customProps }) => site.features.has('props') || Object.keys(customProps).length === 0)
    .map(showGoal)
}

async function funnelsOf({ registry }: Services, site: SiteView) {
  if (!site.features.has('funnels')) return []
  const funnels = await registry.funnels.list(site.id)
  return funnels.map(({ id, name, steps }) => ({ id, name, steps: steps.map((step) => step.display_name) }))
}

async function segmentsOf({ registry }: Services, site: SiteView, userId: number | undefined) {
  const segments = await registry.segments.list(site.id, userId)
  return segments.map((segment) => ({
    id: segment.id,
    name: segment.name,
    kind: segment.userId === null ? 'site' : 'personal',
    filters: segment.filters,
  }))
}

async function importsOf({ registry }: Services, { memberSiteIds }: SiteView) {
  const imports = (await Promise.all(memberSiteIds.map((id) => registry.imports.list(id)))).flat()
  return imports
    .filter(({ state }) => state === 'done')
    .map(({ source, first_day, last_day, rows }) => ({ source, first_day, last_day, rows }))
}

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name)

export const describeSite: Tool = {
  name: 'describe_site',
  title: 'Describe a site',
  description:
    'Says what can be asked about a site: its time zone and the date there, the first day with data, goals (actions ' +
    'that count as conversions), names of custom properties (allowed: the list of the site, empty where all are ' +
    `shown; seen: those of events of the last ${lookBackDays} days), ` +
    'funnels, segments (named filters) and what was imported ' +
    'from other products. Read it before asking for goals, properties or funnels by name.',
  input: siteAlone,
  async answer(call) {
    const { services } = call
    const { site, userId, asker } = accessOf(call)
    const hasProps = site.features.has('props')
    const [data, seen, goals, funnels, segments, imports] = await Promise.all([
      services.findSiteData({ ...site, allowsAll: false }),
      hasProps ? services.findPropertyKeys(site, asker) : [],
      goalsOf(services, site),
      funnelsOf(services, site),
      segmentsOf(services, site, userId),
      importsOf(services, site),
    ])
    const properties = { allowed: hasProps ? site.customProperties : [], seen }
    const facts = {
      domain: site.domain,
      timezone: site.timezone,
      today: localDayOf(site.timezone, services.now().getTime()),
      first_day: data.firstDay,
      is_consolidated: site.isConsolidated,
    }
    const structured = { ...facts, goals, properties, funnels, segments, imports }
    const text = linesText({
      ...facts,
      goals: namesOf(goals),
      properties,
      funnels: namesOf(funnels),
      segments: namesOf(segments),
      imports: imports.map(({ source, first_day, last_day }) => [source, first_day, last_day]),
    })
    return { structured, text }
  },
}
