// The sums of a closed day, as the table daily_breakdowns and its definition in sql/rollups name them. What each of
// them is to a metric stands in stats/fields.ts.
export const daySums = [
  'visitors',
  'seen_day_before',
  'seen_two_days_before',
  'visits',
  'bounces',
  'duration',
  'session_pageviews',
  'pageviews',
  'events',
  'active_visitors',
  'active_day_before',
  'active_two_days_before',
  'active_visits',
  'active_visits_day_before',
  'active_visits_two_days_before',
  'engaged_ms',
  'engaged_visits',
  'engaged_visits_day_before',
  'engaged_visits_two_days_before',
] as const

export type DaySum = (typeof daySums)[number]
