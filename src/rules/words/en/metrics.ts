// The meaning of each metric, in one sentence.
export const meanings: Readonly<Record<string, string>> = {
  visitors:
    'People who visited at least once. A visitor is recognised within one day only, so a person who visits on two days counts twice.',
  visits: 'Series of pageviews and events by one visitor, without a pause of {minutes} minutes or more.',
  pageviews: 'How often pages were opened.',
  events: 'Pageviews and custom events together.',
  views_per_visit: 'Pageviews divided by visits.',
  bounce_rate: 'Share of visits with a single pageview or event.',
  visit_duration: 'Average time from the first to the last activity of a visit.',
  time_on_page: 'Average time that the page was visible during a visit.',
  scroll_depth: 'How far down the page visitors scrolled, on average.',
  percentage:
    'Share of this row among all visitors who match the filters. A visitor can be in several rows, so shares can add up to more than 100%.',
  conversion_rate: 'Visitors who completed the goal as a share of all visitors who match the other filters.',
  group_conversion_rate: 'Share of the visitors of this row who completed the goal.',
  exit_rate: 'Visits that ended on this page as a share of its pageviews.',
  drop_off: 'Share of visitors who reached the previous step but not this one.',
  total_revenue: 'Sum of the amounts sent with the goal.',
  average_revenue: 'Total revenue divided by the number of conversions with an amount.',
}

/** The meanings of a funnel's steps. */
export const meaningsOfSteps: Readonly<Record<string, string>> = {
  ...meanings,
  visitors: 'Visitors who reached this step within one visit, after all previous steps.',
  percentage: 'Visitors who reached this step as a share of those who reached the first step.',
}
