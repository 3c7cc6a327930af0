// The meaning of each metric, in one sentence.
export const meanings: Readonly<Record<string, string>> = {
  visitors:
    'People who were here at least once in the range. A visitor is known for one day of the site only, so that somebody who comes on two days counts on each, but once within a day.',
  visits: 'Runs of activity of one visitor with less than {minutes} minutes between two events.',
  pageviews: 'How often a page was opened.',
  events: 'Everything that was counted: pageviews and custom events.',
  views_per_visit: 'Pageviews divided by visits.',
  bounce_rate: 'Visits with one pageview and nothing else, of all visits.',
  visit_duration: 'The time from the first to the last sign of a visit, on average.',
  time_on_page: 'The time a page was seen in front, on average a visit.',
  scroll_depth: 'How far down a page was seen, on average.',
  percentage:
    'Visitors of this row, of all visitors in the range under the filters. One visitor may be in several rows, so that shares may add up to more than 100%.',
  conversion_rate: 'Visitors who reached the goal, of all visitors under the other filters.',
  group_conversion_rate: 'Visitors of this row who reached the goal, of all visitors of this row.',
  exit_rate: 'Visits that ended on this page, of its pageviews.',
  drop_off: 'Visitors who reached the step before and not this one, of all who reached the step before.',
  total_revenue: 'All amounts sent with the goal.',
  average_revenue: 'All amounts sent with the goal, divided by the times it was reached with one.',
}

/** The meanings of a funnel's steps. */
export const meaningsOfSteps: Readonly<Record<string, string>> = {
  ...meanings,
  visitors: 'People one visit of whom reached the step, after all steps before it.',
  percentage: 'Visitors who reached the step, of those who reached the first one.',
}
