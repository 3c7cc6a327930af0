// The dashboard leaves out what v2 would refuse: its rules are compared with those of the statistics, filter by filter.
import t from 'tap'
import { tabOf } from '../../src/rules/catalogue.ts'
import { dimensions, findDimension } from '../../src/stats/dimensions.ts'
import { parseFilterTree } from '../../src/stats/filters.ts'
import { metrics } from '../../src/stats/metrics.ts'
import { refuseMetric } from '../../src/stats/refusals.ts'
import { readAddress } from '../../web/src/state/address.ts'
import { columnsOf, shownTabs } from '../../web/src/state/panels.ts'
import { readSegment } from '../../web/src/state/segment-filters.ts'

const calendar = { today: '2026-03-10', firstDay: '2020-01-01' }
const anybody = { user: null, site: { custom_properties: null } }
const goal = {
  id: 1,
  eventName: 'x',
  path: null,
  scrollThreshold: -1,
  currency: null,
  customProps: {},
  displayName: 'x',
}
const site = { goals: [goal], hasRevenue: true }
/** Names in the API that a filter can have, numbers aside. `x` is a goal, and DE a country. */
const names = [...dimensions.keys(), 'event:props:plan'].filter((name) => !/^time|:city$/.test(name))
const valuesOf = (name: string): string[] =>
  name === 'event:goal' ? ['x', 'x'] : name === 'visit:country' ? ['DE', 'FR'] : ['x', 'y']
const viewName = (name: string): string => name.replace(/^\w+:/, '')

function isRefused(metric: string, filters: unknown[], by: readonly string[]): boolean {
  const asked = {
    site,
    dimensions: by.map((name) => findDimension(name)!),
    filters: parseFilterTree(filters, site),
    isByTime: false,
  }
  try {
    refuseMetric(metrics.get(metric)!, asked, 'v2')
    return false
  } catch {
    return true
  }
}

t.test('the exit rate is left out under filters that refuse it', async (t) => {
  for (const name of names) {
    const state = readAddress(`?f=is,${viewName(name)},${valuesOf(name)[0]}`, calendar, anybody)
    if (state.filters.length === 0) continue
    const setting = { kind: 'plain' as const, segment: readSegment([]), revenueGoals: [], hasManyHostnames: false }
    const isShown = columnsOf(tabOf('exit_pages'), state, setting, true).some((column) => column.metric === 'exit_rate')
    t.equal(isShown, !isRefused('exit_rate', [['is', name, [valuesOf(name)[0]]]], ['visit:exit_page']), name)
  }
})

t.test('metrics that need conditions on top level are left out under nested ones', async (t) => {
  // Goals and hosts stand on top level alone.
  for (const name of names.filter((name) => name !== 'event:goal' && name !== 'event:hostname')) {
    const leaves = valuesOf(name).map((value) => ['is', name, [value]])
    const needed = ['conversion_rate', 'scroll_depth', 'time_on_page'].filter((metric) => {
      const top = metric === 'conversion_rate' ? [['is', 'event:goal', ['x']]] : []
      return isRefused(metric, [...top, ['or', leaves]], []) && !isRefused(metric, [...top, ...leaves], [])
    })
    t.same([...readSegment([['or', leaves]]).forbids].sort(), needed, name)
  }
})

t.test('places that the service does not know have no tab, but for an open one', async (t) => {
  const tabs = (search: string, has_regions: boolean, has_cities: boolean) =>
    shownTabs('locations', readAddress(search, calendar, anybody), { has_regions, has_cities }).filter((key) =>
      ['regions', 'cities'].includes(key),
    )
  t.same(tabs('', false, false), [])
  t.same(tabs('', true, false), ['regions'])
  t.same(tabs('', true, true), ['regions', 'cities'])
  t.same(tabs('?locations=cities', false, false), ['cities'])
})
