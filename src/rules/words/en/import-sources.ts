// Histories that can be brought (rules/import-sources.ts): products, formats, files, and what an import leaves out.

/** Products, as lists of imports show them. */
export const products = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  matomo: 'Matomo',
  'google-analytics': 'Google Analytics',
  'web-log': 'Web server log',
  events: 'Events',
}

/** Entries of the list of formats. */
export const titles = {
  plausible: 'Plausible: zip of an export',
  umami: 'Umami: website_event as CSV, or the zip of an export',
  goatcounter: 'GoatCounter: CSV of an export',
  matomo: 'Matomo: visits as JSON',
  'google-analytics': 'Google Analytics 4: CSV of reports',
  'web-log': 'Web server log: nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  events: 'Events: JSON lines',
}

/** The file that is asked for, in a sentence. */
export const files = {
  plausible: 'The zip of an export, or all CSV files unpacked from it.',
  umami: 'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.',
  goatcounter: 'The CSV file of an export in version 2. It can be compressed with gzip.',
  matomo: 'The response of Live.getLastVisitsDetails with format=JSON. You can choose several files.',
  'google-analytics': 'CSV files of free-form explorations with the dimension Date, or of reports over a single day.',
  'web-log': 'Access logs in combined format, JSON or W3C format, or of an AWS load balancer. They can be gzip files.',
  events: 'JSON lines, or events exported from Tidemark as JSON lines or CSV. The file can be compressed with gzip.',
}

// Of several products.
export const timeAndScroll = 'Time on page and scroll depth are not available.'
export const oneWebsite = 'A file with rows of several websites is refused. Export one website at a time.'
export const namedCities = 'Cities are not imported, because the file contains only their names.'
export const dailyTotals =
  'The file contains daily totals. Values from different lists cannot be combined, for example pages by country.'

// Plausible.
export const noVisits = 'Hours, individual visits, funnels and revenue are not available.'
export const codesOfPlaces = 'Countries can be codes or English names. Regions and cities must be codes.'

// Umami.
export const sessionData = 'Browser versions, page titles and session data are not imported.'
export const propertiesInZip = 'Custom properties are imported only from the zip.'
export const shortLinks = 'Clicks on short links, pixel views and performance measurements are left out.'
export const eventTableAlone =
  'The table website_event alone has no countries, devices and browsers. They are in the table session.'

// GoatCounter.
export const sessionsAreVisitors =
  'Each GoatCounter session counts as one visitor. Pageviews without a session are left out.'
export const bots = 'Pageviews of bots are left out.'
export const jsonExport =
  'The JSON export is refused, because it does not say how many visitors a day had. Choose the CSV export.'
export const titlesCitiesAndTime =
  'Page titles and cities are not imported. Time on page and scroll depth are not available.'
export const screenWidths =
  'If the file has no user agents, the screen width decides whether a device is a desktop, tablet or phone.'

// Matomo.
export const goalsAndOrders = 'Goals, orders and their revenue are left out. Add goals for pages and events afterwards.'
export const titlesAndForms = 'Page titles, custom dimensions, custom variables, contents and forms are not imported.'

// Google Analytics.
export const reportsOfDays =
  'A report over several days without the dimension Date cannot be divided into days and is left out.'
export const namedPlaces =
  'Cities, regions, names of countries that are not in English, languages, audiences and revenue are left out.'
export const bounces = 'Bounces are imported only if the file has engaged sessions or a bounce rate.'
export const dailyVisitors = 'Daily visitors are imported only from a file whose only dimension is Date.'
export const englishReport = 'The report must be in English, and its counts must not have separators.'
export const otherRows =
  'Rows for other values, (other), and rows without a source, page or country, (not set), are left out.'

// Logs of web servers.
export const requests =
  'A log contains requests, not pageviews. Cached pages and pages that change without a reload are missing.'
export const filesAndErrors =
  'Requests for files, errors, redirects, methods other than GET, bots and blocked addresses are left out.'
export const eventsAndTime = 'Custom events are missing. Time on page and scroll depth are not available.'
export const addressesAreVisitors =
  'A visitor is an IP address and user agent on one day. Neither is stored. Import all files of a day together.'
export const shortLines =
  'Lines without an IP address or user agent are left out. The common log format has no user agents.'
export const behindProxy =
  'Behind a proxy, the log must contain visitor addresses. Otherwise visitors with the same browser count as one.'
