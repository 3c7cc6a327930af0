// Revenue as the v2 query shows it: an amount with its currency, or null and a warning (spec/stats 22.4).
import { isMoney } from '../rules/catalogue.ts'
import { type Goal, goalGroups } from '../rules/goal.ts'
import type { AnswerRow } from './answer.ts'
import { leavesOf } from './filters.ts'
import type { Metric } from './metrics.ts'
import type { Query } from './query.ts'

export interface Money {
  readonly value: number
  readonly currency: string
  readonly short: string
  readonly long: string
}

export interface Revenue {
  show(metric: Metric, row: AnswerRow, value: number | null): number | Money | null
  readonly warnings: Readonly<Record<string, { code: string; warning: string }>>
}

const warnings = {
  no_revenue_goals_matching: 'Revenue metrics are null as there are no matching revenue goals.',
  no_single_revenue_currency: 'Revenue metrics are null as there are multiple currencies for the selected event:goals.',
}

function money(value: number, currency: string): Money {
  const rounded = Math.round(value * 1000) / 1000
  const format = (more: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, ...more }).format(rounded)
  return {
    value: rounded,
    currency,
    short: format({ notation: 'compact', maximumFractionDigits: 1 }),
    long: format({}),
  }
}

const isRevenueMetric = ({ name }: Metric) => isMoney(name)

/** The currency of goals that share a name: they have one at most (spec/management 2). */
export const currencyOf = (goals: readonly Goal[] | undefined): string | null =>
  goals?.find((goal) => goal.currency !== null)?.currency ?? null

/** The currencies of the revenue goals a query is about: those it filters by, or all of the site. */
export function currenciesOf(query: Query): string[] {
  const filtered = [...leavesOf(query.filters)].filter((leaf) => leaf.kind === 'goal')
  const goals = filtered.length > 0 ? filtered.flatMap((leaf) => leaf.goals) : query.site.goals
  return [...new Set(goals.map((goal) => goal.currency).filter((currency) => currency !== null))]
}

/** How the revenue metrics of a query are shown. */
export function revenueOf(query: Query): Revenue {
  const asked = query.metrics.filter(isRevenueMetric)
  if (asked.length === 0) return { show: (_metric, _row, value) => value, warnings: {} }
  const currencies = currenciesOf(query)
  const goalColumn = query.dimensions.findIndex((dimension) => dimension.kind === 'goal')
  const groups = goalGroups(query.site.goals)
  const code =
    currencies.length === 0
      ? 'no_revenue_goals_matching'
      : currencies.length > 1 && goalColumn < 0
        ? 'no_single_revenue_currency'
        : undefined
  const [single] = currencies
  return {
    show(metric, row, value) {
      if (!isRevenueMetric(metric)) return value
      const ofRow = goalColumn < 0 ? single : currencyOf(groups[Number(row.values[goalColumn])]?.goals)
      return code !== undefined || !ofRow || value === null ? null : money(value, ofRow)
    },
    warnings:
      code === undefined
        ? {}
        : Object.fromEntries(asked.map((metric) => [metric.name, { code, warning: warnings[code] }])),
  }
}
