// The statements that every batch is made of, prepared once on each connection that brings batches in.
import { connectScripts, type ScriptClient } from '../db/copy.ts'
import { ofPart, type Part } from '../db/parts.ts'
import { statement } from '../db/statements.ts'
import { lockText } from '../db/stripes.ts'
import { type ArrayColumn, fillColumns, typesOf } from './parameters.ts'
import { sessionReads } from './rows.ts'
import { outcomeColumns, pageRequestColumns } from './totals.ts'
import { closedColumns, continuedColumns, extendedColumns, keyColumns, visitorReads } from './visitor-columns.ts'

interface Prepared {
  /** The file of sql/queries with its text. */
  readonly file: string
  /** Its first parameters: an array for each column, whose places in the text are filled in. */
  readonly columns?: readonly ArrayColumn<never>[]
  /** The types of its parameters, behind the types of `columns`. */
  readonly types?: string
  /** The select list of its text, at `{{reads}}`. */
  readonly reads?: readonly string[]
}

const keysAndRange = 'bigint[], bigint[], timestamptz, timestamptz'

const prepared = {
  load_visitors: { file: 'transaction.load-visitors', types: 'bigint[], bigint[], bigint[]', reads: visitorReads },
  load_sessions: { file: 'transaction.load-sessions', types: keysAndRange, reads: sessionReads },
  load_days: { file: 'transaction.load-days', types: keysAndRange },
  load_engaged: { file: 'transaction.load-engaged', types: keysAndRange },
  continue_visitors: { file: 'transaction.continue-visitors', columns: continuedColumns },
  extend_visitors: { file: 'transaction.extend-visitors', columns: extendedColumns },
  end_sessions: { file: 'transaction.end-sessions', columns: closedColumns },
  remove_visitors: { file: 'transaction.remove-visitors', columns: keyColumns },
  count_outcomes: { file: 'transaction.count-outcomes', columns: outcomeColumns, types: 'smallint, uuid[]' },
  load_pages: { file: 'transaction.load-pages', types: 'bigint, date, integer' },
  add_page_requests: { file: 'transaction.add-page-requests', columns: pageRequestColumns, types: 'smallint' },
  mark_days: { file: 'transaction.mark-days', types: 'bigint[], date[]' },
  find_batches: { file: 'transaction.find-batches', types: 'uuid[]' },
  find_sent: { file: 'transaction.find-sent', types: 'bigint[], uuid[]' },
} as const satisfies Record<string, Prepared>

type Name = 'lock_stripes' | keyof typeof prepared

/** The parameter types and the text of a statement. */
function textOf({ file, columns = [], types, reads = [] }: Prepared): readonly [types: string, text: string] {
  const text = fillColumns(statement(file), columns).replace('{{reads}}', reads.join(',\n       '))
  return [[...(columns.length > 0 ? [typesOf(columns)] : []), ...(types ? [types] : [])].join(', '), text]
}

/**
 * Settings of a lane's connection, beside the settings of every connection (db/session-settings.ts). Stripes are locked
 * for a minute at most by a process that stands still. Plans are made once, maybe while `visitors` is empty: without
 * hash and merge joins they look visitors up by key for ever.
 */
const settings = `set idle_in_transaction_session_timeout = '60s';
set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off;
`

/** How its statements are planned: where traffic is divided, a plan that does not see the part asks all of them. */
const planModeOf = (part: Part): string => (part === null ? 'force_generic_plan' : 'force_custom_plan')
export const setPlanMode = (part: Part, mode = planModeOf(part)): string => `set local plan_cache_mode = ${mode}`

/** Opens a connection for `applyBatch`; where traffic is divided, for batches of any part. */
export function connectTraffic(databaseUrl: string, name: string, part: Part): Promise<ScriptClient> {
  const isWhole = part === null
  const all = Object.entries(prepared).map(([alias, one]) => [alias, ...textOf(one)] as const)
  const texts = [['lock_stripes', 'integer[]', lockText(!isWhole)] as const, ...all].map(([alias, types, text]) => {
    const own = ofPart(text, isWhole ? null : `$${types.split(',').length + 1}`).trim()
    return `prepare ${alias} (${isWhole ? types : `${types}, integer`}) as ${own};\n`
  })
  return connectScripts(databaseUrl, name, `${settings}set plan_cache_mode = ${planModeOf(part)};\n${texts.join('')}`)
}

/** The call of a prepared statement, each of its parameters an SQL literal. */
export const call = (name: Name, parameters: readonly string[], part: Part): string =>
  `execute ${name}(${[...parameters, ...(part === null ? [] : [part])].join(', ')})`
