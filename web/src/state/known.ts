// Things that questions depend on besides the address: names, segments, notes, the property and the funnel of a tab.
import { computed, signal } from '@preact/signals'
import type { SegmentAnswer } from '../../../src/http/contracts/sites.ts'
import type { Note, SiteFacts } from '../../../src/http/facts.ts'
import { daysOf } from '../../../src/rules/view-range.ts'
import { request } from '../service/request.ts'
import type { Body } from './api.ts'
import { namesIn } from './place-names.ts'
import { noSegment, type Setting } from './questions.ts'
import type { SegmentFilters } from './segment-filters.ts'
import type { View } from './view.ts'

const segmentsPath = '/api/v1/sites/segments'

/** A segment, with its filters as the page has them. */
export type Segment = Omit<SegmentAnswer, 'filters'> & SegmentFilters

async function readSegments(path: `${typeof segmentsPath}?${string}`): Promise<Segment[]> {
  const [answer, { readSegment }] = await Promise.all([
    request('GET', path).catch(() => null),
    import('./segment-filters.ts'),
  ])
  return (answer?.segments ?? []).map((one) => ({ ...one, ...readSegment(one.filters) }))
}

/** Finds the first allowed property with values, once, and only if there is a choice. */
function createFinder({ properties, state, calendar, auth }: View, siteId: string, onFound: (key: string) => void) {
  let isProbed = false
  return async () => {
    if (isProbed || properties.length < 2) return
    isProbed = true
    const { findFilled } = await import('./find-property.ts')
    const found = await findFilled(properties, daysOf(state.peek(), calendar.peek()), { siteId, auth })
    if (found !== undefined) onFound(found)
  }
}

export function createKnown(site: SiteFacts, view: View) {
  const { auth, calendar, now, properties, state } = view
  const names = signal<ReadonlyMap<string, string>>(new Map())
  const hasManyHostnames = signal(false)
  const segments = signal<readonly Segment[] | null>(null)
  const defaultProperty = signal<string | null>(properties[0] ?? null)
  /** A route about this site, by its address. */
  const pathOf = <Path extends string>(path: Path): `${Path}?${string}` =>
    `${path}?site_id=${encodeURIComponent(site.domain)}${auth === '' ? '' : `&${auth}`}`
  const segment = computed(() => {
    const { segment: id } = state.value
    return id === null ? null : (segments.value?.find((one) => String(one.id) === id) ?? null)
  })
  const property = computed(() => state.value.prop ?? defaultProperty.value)
  const funnel = computed(() => {
    const { funnels } = site
    return funnels.find(({ id }) => String(id) === state.value.funnel) ?? funnels[0] ?? null
  })
  const settingAt = (instant: number): Setting => ({
    calendar: calendar.value,
    now: instant,
    hasImports: site.has_imports,
    hasGoals: site.has_goals,
    revenueGoals: site.revenue_goals,
    hasManyHostnames: hasManyHostnames.value,
    property: property.value,
    funnel: funnel.value?.id ?? null,
    segment: segment.value ?? noSegment,
  })
  return {
    names,
    hasManyHostnames,
    segments,
    segment,
    notes: signal<readonly Note[]>(site.notes),
    property,
    funnel,
    pathOf,
    settingAt,
    setting: computed(() => settingAt(now.peek())),
    /** True while the chosen segment's filters are not known. */
    lacksSegment: () => state.value.segment !== null && segments.value === null,
    learn(body: Body, dimensions: readonly string[] | undefined) {
      const more = namesIn(body.results, dimensions, names.peek())
      if (more.length > 0) names.value = new Map([...names.peek(), ...more])
    },
    async loadSegments() {
      segments.value = await readSegments(pathOf(segmentsPath))
    },
    findProperty: createFinder(view, site.domain, (key) => {
      defaultProperty.value = key
    }),
  }
}
