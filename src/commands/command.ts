// A command of the operator tool: one noun or verb, its options, its text, its action.
import type { ParseArgsConfig } from 'node:util'

export interface Io {
  /** Writes a line to standard output. */
  out(line: string): void
  /** Writes a line to standard error. */
  err(line: string): void
}

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

export interface Invocation {
  readonly io: Io
  readonly json: boolean
  /** Options as given, by long name. */
  readonly values: Values
  readonly positionals: readonly string[]
}

/** The texts of a command. All that `help` and completion need. */
export interface CommandText {
  /** As typed: `serve`, `site create`. */
  readonly name: string
  readonly summary: string
  /** One line; its options are read from it (`optionsOf`). */
  readonly usage: string
  readonly help: string
}

export interface Command extends CommandText {
  /** Words that are no options are operands. Elsewhere they are usage errors. */
  readonly takesOperands?: boolean
  /** Returns the exit code (spec/management 10). */
  run(invocation: Invocation): Promise<number>
}

/**
 * The options of a command beside `--json`, as its usage has them: `--domain D` takes a text, `--yes` takes none, and
 * `[--header H]...` may be repeated.
 */
export const optionsOf = ({ usage }: Pick<CommandText, 'usage'>): NonNullable<ParseArgsConfig['options']> =>
  Object.fromEntries(
    [...usage.matchAll(/--(?!json\b)([a-z-]+)(?: ('[^']*'|[^\s[\]()|][^\s\])]*))?(\]\.{3})?/g)].map(
      ([, name, value, repeated]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(repeated ? { multiple: true } : {}) },
      ],
    ),
  )

/** The words given do not make a call: unknown option, missing argument. Exit code 2. */
export class UsageError extends Error {}

/** A database that is not the one of DATABASE_URL cannot be reached: the message says which. Exit code 4. */
export class OtherDatabaseAway extends Error {}

/** The text of an option that must be given. */
export function required(values: Values, name: string): string {
  const value = values[name]
  if (typeof value !== 'string') throw new UsageError(`--${name} is missing`)
  return value
}

/** The text of an option, if given. */
export function optional(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts of an option that may be given several times. */
export const texts = (values: Values, name: string): string[] =>
  [values[name] ?? []].flat().filter((value) => typeof value === 'string')

/** The elements of a comma-separated option; none when it is not given. */
export const list = (values: Values, name: string): string[] =>
  (optional(values, name) ?? '')
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '')
