// Exports of Matomo in the forms that people have them: where each form is documented or was reported, a small file of our own
// in that form, and what an import makes of it.
import { both, type EventDialect, first } from './event-dialect.ts'

const stamp = Date.parse('2024-01-05T10:00:00Z') / 1000
const action = (url: string, minutes: number, more: object = {}) => ({
  type: 'action',
  url,
  timestamp: stamp + 60 * minutes,
  pageTitle: 'T',
  ...more,
})
const pages = [action('https://shop.example/a', 0), action('https://shop.example/b', 1)]
const visit = (more: object = {}, actionDetails: unknown = pages) => ({
  idSite: '1',
  idVisit: '7',
  visitorId: 'v1',
  countryCode: 'de',
  referrerType: 'direct',
  actionDetails,
  ...more,
})
const matomo = (
  name: string,
  from: string,
  content: unknown,
  rest: Partial<EventDialect> = { events: both },
): EventDialect => ({
  ...{ name: `Matomo: ${name}`, from, source: 'matomo', ...rest },
  files: { 'visits.json': typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content) },
})
const withFacts = (more: object, facts: object) => ({
  content: [visit(more)],
  rest: { events: both.map((event) => ({ ...event, ...facts })) },
})
const matomoFacts = (name: string, from: string, more: object, facts: object) => {
  const { content, rest } = withFacts(more, facts)
  return matomo(name, from, content, rest)
}

