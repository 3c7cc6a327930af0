// Refusals of questions of statistics.
import { badRequest, type FailureOptions, refuse } from './failure.ts'

/** A question of statistics that cannot be answered; the words name the part of it. */
const badQuery = (message: string, options?: FailureOptions) => badRequest(message, { code: 'query', ...options })
const featureLacks = (status: 400 | 402, feature: string) => refuse(status, 'featurePlan', { feature })

/** spec/stats 2, 12 to 14 and 22. */
export const statsFailures = {
  period: (value: string, known: readonly string[]) =>
    badQuery(
      `Error parsing \`period\` parameter: invalid period \`${value}\`. ` +
        `Accepted time periods are ${known
          .slice(0, -1)
          .map((name) => `\`${name}\``)
          .join(', ')} and \`${known.at(-1)}\``,
    ),
  dateRequired: () => badQuery('The `date` parameter is required when using a custom period'),
  dateRange: () =>
    badQuery(
      'Invalid format for `date` parameter. ' +
        'When using a custom period, please include two ISO-8601 formatted dates joined by a comma',
    ),
  date: (reason: 'invalid_format' | 'invalid_date') =>
    badQuery(`Error parsing \`date\` parameter: ${reason}. Please specify a valid date in ISO-8601 format`),
  rangeTooLong: (length: string) => badQuery(`Invalid \`date\` parameter: a range of at most ${length} can be queried`),
  interval: (value: string) =>
    badQuery(
      `Error parsing \`interval\` parameter: invalid interval \`${value}\`. Valid intervals are \`day\`, \`month\``,
    ),
  filterProperty: (name: string) =>
    badQuery(
      `Invalid filter property '${name}'. ` +
        'Please provide a valid filter property: an `event:` or `visit:` dimension',
    ),
  filterInvalid: (detail: string, cause?: unknown) => badQuery(`Invalid filter: ${detail}`, { cause }),
  filterLimit: (limit: number) => badQuery(`Invalid filters: at most ${limit} filters are allowed`),
  filterPlace: (name: string) =>
    badQuery(
      `Invalid filters. The dimension \`${name}\` can only be filtered at the top level` +
        (name === 'event:goal' ? ', with `is` or `contains`' : ''),
    ),
  filterCountry: () =>
    badQuery('Invalid visit:country filter, visit:country needs to be a valid 2-letter country code'),
  filterCase: () => badQuery('Invalid filter: `case_sensitive` is not allowed with pattern operators'),
  goalNegated: () => badQuery('The operator `!=` is not supported for goals'),
  pageGoalUnknown: (path: string) =>
    badQuery(`The pageview goal for the pathname \`${path}\` is not configured for this site`),
  goalUnknown: (name: string) => badQuery(`The goal \`${name}\` is not configured for this site`),
  metricTwice: () => badQuery('Metrics cannot be queried multiple times'),
  metricUnknown: (name: string) =>
    badQuery(`The metric \`${name}\` is not recognized. Find valid metrics in the documentation of the stats API`),
  metric: (name: string, refusal: string) => badQuery(`Metric \`${name}\` ${refusal}`),
  sessionMetricFilter: (metric: string, dimension: string) =>
    badQuery(`Session metric \`${metric}\` cannot be queried when using a filter on \`${dimension}\``),
  sessionMetricBreakdown: (metric: string, dimension: string) =>
    badQuery(`Session metric \`${metric}\` cannot be queried for breakdown by \`${dimension}\``),
  propertyRequired: () =>
    badQuery('The `property` parameter is required. Please provide at least one property to show a breakdown by'),
  propertyInvalid: (name: string) =>
    badQuery(
      `Invalid property '${name}'. ` +
        'Please provide a valid property for the breakdown endpoint: an `event:` or `visit:` dimension',
    ),
  propertyHostname: () => badQuery("Property 'event:hostname' is currently not supported for breakdowns"),
  coverageProperty: (name: string, known: string) =>
    badQuery(`Invalid property '${name}'. Page requests are known by ${known}`),
  coverageFilters: () => badQuery('Invalid `filters` parameter: page requests cannot be filtered'),
  limit: () => badQuery('Please provide limit as a number between 1 and 1000'),
  page: () => badQuery('Please provide page as a positive number'),
  propsPlan: (status: 400 | 402) => featureLacks(status, 'custom properties'),
  revenuePlan: () => featureLacks(400, 'revenue metrics'),
  funnelsPlan: () => featureLacks(400, 'funnels'),
  funnelUnknown: (id: number | string) => badQuery(`The funnel \`${id}\` is not configured for this site`),
  trafficRole: (roles: string) => refuse(403, 'traffic', { roles }),
  query: (message: string) => badQuery(message),
}
