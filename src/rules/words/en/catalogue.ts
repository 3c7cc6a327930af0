// Metrics, dimensions, panels and tabs. The catalogue (rules/catalogue.ts) has them by the same names.

/** Columns of lists, by the metric's name in the API. */
export const metrics: Readonly<Record<string, string>> = {
  visitors: 'Visitors',
  visits: 'Visits',
  pageviews: 'Pageviews',
  events: 'Events',
  views_per_visit: 'Views per visit',
  bounce_rate: 'Bounce rate',
  visit_duration: 'Visit duration',
  scroll_depth: 'Scroll depth',
  time_on_page: 'Time on page',
  percentage: 'Share',
  conversion_rate: 'CR',
  group_conversion_rate: 'CR',
  exit_rate: 'Exit rate',
  drop_off: 'Drop-off',
  total_revenue: 'Revenue',
  average_revenue: 'Average',
}

type Totals = Readonly<Record<string, string>>

/**
 * Figures among the totals of a kind. A kind without a word of its own has the word of `plain`, else the word of the
 * column.
 */
export const totals: { readonly plain: Totals; readonly [kind: string]: Totals } = {
  plain: {
    visitors: 'Unique visitors',
    visits: 'Total visits',
    pageviews: 'Total pageviews',
    events: 'Total events',
    conversion_rate: 'Conversion rate',
    total_revenue: 'Total revenue',
    average_revenue: 'Average revenue',
  },
  goal: {
    visitors: 'Unique conversions',
    events: 'Total conversions',
  },
  realtime: {
    visitors: 'Unique visitors (last {minutes} min)',
    pageviews: 'Pageviews (last {minutes} min)',
  },
  'realtime-goal': {
    visitors: 'Unique conversions (last {minutes} min)',
    events: 'Total conversions (last {minutes} min)',
  },
}

/** Units behind counts. Rates and durations have none. `conversions` are counts under a filter on a goal. */
export const units: Readonly<Record<string, { readonly one?: string; readonly other: string }>> = {
  visitors: { one: 'visitor', other: 'visitors' },
  visits: { one: 'visit', other: 'visits' },
  pageviews: { one: 'pageview', other: 'pageviews' },
  events: { one: 'event', other: 'events' },
  conversions: { one: 'conversion', other: 'conversions' },
}

/** Lengths of time (rules/written-duration.ts). */
export const durations = { hours: '{hours}h {minutes}m', minutes: '{minutes}m {seconds}s', seconds: '{seconds}s' }

/** Dimensions, by their name in the address. `props` is any property. */
export const dimensions: Readonly<Record<string, string>> = {
  page: 'Page',
  entry_page: 'Entry page',
  exit_page: 'Exit page',
  hostname: 'Hostname',
  entry_hostname: 'Entry hostname',
  exit_hostname: 'Exit hostname',
  source: 'Source',
  channel: 'Channel',
  referrer: 'Referrer',
  utm_campaign: 'Campaign',
  utm_medium: 'Medium',
  utm_source: 'UTM source',
  utm_content: 'Content',
  utm_term: 'Term',
  country: 'Country',
  region: 'Region',
  city: 'City',
  device: 'Screen size',
  browser: 'Browser',
  browser_version: 'Browser version',
  os: 'Operating system',
  os_version: 'Operating system version',
  goal: 'Goal',
  props: 'Property',
}

/** Panels, by their key. */
export const panels = {
  sources: 'Sources',
  pages: 'Pages',
  locations: 'Locations',
  devices: 'Devices',
  goals: 'Goals',
}

/** Tabs, by their key. Any other is called after the dimension of its rows. */
export const tabs: Readonly<Record<string, string>> = {
  channels: 'Channels',
  sources: 'Sources',
  referrers: 'Referrers',
  pages: 'Top pages',
  entry_pages: 'Entry pages',
  exit_pages: 'Exit pages',
  map: 'Map',
  countries: 'Countries',
  regions: 'Regions',
  cities: 'Cities',
  browsers: 'Browsers',
  browser_versions: 'Browser versions',
  os: 'Operating systems',
  os_versions: 'System versions',
  sizes: 'Screen sizes',
  goals: 'Goals',
  props: 'Properties',
  funnels: 'Funnels',
  journeys: 'Journeys',
}

/** First columns of tabs, if they are not called after the dimension of their rows. */
export const headers: Readonly<Record<string, string>> = {
  utm_source: 'Source',
  browser_versions: 'Version',
  os_versions: 'Version',
  funnels: 'Step',
}

/** Columns that a tab calls otherwise. `conversions` are the columns of lists under a filter on a goal. */
export const columns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  entry_pages: { visitors: 'Unique entrances', visits: 'Total entrances' },
  exit_pages: { visitors: 'Unique exits', visits: 'Total exits' },
  goals: { visitors: 'Uniques', events: 'Total' },
  conversions: { visitors: 'Conversions' },
}
/** A goal of a page that has no name of its own. */
export const visitPage = 'Visit {path}'
