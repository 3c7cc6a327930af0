// The public views of the schema `tidemark` (sql/views/views.sql, docs/sql.md), with the two ways to their rows.

/** The ways to the rows: both, or the tables alone on an engine that grants no single sites. */
export type Ways = 'both' | 'tables'

/** A public view, as its mark in sql/views has it. */
interface PublicView {
  readonly name: string
  readonly columns: readonly string[]
  /** The column of time that its rows can be bounded by. */
  readonly time: string | undefined
  /** Columns that cost a look into the table, and the key of a row: a function of their own reads them when asked. */
  readonly apart: { readonly key: string; readonly columns: readonly string[] } | undefined
}

const list = (columns: readonly string[]): string => columns.join(', ')

/**
 * A function that gives a role the rows of its own sites. The planner never opens a security definer, so neither
 * conditions nor estimates of the asker reach the tables. Each call plans its statement for its sites and bounds.
 * Without sequential scans it reads no row of another site: their number would show in the buffers of EXPLAIN.
 */
const ownRows = ({ name, time }: PublicView, called: string, type: string, columns: string): string => {
  const bounds = time === undefined ? '' : `, coalesce(since, '-infinity'), coalesce(until, 'infinity')`
  const within = time === undefined ? '' : ` and ${time} >= $2 and ${time} < $3`
  const given = time === undefined ? '' : ', since timestamptz, until timestamptz'
  return `create or replace function ${called}(asker name${given})
returns setof ${type} language plpgsql stable security definer parallel restricted rows 100000
set search_path = pg_catalog, public, pg_temp set work_mem = '64MB'
set enable_seqscan = off set jit = off set random_page_cost = 1.1 as $$
begin
  return query execute
    'select ${columns} from public.sql_all_${name} where site_id = any($1)${within}'
    using public.sql_site_ids(asker)${bounds};
end
$$`
}

/**
 * The functions of a view. A function fills all of its columns, whichever are asked for; with columns apart there are
 * two, with a view each for the types of their rows.
 */
const ownFunctions = (shown: PublicView): string[] => {
  const { name, columns, apart } = shown
  if (apart === undefined) return [ownRows(shown, `sql_own_${name}`, `sql_all_${name}`, '*')]
  const near = list(['site_id', ...columns.filter((column) => !apart.columns.includes(column))])
  const far = list(['site_id', apart.key, ...apart.columns])
  return [
    `create or replace view sql_near_${name} as select ${near} from sql_all_${name}`,
    `create or replace view sql_far_${name} as select ${far} from sql_all_${name}`,
    ownRows(shown, `sql_own_${name}`, `sql_near_${name}`, near),
    ownRows(shown, `sql_own_far_${name}`, `sql_far_${name}`, far),
  ]
}

/**
 * The rows of the asker's own sites as a FROM item has them, with the view's columns by name. The planner drops the
 * second function if none of its columns is asked for, since `distinct on` shows it that no row is found twice.
 */
const ownRelation = ({ name, columns, time, apart }: PublicView, since: string, until: string): string => {
  const given = time === undefined ? '(current_user)' : `(current_user, ${since}, ${until})`
  if (apart === undefined) return `sql_own_${name}${given}`
  const qualified = columns.map((column) => `${apart.columns.includes(column) ? 'far' : 'near'}.${column}`)
  return `(
    select ${list(qualified)}
    from sql_own_${name}${given} near
    left join (select distinct on (site_id, ${apart.key}) * from sql_own_far_${name}${given}) far
      on far.site_id = near.site_id and far.${apart.key} = near.${apart.key}
  ) own`
}

/** The view. The planner computes `sql_reads_all`, and drops the way that the asker does not take. */
const view = (shown: PublicView, ways: Ways): string => {
  const { name } = shown
  const columns = list(shown.columns)
  const rows =
    ways === 'tables'
      ? `sql_all_${name}`
      : `(
  select ${columns} from sql_all_${name} where sql_reads_all()
  union all
  select ${columns} from ${ownRelation(shown, 'null', 'null')} where not sql_reads_all()
) of_asker`
  return `create or replace view tidemark.${name} as\nselect ${columns}\nfrom ${rows}`
}

/** The view's rows from `since` on and before `until`: conditions on the view do not reach below the function. */
const between = (shown: PublicView, ways: Ways): string => {
  const { name, columns, time } = shown
  const rows =
    ways === 'tables'
      ? `sql_all_${name} where ${time} >= coalesce(since, '-infinity') and ${time} < coalesce(until, 'infinity')`
      : ownRelation(shown, 'since', 'until')
  return `create or replace function tidemark.${name}(since timestamptz, until timestamptz default 'infinity')
returns setof tidemark.${name} language sql stable parallel restricted begin atomic
  select ${list(columns)}
  from ${rows};
end`
}

/** The statements of a public view, split at lines of --;. */
const publish = (shown: PublicView, ways: Ways): string => {
  const statements = [
    ...(ways === 'both' ? ownFunctions(shown) : []),
    view(shown, ways),
    ...(shown.time === undefined ? [] : [between(shown, ways)]),
  ]
  return `${statements.join(';\n--;\n')};`
}

const names = (text: string): string[] => text.trim().split(/,\s*/)

/**
 * Fills the marks of sql/views. `{{public name by time (columns) apart by key (columns)}}` becomes the statements of a
 * public view, `{{open}}` a condition that the planner computes, and `{{open table}}` the table behind it. A table out
 * of the asker's reach is empty to the planner before it estimates anything, so neither costs nor the time of planning
 * tell about its rows.
 */
export function fillPublicViews(text: string, ways: Ways): string {
  const isOpen = ways === 'both' ? 'sql_reads_all()' : 'true'
  return text
    .replaceAll('{{open}}', isOpen)
    .replace(/\{\{open (\w+)\}\}/g, (_, table: string) => `(select * from ${table} where ${isOpen})`)
    .replace(
      /\{\{public (\w+)(?: by (\w+))? \(([^)]*)\)(?: apart by (\w+) \(([^)]*)\))?\}\}/g,
      (_, name: string, time: string | undefined, columns: string, key: string | undefined, apart = '') =>
        publish(
          {
            name,
            time,
            columns: names(columns),
            apart: key === undefined ? undefined : { key, columns: names(apart) },
          },
          ways,
        ),
    )
}
