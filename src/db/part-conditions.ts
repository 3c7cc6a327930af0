// Conditions on the part of a row, put where traffic is divided before each condition on the site of a row: rows of a
// part are found on one node. Statements are written without them, in lower case.

/** Tables and views of traffic: each of their rows has a part where traffic is divided. */
const divided: ReadonlySet<string> = new Set([
  'events',
  'engagements',
  'sessions',
  'visits',
  'visitors',
  'event_hours',
  'session_hours',
  'daily_breakdowns',
  'breakdown_days',
  'imported_days',
  'page_requests',
  'visit_sequences',
  'sequence_sums',
  'sequence_items',
  'sequence_days',
  'traffic_counts',
  'ingested_batches',
  'sent_events',
])

/** Words that name tables behind them. */
const beforeTable: ReadonlySet<string> = new Set(['from', 'join', 'update', 'into', 'using'])

/** Words that end a table's name, so that they are no alias. */
const noAlias: ReadonlySet<string> = new Set(
  `as where on set join left right full inner cross natural group order having limit offset union except intersect
  using values select for returning window lateral when default`.split(/\s+/),
)

/** Comments, texts, dollar-quoted bodies and quoted names as a whole; words with dots; brackets; any other sign. */
const tokens = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?|[(),]|[^\s]/g

/** The tables that a pair of brackets names, by the names that conditions call them. */
interface Scope {
  readonly tables: Map<string, string>
  /** The next name is a table's: behind `from` and the like, and behind a comma there. */
  expects: boolean
  /** The table that was named last, while it may be given an alias. */
  named: string | undefined
  /** Commas separate tables. */
  isList: boolean
}

const openScope = (): Scope => ({ tables: new Map(), expects: false, named: undefined, isList: false })

/** Notes a word's part in naming tables. */
function noteWord(scope: Scope, word: string): void {
  if (scope.expects) {
    scope.expects = false
    if (word === 'only' || word === 'lateral') {
      scope.expects = true
      return
    }
    scope.named = word
    scope.tables.set(word, word)
    return
  }
  if (beforeTable.has(word)) {
    scope.expects = true
    scope.isList = word === 'from'
    scope.named = undefined
    return
  }
  if (word === 'as') return
  if (noAlias.has(word)) scope.isList = false
  else if (scope.named !== undefined) {
    scope.tables.delete(scope.named)
    scope.tables.set(word, scope.named)
  }
  scope.named = undefined
}

/** Notes a bracket or a comma. */
function noteSign(scopes: Scope[], scope: Scope, sign: string): void {
  if (sign === ',') {
    scope.named = undefined
    scope.expects = scope.isList
  } else if (sign === '(') {
    scope.expects = false
    scope.named = undefined
    scopes.push(openScope())
  } else if (sign === ')' && scopes.length > 1) scopes.pop()
}

const isCompared = (rest: string): boolean => /^\s*(?:=|in\b)/.test(rest)

/** The table that a name, or the lack of one, stands for within nested brackets. */
function tableOf(scopes: readonly Scope[], alias: string | undefined): string | undefined {
  for (const { tables } of scopes.toReversed()) {
    if (tables.size === 0) continue
    if (alias === undefined) return [...tables.values()].find((table) => divided.has(table))
    const table = tables.get(alias)
    if (table !== undefined) return table
  }
  return undefined
}

/**
 * A statement with a condition on the part before each comparison of a row's site.
 * @example withPart('select from events e where e.site_id = 1', 3) // '… where e.part = 3 and e.site_id = 1'
 */
export function withPart(text: string, part: number | string): string {
  const scopes = [openScope()]
  let written = ''
  let from = 0
  for (const match of text.matchAll(tokens)) {
    const [token] = match
    const scope = scopes.at(-1)!
    const column = /^(?:(\w+)\.)?site_id$/.exec(token)
    if (!column) {
      if (/^[a-z_]/.test(token)) noteWord(scope, token)
      else noteSign(scopes, scope, token)
      continue
    }
    scope.named = undefined
    const table = tableOf(scopes, column[1])
    if (table === undefined || !divided.has(table) || !isCompared(text.slice(match.index + token.length))) continue
    const alias = column[1] === undefined ? '' : `${column[1]}.`
    written += `${text.slice(from, match.index)}${alias}part = ${part} and `
    from = match.index
  }
  return written + text.slice(from)
}