export const matomoDialects: readonly EventDialect[] = [
  matomo('a list of visits', 'developer.matomo.org reporting API', [visit()]),
  matomo('over several lines', 'matomo-org/matomo#14382', JSON.stringify([visit()], null, 2)),
  matomo(
    'one visit a line',
    'PostHog/posthog#104167',
    `${JSON.stringify(visit())}\n${JSON.stringify(visit({ idVisit: '8', actionDetails: [] }))}\n`,
  ),
  matomo('numbers as numbers', 'matomo-org/matomo#11736', [visit({ idSite: 1, idVisit: 7 })]),
  matomo('a byte order mark', 'RFC 8259, byte order mark', `\uFEFF${JSON.stringify([visit()])}`),
  matomo('no visitor ids', 'piwikapi documentation, Live', [visit({ visitorId: false })]),
  matomo('addresses without a scheme', 'piwikapi documentation, Live (report example)', [
    visit(
      {},
      pages.map((page) => ({ ...page, url: page.url.slice(8) })),
    ),
  ]),
  matomo(
    'actions without an address',
    'matomo-org/matomo#8909',
    [visit({}, [...pages, action('', 2), { type: 'action', url: null, timestamp: stamp }])],
    {
      events: both,
      leftOut: { 'actions without an address or a time': 2 },
    },
  ),
  matomo(
    'actions with a title only',
    'matomo-org/matomo#12182',
    [visit({}, [...pages, { type: 'action', pageTitle: 'x', timestamp: stamp }])],
    {
      events: both,
      leftOut: { 'actions without an address or a time': 1 },
    },
  ),
  matomo(
    'actions without a time',
    'matomo-org/matomo#7773',
    [
      visit({}, [
        ...pages,
        { type: 'action', url: 'https://shop.example/c', serverTimePretty: 'Fr 5 Jan. 2024 10:02:00' },
      ]),
    ],
    {
      events: both,
      leftOut: { 'actions without an address or a time': 1 },
    },
  ),
  matomo(
    'an event first',
    'matomo-org/matomo#8202',
    [
      visit({}, [
        action('https://shop.example/a', 0, {
          type: 'event',
          eventCategory: 'Video',
          eventAction: 'play',
          eventValue: 3,
        }),
      ]),
    ],
    {
      events: [{ ...first, name: 'play', props: { category: 'Video', value: '3' } }],
    },
  ),
  matomo(
    'events without an action',
    'matomo-org/matomo#20812',
    [visit({}, [action('https://shop.example/a', 0, { type: 'event', eventCategory: '-' })])],
    {
      events: [{ ...first, name: 'event' }],
    },
  ),
  matomo(
    'outlinks, downloads, searches',
    'matomo-org/matomo#11900',
    [
      visit({}, [
        pages[0],
        action('https://other.example/', 1, { type: 'outlink' }),
        action('https://shop.example/f.pdf', 2, { type: 'download' }),
        { type: 'search', siteSearchKeyword: 'red', timestamp: stamp + 180 },
      ]),
    ],
    {
      events: [
        first,
        { name: 'Outbound Link: Click' },
        { name: 'File Download' },
        { name: 'Site Search', props: { keyword: 'red' } },
      ],
    },
  ),
  matomo(
    'goals, orders, contents, media and types of plugins',
    'matomo-org/matomo plugins/Actions/VisitorDetails.php',
    [
      visit({}, [
        ...pages,
        ...['goal', 'ecommerceOrder', 'content', 'media', 'heatmap', 'constructor'].map((type) =>
          action('https://shop.example/x', 2, { type }),
        ),
      ]),
    ],
    {
      events: both,
      leftOut: {
        'conversions of goals': 1,
        orders: 1,
        'impressions of contents': 1,
        'plays of media': 1,
        'actions of a type that is not known': 2,
      },
    },
  ),
  matomoFacts(
    'labels in German, the icon in none',
    'matomo-org/matomo plugins/DevicesDetection/functions.php (getDeviceTypeLabel)',
    {
      deviceType: 'Unbekannt',
      deviceTypeIcon: 'plugins/Morpheus/icons/dist/devices/smartphone.png',
      country: 'Deutschland',
    },
    { device: 'Mobile', country: 'DE' },
  ),
  matomoFacts(
    'icons of Piwik',
    'matomo-org/matomo plugins/DevicesDetection/functions.php (getDeviceTypeLogo)',
    {
      deviceType: 'Desktop',
      deviceTypeIcon: 'plugins/DevicesDetection/images/screens/normal.gif',
      operatingSystemName: 'Mac',
      operatingSystemVersion: '10.13',
    },
    { device: 'Desktop', os: 'Mac', os_version: '10.13' },
  ),
  matomoFacts(
    'feature phones',
    'matomo-org/matomo plugins/DevicesDetection/functions.php (feature phone)',
    { deviceType: 'Feature phone' },
    { device: 'Mobile' },
  ),
  matomoFacts(
    'an unknown place',
    'matomo-org/matomo#11404',
    { countryCode: 'xx', regionCode: 'xx', city: null },
    { country: undefined, region: undefined },
  ),
  matomoFacts(
    'a region with its country',
    'matomo-org/matomo#9705',
    { countryCode: 'de', regionCode: 'BY' },
    { country: 'DE', region: 'DE-BY' },
  ),
  matomoFacts(
    'a region by its name',
    'matomo-org/matomo#11227',
    { countryCode: 'de', regionCode: 'Bavaria' },
    { country: 'DE', region: undefined },
  ),
  matomoFacts(
    'continents and proxies in place of countries',
    'MaxMind GeoIP legacy codes, EU and AP',
    { countryCode: 'eu' },
    { country: undefined },
  ),
  matomoFacts(
    'a social network',
    'developer.matomo.org reporting API (referrerType)',
    { referrerType: 'social', referrerName: 'Twitter' },
    { source: 'X (Twitter)' },
  ),
  matomoFacts(
    'a search engine without an address',
    'matomo-org/matomo#21963',
    { referrerType: 'search', referrerName: 'Yahoo!' },
    { source: 'Yahoo!' },
  ),
  matomoFacts(
    'a website by its host',
    'matomo-org/matomo#10359',
    { referrerType: 'website', referrerName: 'm.facebook.com' },
    { source: 'Facebook' },
  ),
  matomoFacts(
    'a campaign',
    'matomo-org/matomo#15027',
    { referrerType: 'campaign', referrerName: 'Spring', referrerKeyword: 'shoes' },
    { utm_campaign: 'Spring', utm_term: 'shoes' },
  ),
  matomo(
    'two sites',
    'matomo-org/matomo plugins/Live/tests, test_allSites__Live.getLastVisitsDetails',
    [visit(), visit({ idVisit: '8', idSite: '2' })],
    {
      events: [...both, ...both],
      refused: /rows of several websites, by idSite: 1 \(1 rows\), 2 \(1 rows\); ask for one of them/,
    },
  ),
  matomo('the same visit twice', 'PostHog/posthog#104167 (overlapping ranges)', [visit(), visit()], {
    events: both,
    leftOut: { 'visits that another answer has too': 1 },
  }),
  matomo(
    'an error',
    'matomo-org/matomo#15421',
    { result: 'error', message: 'You must be logged in' },
    { refused: /is an error of Matomo: You must be logged in/ },
  ),
  matomo('CSV', 'matomo-org/matomo-for-wordpress#190', 'idSite,idVisit\n1,7\n', {
    refused: /is not a whole JSON list/,
  }),
  matomo('XML', 'matomo-org/matomo#8909 (export of a visit)', '<?xml version="1.0"?><result><row/></result>', {
    refused: /is not a whole JSON list/,
  }),
  matomo(
    'TSV for spreadsheets',
    'developer.matomo.org, format=tsv',
    Buffer.from('\uFEFFidSite\tidVisit\n', 'utf16le'),
    { refused: /UTF-16/ },
  ),
  matomo(
    'visits without actions',
    'matomo-org/matomo plugins/Live/tests, test_allSites_noActions__Live.getLastVisitsDetails',
    [{ idVisit: '7', visitorId: 'v1' }],
    {
      faults: [/^1: this is no visit/],
    },
  ),
]
