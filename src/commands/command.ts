// A command of the operator tool: one noun or verb, its options, its text, its action.

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

/** One option of a command, by its long name. */
export interface Option {
  /** Its value as the usage names it: `D`, `FILE`. An option without one is on when it is given. */
  readonly value?: string
  /** Its meaning, for the manual. */
  readonly about: string
  readonly isRequired?: boolean
  readonly isRepeated?: boolean
  /** The names of its group. They exclude each other; one of them must be given if they are required. */
  readonly group?: readonly string[]
  /** The option that it goes with, in the same group. */
  readonly goesWith?: string
  /** The warning that it confirms, as the refusal says it. */
  readonly confirms?: string
}

export type Options = Readonly<Record<string, Option>>

/** The texts of a command. All that `help` and completion need. */
export interface CommandText {
  /** As typed: `serve`, `site create`. */
  readonly name: string
  readonly summary: string
  /** Beside `--json` and `--help`, which every command takes. */
  readonly options?: Options
  /** Its operands as the usage names them. Without them, words that are no options are usage errors. */
  readonly operands?: string
  /** The effect of `--json`, of a command that does not print one JSON value. */
  readonly json?: string
  readonly help: string
}

export interface Command extends CommandText {
  /** Returns the exit code (spec/management 10). */
  run(invocation: Invocation): Promise<number>
}

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
