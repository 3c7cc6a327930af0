// Statements with a fixed text live in sql/queries, one a file. This loads them all at start.
import { readdirSync, readFileSync } from 'node:fs'
import { projectPath } from '../paths.ts'
import { type BlankValue, blankValues } from '../rules/blank-values.ts'
import { dimensionColumns } from '../rules/session.ts'
import { settingNames } from '../rules/site-settings.ts'

const folder = projectPath('sql', 'queries')

/**
 * Statements name the dimensions of a visit by their one list: `{{dimensions}}` lists all of them, `{{v.dimensions}}`
 * as columns of v, `{{dimensions = null}}` sets each to null, and `{{dimensions = r}}` to the column of r.
 */
export const fillDimensions = (text: string): string =>
  text.replace(/\{\{(\w+\.)?dimensions(?: = (\w+))?\}\}/g, (_, alias: string | undefined, from: string | undefined) => {
    const given = (column: string) => (from === 'null' ? 'null' : `${from}.${column}`)
    const set = (column: string) => (from === undefined ? '' : ` = ${given(column)}`)
    return dimensionColumns.map((column) => `${alias ?? ''}${column}${set(column)}`).join(', ')
  })

/** `{{blank notSet}}` is a name of the empty value (rules/blank-values.ts), as a text of SQL. */
export const fillBlanks = (text: string): string =>
  text.replace(/\{\{blank (\w+)\}\}/g, (_, name: BlankValue) => `'${blankValues[name]}'`)

/** `{{s.settings}}` is all settings of a site, as columns of s. */
const fillSettings = (text: string): string =>
  text.replace(/\{\{(\w+\.)settings\}\}/g, (_, alias: string) => settingColumns(alias))

/** The columns of the settings of a site, for the select list of a statement. */
export const settingColumns = (alias = ''): string => settingNames.map((name) => `${alias}${name}`).join(', ')

const statements: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => [file.slice(0, -4), fillSettings(fillDimensions(readFileSync(`${folder}/${file}`, 'utf8')))]),
)

/** The text of `sql/queries/<name>.sql`, for example `statement('goals.upsert')`. Throws for an unknown name. */
export function statement(name: string): string {
  const text = statements.get(name)
  if (text === undefined) throw new Error(`sql/queries/${name}.sql does not exist`)
  return text
}
