// The meaning of a connection: every setting of PostgreSQL by which a role, a database or an address could change
// texts, times, rights or durability of what Tidemark reads and writes, and the value it has on each connection.

interface Setting {
  readonly name: string
  readonly value: string
  readonly why: string
  /** Set only in place of this value: others are the operator's choice. */
  readonly insteadOf?: string
}

/**
 * `default_transaction_read_only` is not here: a provider turns it on when the disk is full (usable.ts reads it).
 * Settings that the server does not know, being older, are passed over.
 */
export const sessionSettings: readonly Setting[] = [
  { name: 'client_encoding', value: 'UTF8', why: 'texts are UTF-8 on the wire' },
  { name: 'datestyle', value: 'ISO, YMD', why: 'the driver reads dates as ISO, and COPY writes them so' },
  { name: 'timezone_abbreviations', value: 'Default', why: 'as PostgreSQL has it' },
  { name: 'intervalstyle', value: 'postgres', why: 'the driver reads intervals in this style' },
  {
    name: 'timezone',
    value: 'UTC',
    why: 'dates and texts of instants are those of UTC unless a statement says a zone',
  },
  { name: 'bytea_output', value: 'hex', why: 'the driver reads digests and salts as hex' },
  { name: 'array_nulls', value: 'on', why: 'NULL in an array is a null, and not the text "NULL"' },
  { name: 'extra_float_digits', value: '1', why: 'a float comes back as it went in' },
  { name: 'standard_conforming_strings', value: 'on', why: 'a backslash in a literal is a backslash' },
  { name: 'backslash_quote', value: 'safe_encoding', why: 'literals are read one way' },
  { name: 'escape_string_warning', value: 'on', why: 'as PostgreSQL has it' },
  { name: 'transform_null_equals', value: 'off', why: '"x = null" is unknown, and not "x is null"' },
  { name: 'quote_all_identifiers', value: 'off', why: 'names of relations are compared as texts' },
  { name: 'lc_numeric', value: 'C', why: 'numbers of to_char have a point' },
  { name: 'lc_monetary', value: 'C', why: 'amounts have a point' },
  { name: 'lc_time', value: 'C', why: 'names of months are English' },
  { name: 'xmlbinary', value: 'base64', why: 'as PostgreSQL has it' },
  { name: 'xmloption', value: 'content', why: 'as PostgreSQL has it' },
  { name: 'gin_fuzzy_search_limit', value: '0', why: 'an index gives all rows, and not a sample' },
  {
    name: 'search_path',
    value: 'public',
    why: 'one schema for all parts; a role called tidemark has views in its own',
  },
  { name: 'default_table_access_method', value: 'heap', why: 'tables take updates, which columnar ones do not' },
  {
    name: 'default_transaction_isolation',
    value: 'read committed',
    why: 'statements wait for locks; they do not fail',
  },
  { name: 'default_transaction_deferrable', value: 'off', why: 'reads do not wait for others to end' },
  { name: 'row_security', value: 'on', why: 'policies choose rows; off, they are errors' },
  { name: 'createrole_self_grant', value: '', why: '`sql grant` makes roles that the service is no member of' },
  { name: 'restrict_nonsystem_relation_kind', value: '', why: 'views may be read' },
  { name: 'session_replication_role', value: 'origin', why: 'triggers and foreign keys hold; a replica has none' },
  { name: 'synchronous_commit', value: 'on', insteadOf: 'off', why: 'an event answered with 202 is on disk' },
  { name: 'exit_on_error', value: 'off', why: 'an error ends a statement, and not the session' },
  {
    name: 'statement_timeout',
    value: '0',
    why: 'statistics have STATEMENT_TIMEOUT_MS; upkeep takes as long as it takes',
  },
  { name: 'lock_timeout', value: '0', why: 'a batch waits for its stripes' },
  { name: 'transaction_timeout', value: '0', why: 'imports and exports are one long transaction' },
  { name: 'idle_in_transaction_session_timeout', value: '0', why: 'an export waits for its reader' },
  { name: 'idle_session_timeout', value: '0', why: 'a pool keeps its connections, and LISTEN is idle for days' },
  { name: 'client_min_messages', value: 'warning', why: 'nobody reads notices' },
  // Compiling a plan costs seconds when the plan has many chunks, and on PostgreSQL's own price of a random page whole
  // chunks are read in place of a few index entries.
  { name: 'jit', value: 'off', why: 'speed' },
  { name: 'random_page_cost', value: '1.1', why: 'speed' },
]

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

const rows = sessionSettings.map(
  ({ name, value, insteadOf }) =>
    `(${quote(name)}, ${quote(value)}, ${insteadOf === undefined ? 'null' : quote(insteadOf)})`,
)

/** Sorts and sums of a day want the memory; a server that gives more keeps it. */
const workMemory = '32MB'

/**
 * One statement that sets what differs, for the session or for the transaction (`isLocal`). It has no literal whose
 * meaning depends on a setting.
 */
const settingText = (isLocal: boolean, condition: string): string => `
select set_config(name, value, ${isLocal}) from (values ${rows.join(', ')},
  ('work_mem', '${workMemory}', case when pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('${workMemory}')
                                then current_setting('work_mem') else '' end)) s (name, value, instead_of)
where ${condition} current_setting(name, true) <> value
  and (instead_of is null or current_setting(name, true) = instead_of)`

/** Sets up the session; nothing happens on a backend that is not the one of this number: a pooler's. */
export const sessionText = (backend: number | undefined): string =>
  settingText(false, backend === undefined ? '' : `pg_backend_pid() = ${Math.trunc(backend)} and`)

/** Sets up the transaction alone: behind a pooler that gives each transaction a backend, which others use as well. */
export const transactionText = settingText(true, '')
