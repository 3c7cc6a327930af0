// The statements that every batch is made of, prepared once on each connection that brings batches in.
import { connectScripts, type ScriptClient } from '../db/copy.ts'
import { ofPart, type Part } from '../db/parts.ts'
import { statement } from '../db/statements.ts'
import { lockText } from '../db/stripes.ts'

const prepared = [
  ['load_visitors', 'bigint[], bigint[], bigint[]', 'transaction.load-visitors'],
  ['load_sessions', 'bigint[], bigint[], timestamptz, timestamptz', 'transaction.load-sessions'],
  ['load_days', 'bigint[], bigint[], timestamptz, timestamptz', 'transaction.load-days'],
  ['load_engaged', 'bigint[], bigint[], timestamptz, timestamptz', 'transaction.load-engaged'],
  [
    'continue_visitors',
    'bigint[], bigint[], bigint[], bigint[], integer[], integer[], boolean[], text[], text[]',
    'transaction.continue-visitors',
  ],
  [
    'extend_visitors',
    'bigint[], bigint[], timestamptz[], timestamptz[], date[], date[], text[], boolean[], ' +
      'timestamptz[], integer[], integer[], boolean[], text[], text[], text[], text[]',
    'transaction.extend-visitors',
  ],
  ['end_sessions', 'bigint[], bigint[], boolean[], boolean[], boolean[]', 'transaction.end-sessions'],
  ['remove_visitors', 'bigint[], bigint[]', 'transaction.remove-visitors'],
  ['count_outcomes', 'bigint[], bigint[], text[], bigint[], smallint, uuid[]', 'transaction.count-outcomes'],
  ['mark_days', 'bigint[], date[]', 'transaction.mark-days'],
  ['find_batches', 'uuid[]', 'transaction.find-batches'],
] as const

type Name = 'lock_stripes' | (typeof prepared)[number][0]

/**
 * Settings of a lane's connection: an event answered with 202 is on disk, and dates read as ISO whatever the role's
 * settings say. Plans are made once, maybe while `visitors` is empty: without hash and merge joins they look visitors
 * up by key for ever.
 */
const settings = `set synchronous_commit = on; set timezone = 'UTC'; set datestyle = 'ISO, YMD';
set standard_conforming_strings = on;
set idle_in_transaction_session_timeout = '60s';
set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off;
`

/** How its statements are planned: where traffic is divided, a plan that does not see the part asks all of them. */
const planModeOf = (part: Part): string => (part === null ? 'force_generic_plan' : 'force_custom_plan')
export const setPlanMode = (part: Part, mode = planModeOf(part)): string => `set local plan_cache_mode = ${mode}`

/** Opens a connection for `applyBatch`; where traffic is divided, for batches of any part. */
export function connectTraffic(databaseUrl: string, name: string, part: Part): Promise<ScriptClient> {
  const texts = [
    ['lock_stripes', 'integer[]', lockText(part !== null)] as const,
    ...prepared.map(([alias, types, file]) => [alias, types, statement(file)] as const),
  ].map(([alias, types, text]) => {
    const isWhole = part === null
    const own = ofPart(text, isWhole ? null : `$${types.split(',').length + 1}`).trim()
    return `prepare ${alias} (${isWhole ? types : `${types}, integer`}) as ${own};\n`
  })
  return connectScripts(databaseUrl, name, `${settings}set plan_cache_mode = ${planModeOf(part)};\n${texts.join('')}`)
}

/** The call of a prepared statement, each of its parameters an SQL literal. */
export const call = (name: Name, parameters: readonly string[], part: Part): string =>
  `execute ${name}(${[...parameters, ...(part === null ? [] : [part])].join(', ')})`
