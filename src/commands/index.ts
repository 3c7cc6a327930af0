// The operator tool: finds the command, parses its options, and turns what it throws into the exit codes of
// spec/management 10.
import { readFile } from 'node:fs/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nameCommands } from '../calling.ts'
import { ConfigError, loadCall } from '../config.ts'
import { Failure } from '../failure.ts'
import { isPackaged, projectPath } from '../paths.ts'
import { type Command, type CommandText, type Io, OtherDatabaseAway, UsageError } from './command.ts'
import { allOptions, checkOptions, labelOf, parsedAs, usageOf } from './options.ts'

/** Exit codes (spec/management 10). */
const exitCodes = { done: 0, refused: 1, usage: 2, notFound: 3, databaseAway: 4 } as const

type Loader = () => Promise<{ command: Command } | { commands: readonly Command[] }>

/** Files by the first word of their commands; loaded only when asked for, so that `help` needs no database library. */
const files: Readonly<Record<string, Loader>> = {
  serve: () => import('./serve.ts'),
  work: () => import('./work.ts'),
  run: () => import('./run.ts'),
  db: () => import('./db.ts'),
  migrate: () => import('./migrate.ts'),
  provision: () => import('./provision.ts'),
  site: async () => ({
    commands: [
      ...(await import('./site.ts')).commands,
      ...(await import('./site-upkeep.ts')).commands,
      (await import('./site-erase.ts')).command,
      (await import('./site-facts.ts')).command,
    ],
  }),
  user: () => import('./user.ts'),
  team: () => import('./team.ts'),
  plan: () => import('./plan.ts'),
  member: () => import('./member.ts'),
  key: () => import('./key.ts'),
  token: () => import('./token.ts'),
  kit: () => import('./kit.ts'),
  shield: () => import('./shield.ts'),
  import: () => import('./import.ts'),
  coverage: () => import('./coverage.ts'),
  export: () => import('./export.ts'),
  copy: () => import('./copy.ts'),
  audit: () => import('./audit.ts'),
  rollup: () => import('./rollup.ts'),
  data: () => import('./data.ts'),
  consolidated: () => import('./consolidated.ts'),
  doctor: () => import('./doctor.ts'),
  sql: () => import('./sql.ts'),
  mcp: () => import('./mcp.ts'),
  completion: async () => ({ command: (await import('./completion.ts')).completionOf(loadTexts) }),
}

const processIo: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
}

const unknown = (name: string) =>
  new UsageError(`unknown command ${JSON.stringify(name)}; \`tidemark help\` lists them`)

async function load(name: string): Promise<readonly Command[]> {
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (!file) throw unknown(name)
  const loaded = await file()
  return 'command' in loaded ? [loaded.command] : loaded.commands
}

