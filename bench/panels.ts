// The questions of a filtered dashboard, asked of two services that hold the same set, in turns: how long until all are
// answered, and whether the answers are equal.
// node bench/panels.ts --service URL --key KEY --beside URL --beside-key KEY [--last-day YYYY-MM-DD] [--filter
// visit:browser=Firefox] [--repeats 11]
import { parseArgs } from 'node:util'
import { addDays } from '../src/rules/days.ts'
import { siteDomain } from './data-set.ts'
import { median } from './query.ts'

const { values } = parseArgs({
  options: {
    service: { type: 'string' },
    key: { type: 'string' },
    beside: { type: 'string' },
    'beside-key': { type: 'string' },
    'last-day': { type: 'string', default: addDays(new Date().toISOString().slice(0, 10), -1) },
    filter: { type: 'string', default: 'visit:browser=Firefox' },
    repeats: { type: 'string', default: '11' },
  },
})
const targets = [
  { url: values.service ?? '', key: values.key ?? '' },
  { url: values.beside ?? '', key: values['beside-key'] ?? '' },
] as const

/** The questions that web/src/state/questions.ts makes of a fresh dashboard with a filter. */
function questionsOf(first: string, last: string, interval: 'day' | 'month', filter: string): object[] {
  const [dimension, value] = filter.split('=')
  const shared = { date_range: [first, last], filters: [['is', dimension, [value]]] }
  const list = (id: string, name: string, limit: number) => ({
    ...shared,
    id,
    metrics: ['visitors', 'percentage'],
    dimensions: [name],
    pagination: { limit },
  })
  return [
    {
      ...shared,
      id: 'totals',
      metrics: ['visitors', 'visits', 'pageviews', 'views_per_visit', 'bounce_rate', 'visit_duration'],
      include: { comparisons: { mode: 'previous_period', match_day_of_week: false } },
    },
    {
      ...shared,
      id: 'graph',
      metrics: ['visitors'],
      dimensions: [`time:${interval}`],
      include: { time_labels: true, partial_time_labels: true },
    },
    list('channels', 'visit:channel', 9),
    list('pages', 'event:page', 9),
    list('map', 'visit:country', 300),
    list('browsers', 'visit:browser', 9),
    {
      ...shared,
      id: 'hostnames',
      metrics: ['visitors'],
      dimensions: ['event:hostname'],
      pagination: { limit: 2 },
    },
  ]
}

interface Answered {
  readonly ms: number
  /** The answers by the ids of their questions, without the times they took. */
  readonly answers: string
}

/** Asks all questions in one request. Anything but an answer to each ends the program. */
async function ask({ url, key }: (typeof targets)[number], queries: readonly object[]): Promise<Answered> {
  const begin = performance.now()
  const response = await fetch(`${url}/api/v2/query/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: siteDomain(0), queries }),
  })
  const text = await response.text()
  const ms = performance.now() - begin
  const lines = text.trimEnd().split('\n')
  if (lines.pop() !== '{"done":true}') throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`)
  const failed = lines.find((line) => !line.includes('"status":200'))
  if (failed !== undefined) throw new Error(`${url}: ${failed.slice(0, 200)}`)
  return {
    ms,
    answers: lines
      .map((line) => line.replace(/"ms":\d+/, ''))
      .sort()
      .join('\n'),
  }
}

const lastDay = values['last-day']
// Ranges that are over: one that runs is compared up to the second.
const ranges = [
  ['28 days', addDays(lastDay, -27), lastDay, 'day'],
  ['12 months', addDays(lastDay, -364), lastDay, 'month'],
] as const

console.log(`| ${values.filter} | first, ms | second, ms | second : first |\n|---|--:|--:|--:|`)
for (const [name, first, last, interval] of ranges) {
  const queries = questionsOf(first, last, interval, values.filter)
  const times: [number[], number[]] = [[], []]
  for (let turn = -1; turn < Number(values.repeats); turn++) {
    const answers: string[] = []
    for (const index of (turn % 2 === 0 ? [0, 1] : [1, 0]) as (0 | 1)[]) {
      const { ms, answers: found } = await ask(targets[index], queries)
      answers[index] = found
      if (turn >= 0) times[index].push(ms)
    }
    if (answers[0] !== answers[1]) throw new Error(`${name}: the services differ`)
  }
  const [one, other] = times.map((list) => median(list) as number) as [number, number]
  console.log(`| ${name} | ${one.toFixed(0)} | ${other.toFixed(0)} | ${(other / one).toFixed(2)} |`)
}
