// How many page requests the script saw, by day, browser, page and country: the third view of Traffic quality.

import type { CoverageAnswer } from '../../../../src/http/contracts/stats.ts'
import * as words from '../../../../src/rules/words/en/coverage.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { showValue, valueWords } from '../../state/words.ts'
import { formatDay } from '../../text/format.ts'
import { say } from '../../text/say.ts'
import { Figure } from '../panels/cells.tsx'

/** Rows of the list. */
const shown = 12

export type CoverageGroup = keyof typeof words.groups
const groups = Object.keys(words.groups) as CoverageGroup[]

type Row = CoverageAnswer['results'][number]

const noNames: ReadonlyMap<string, string> = new Map()

function nameOf(group: CoverageGroup, row: Row): string {
  const value = row[group] ?? ''
  return group === 'date' ? formatDay(value, 'named') : valueWords(group, value, noNames)
}

const sum = (rows: readonly Row[], name: 'requests' | 'seen'): number =>
  rows.reduce((total, row) => total + row[name], 0)

const count = (value: number): string => showValue('events', value).full
const percent = (value: number | null): string => showValue('percentage', value).short

/** Seen and missed requests of each of these days; none of a day without a known request. */
export function barsOf(labels: readonly string[], { results }: CoverageAnswer) {
  const days = new Map(results.map((row) => [row.date, row]))
  const counts = (of: (row: Row) => number) => labels.map((label) => (days.has(label) ? of(days.get(label)!) : 0))
  return {
    seen: { total: 0, counts: counts(({ seen, requests }) => Math.min(seen, requests)) },
    missed: { counts: counts(({ seen, requests }) => Math.max(0, requests - seen)) },
  }
}

function Unknown() {
  const { site } = useDashboard()
  return (
    <>
      <p class="soft">{words.unknown}</p>
      <p>
        {words.how} <code>tidemark coverage --site {site.domain} access.log</code>
      </p>
    </>
  )
}

interface CoverageProps {
  /** By day. */
  readonly days: CoverageAnswer
  readonly group: CoverageGroup
  readonly onGroup: (group: CoverageGroup) => void
  /** By the chosen group, once it is there. */
  readonly rows: CoverageAnswer | undefined
}

/** The share as a sentence, and a list by the chosen group. */
export function Coverage({ days, group, onGroup, rows }: CoverageProps) {
  const [requests, seen] = [sum(days.results, 'requests'), sum(days.results, 'seen')]
  if (requests === 0) return <Unknown />
  const gaps = { share: percent((seen / requests) * 100), seen: count(seen), requests: count(requests) }
  const list = group === 'date' ? days.results.toReversed() : (rows?.results ?? [])
  return (
    <>
      <p>
        <b>{say(seen === 0 ? words.neverSeen : words.headline, gaps)}</b>
      </p>
      <p class="soft">
        {words.lead} {seen > requests ? words.above : words.daysLeftOut}
      </p>
      <fieldset aria-label={words.by} class="row">
        {groups.map((one) => (
          <button
            key={one}
            type="button"
            class="button-quiet"
            aria-pressed={one === group}
            onClick={() => onGroup(one)}
          >
            {words.groups[one]}
          </button>
        ))}
      </fieldset>
      <table class="list" aria-label={`${words.coverage}: ${words.groups[group]}`}>
        <thead>
          <tr>
            <th scope="col">{words.heads[group]}</th>
            {[words.requests, words.seen, words.share].map((label) => (
              <th key={label} scope="col" class="num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.slice(0, shown).map((row) => (
            <tr key={row[group]}>
              <th scope="row" class="reason">
                <bdi>{nameOf(group, row)}</bdi>
              </th>
              <td class="num">
                <Figure shown={showValue('events', row.requests)} />
              </td>
              <td class="num">
                <Figure shown={showValue('events', row.seen)} />
              </td>
              <td class="num">{percent(row.share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The list as lines of a file, its head first. */
export const linesOf = (group: CoverageGroup, { results }: CoverageAnswer): (string | number)[][] => [
  [words.heads[group], words.requests, words.seen, words.share],
  ...results.map((row) => [row[group] ?? '', row.requests, row.seen, row.share ?? '']),
]