/** Finds the command that the words name: two words win over one. */
async function findCommand(words: readonly string[]): Promise<{ command: Command; rest: string[] }> {
  const [first = '', second = ''] = words
  const commands = await load(first)
  const twoWords = commands.find((command) => command.name === `${first} ${second}`)
  if (twoWords) return { command: twoWords, rest: words.slice(2) }
  const oneWord = commands.find((command) => command.name === first)
  if (oneWord) return { command: oneWord, rest: words.slice(1) }
  const names = commands.map((command) => command.name.slice(first.length + 1)).join(', ')
  throw new UsageError(`\`tidemark ${first}\` needs one of: ${names}`)
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')

/** Columns of a manual page, without its margin. */
const columns = 92

/** A text in the lines that stand behind a label. */
const wrap = (text: string, width: number): string =>
  text
    .replace(new RegExp(`(.{1,${columns - width}})(?: |$)`, 'g'), '$1\n')
    .trimEnd()
    .replaceAll('\n', `\n${' '.repeat(width)}`)

/** The manual page of one command. */
function manual(command: CommandText): string {
  const labels = Object.entries(allOptions(command)).map(([name, option]) => [labelOf(name, option), option] as const)
  const width = Math.max(...labels.map(([label]) => label.length)) + 2
  const options = labels.map(([label, { about }]) => `${label.padEnd(width)}${wrap(about, width)}`)
  const sections: [string, string][] = [
    ['NAME', `tidemark ${command.name} - ${command.summary}`],
    ['SYNOPSIS', usageOf(command)],
    ['DESCRIPTION', command.help],
    ['OPTIONS', options.join('\n')],
    ['EXIT STATUS', '0 done, 1 refused, 2 usage, 3 not found, 4 database unreachable'],
  ]
  return sections.map(([title, text]) => `${title}\n${indent(text)}`).join('\n\n')
}

/** Every command of the tool, in the table's order. */
export const loadAll = async (): Promise<Command[]> => (await Promise.all(Object.keys(files).map(load))).flat()

/** The file of the package with the texts of all commands, so that `help` loads none of them. */
export const textsPath = projectPath('dist', 'service', 'commands.json')

/** The texts of every command, in the table's order. */
const loadTexts = async (): Promise<readonly CommandText[]> =>
  isPackaged ? JSON.parse(await readFile(textsPath, 'utf8')) : await loadAll()

/** All commands, a line each. */
async function overview(): Promise<string> {
  const all = await loadTexts()
  const width = Math.max(...all.map((command) => command.name.length)) + 2
  return [
    'Usage: tidemark <command> [options]',
    '',
    ...all.map((command) => `  ${command.name.padEnd(width)}${command.summary}`),
    '',
    'Every command takes --help and --json (one JSON value on standard output, nothing else);',
    '`export` and `completion` write rows and a script all the same.',
    'Exit codes: 0 done, 1 refused, 2 usage, 3 not found, 4 database unreachable.',
    '`tidemark help settings` lists the environment variables, `tidemark --version` says which version this is.',
  ].join('\n')
}

/** The environment variables, from the table that reads them. */
async function settingsHelp(): Promise<string> {
  const { settings } = await import('../config.ts')
  return Object.entries(settings)
    .map(
      ([name, setting]) =>
        `${name}${setting.fallback !== undefined ? ` (${setting.fallback})` : ''}\n    ${setting.help}`,
    )
    .join('\n')
}

/** The text of `tidemark help` about these words. */
async function describe(words: readonly string[]): Promise<string> {
  const [first, second] = words
  if (first === undefined) return await overview()
  if (first === 'settings') return await settingsHelp()
  const commands = (await loadTexts()).filter(({ name }) => name.split(' ')[0] === first)
  if (commands.length === 0) throw unknown(first)
  const fitting = second === undefined ? commands : commands.filter((command) => command.name === `${first} ${second}`)
  return (fitting.length > 0 ? fitting : commands).map(manual).join('\n\n')
}

/** The text of a refusal, with the commands in it as they are called here, and the exit code. */
async function explain(error: unknown): Promise<{ code: number; message: string; field?: string }> {
  const { message, ...rest } = await interpret(error)
  return { ...rest, message: nameCommands(message, loadCall()) }
}

async function interpret(error: unknown): Promise<{ code: number; message: string; field?: string }> {
  if (error instanceof UsageError || error instanceof ConfigError)
    return { code: exitCodes.usage, message: error.message }
  if (error instanceof TypeError && (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS'))
    return { code: exitCodes.usage, message: error.message }
  if (error instanceof Failure) {
    const code = error.status === 404 ? exitCodes.notFound : exitCodes.refused
    if ('errors' in error.body) {
      const [field, messages] = Object.entries(error.body.errors)[0] ?? ['', ['is invalid']]
      return { code, message: `${field}: ${messages[0]}`, field }
    }
    const { field } = error
    return { code, message: error.body.error, ...(field ? { field } : {}) }
  }
  if (error instanceof OtherDatabaseAway) return { code: exitCodes.databaseAway, message: error.message }
  const { isNoSession } = await import('../db/connection.ts')
  const { OtherKind } = await import('../db/server.ts')
  if (isNoSession(error) || error instanceof OtherKind) return { code: exitCodes.databaseAway, message: error.message }
  const { isDatabaseAway } = await import('../db/pool.ts')
  if (isDatabaseAway(error))
    return { code: exitCodes.databaseAway, message: 'the database cannot be reached; check DATABASE_URL' }
  const { code, message } = error as NodeJS.ErrnoException
  // PostgreSQL: undefined table; wrong password, role or database.
  if (code === '42P01')
    return { code: exitCodes.refused, message: 'the database has no tidemark tables; run `tidemark migrate`' }
  // A transaction of a database that is read-only for now, or of another kind than the address asks for.
  if (code === '25006')
    return { code: exitCodes.databaseAway, message: 'the database is read-only at the moment: nothing was changed' }
  if (code && /^(28...|3D000)$/.test(code)) return { code: exitCodes.databaseAway, message }
  return { code: exitCodes.refused, message: error instanceof Error ? error.message : String(error) }
}

async function showVersion(io: Io, json: boolean): Promise<number> {
  const { version } = JSON.parse(await readFile(projectPath('package.json'), 'utf8')) as { version: string }
  io.out(json ? JSON.stringify({ version }) : version)
  return exitCodes.done
}

/**
 * The words, with a value that begins with a dash tied to its option (`--key=-x`): keys and passwords may begin so, and
 * numbers. Node takes such a word for an option. Two dashes begin an option always.
 */
function tieValues(words: readonly string[], options: NonNullable<ParseArgsConfig['options']>): string[] {
  const tied: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (word === '--') return [...tied, ...words.slice(index)]
    const value = words[index + 1]
    const takesValue = word.startsWith('--') && options[word.slice(2)]?.type === 'string'
    if (takesValue && value !== undefined && /^-[^-]/.test(value) && value !== '-h') {
      tied.push(`${word}=${value}`)
      index++
    } else tied.push(word)
  }
  return tied
}

/** Runs the command line's words and resolves to the exit code. */
export async function runCommand(words: readonly string[], io: Io = processIo): Promise<number> {
  const json = words.includes('--json')
  const show = (text: string): number => {
    const named = nameCommands(text, loadCall())
    io.out(json ? JSON.stringify({ help: named }) : named)
    return exitCodes.done
  }
  try {
    const [first, ...others] = words.filter((word) => word !== '--json')
    if (first === undefined || first === '--help' || first === '-h') return show(await describe([]))
    if (first === 'help') return show(await describe(others))
    if (first === '--version') return await showVersion(io, json)
    const { command, rest } = await findCommand(words)
    const options = parsedAs(allOptions(command))
    const { values, positionals } = parseArgs({
      args: tieValues(rest, options),
      options,
      allowPositionals: true,
      strict: true,
    })
    if (values['help']) return show(manual(command))
    if (positionals.length > 0 && command.operands === undefined)
      throw new UsageError(`unexpected argument ${JSON.stringify(positionals[0])}`)
    checkOptions(command.options ?? {}, values)
    return await command.run({ io, json: values['json'] === true, values, positionals })
  } catch (error) {
    const { code, message, field } = await explain(error)
    io.err(json ? JSON.stringify({ error: message, ...(field ? { field } : {}) }) : `tidemark: ${message}`)
    return code
  }
}
