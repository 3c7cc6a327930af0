// The statements that make an engine's relations, composed of sql/engines, sql/rollups and sql/views.
import { readFileSync } from 'node:fs'
import { projectPath } from '../../paths.ts'
import { fillMarks } from '../parts.ts'
import { fillBlanks, fillDimensions } from '../statements.ts'
import { fillTrackLimits } from './sql-track.ts'
import { fillPublicViews, type Ways } from './sql-views.ts'

const read = (folder: string, name: string): string => readFileSync(projectPath('sql', folder, `${name}.sql`), 'utf8')

/** The one definition of a rollup, as text to wrap in a sub-select. */
export const rollupSelect = (name: string): string => fillBlanks(read('rollups', name).trim())

/** The text of sql/engines/name.sql. */
export const readEngine = (name: string): string => read('engines', name)

/**
 * The statements that make the tables of traffic in an empty database, and the engine's own behind them. Native tables
 * are partitioned by time; `part` is the name of the column with the number of a row's part, null if traffic is not
 * divided.
 */
export function composeTables(own: string, { isNative, part }: { isNative: boolean; part: 'part' | null }): string {
  const text = withVisits(own === '' ? readEngine('tables') : `${readEngine('tables')}\n--;\n${own}`)
    .replaceAll('{{part column}}', part === null ? '' : `${part} integer not null,\n  `)
    .replace(/\{\{by (\w+)\}\}/g, isNative ? ' partition by range ($1)' : '')
  return fillMarks(fillDimensions(text), part)
}

const withVisits = (text: string): string => text.replace('{{visits}}', () => readEngine('visits').trim())

const publicViews = (ways: Ways): string => fillPublicViews(fillBlanks(read('views', 'views')), ways)

/**
 * An engine's statements with the views for SQL and tidemark.track behind them. `{{name}}` in them stands for the
 * SELECT of sql/rollups/name.sql. `ways`: how roles reach the rows of those views.
 */
export const composeRelations = (text: string, ways: Ways = 'both'): string =>
  [
    fillDimensions(`${withVisits(text)}\n--;\n${publicViews(ways)}`).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      rollupSelect(name),
    ),
    fillTrackLimits(read('views', 'track')),
  ].join('\n--;\n')

/** The same without buckets of time, which only TimescaleDB has. */
export const withoutBuckets = (text: string): string =>
  text.replace(/time_bucket\(interval '1 hour', (\w+)\)/g, `date_trunc('hour', $1, 'UTC')`)
