// `tidemark completion`: scripts that complete commands and options in a shell, made from the command table.
import { type Command, type CommandText, UsageError } from './command.ts'
import { allOptions } from './options.ts'

const shells = ['bash', 'zsh', 'fish'] as const

const namesOf = (command: CommandText): string[] => Object.keys(allOptions(command)).map((name) => `--${name}`)

/** First words, the second words of each, and the options of each full name. */
function tables(commands: readonly CommandText[]) {
  const nouns = [...new Set(commands.map((command) => command.name.split(' ')[0] ?? ''))]
  const verbs = new Map(
    nouns.map((noun) => [
      noun,
      commands.flatMap(({ name }) =>
        name
          .split(' ')
          .slice(1)
          .filter(() => name.startsWith(`${noun} `)),
      ),
    ]),
  )
  return { nouns, verbs }
}

function bash(commands: readonly CommandText[]): string {
  const { nouns, verbs } = tables(commands)
  const verbCases = [...verbs]
    .filter(([, words]) => words.length > 0)
    .map(([noun, words]) => `      ${noun}) words="${words.join(' ')}" ;;`)
  const optionCases = commands.map((command) => `    "${command.name}"*) words="${namesOf(command).join(' ')}" ;;`)
  return `_tidemark() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${nouns.join(' ')} help"
  elif [ "$COMP_CWORD" -eq 2 ] && [ "\${current:0:1}" != "-" ]; then
    case "\${COMP_WORDS[1]}" in
${verbCases.join('\n')}
    esac
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${optionCases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _tidemark tidemark`
}

function fish(commands: readonly CommandText[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const { nouns } = tables(commands)
  const lines = [
    `complete -c tidemark -f`,
    `complete -c tidemark -n __fish_use_subcommand -a ${quote([...nouns, 'help'].join(' '))}`,
  ]
  for (const command of commands) {
    const [noun = '', verb] = command.name.split(' ')
    const seen = `__fish_seen_subcommand_from ${noun}`
    if (verb) lines.push(`complete -c tidemark -n ${quote(seen)} -a ${verb} -d ${quote(command.summary)}`)
    const where = verb ? `${seen}; and __fish_seen_subcommand_from ${verb}` : seen
    for (const [name, { about }] of Object.entries(allOptions(command)))
      lines.push(`complete -c tidemark -n ${quote(where)} -l ${name} -d ${quote(about)}`)
  }
  return lines.join('\n')
}

/** zsh runs the function of bash; its own completion must be there first. */
const zshStart =
  '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\nautoload -Uz +X bashcompinit && bashcompinit'

/** The command, over those the table has when it is asked. */
export const completionOf = (loadTexts: () => Promise<readonly CommandText[]>): Command => ({
  name: 'completion',
  summary: 'Print a completion script for a shell',
  operands: 'bash|zsh|fish',
  json: 'the script as one JSON value',
  help: `Prints a script that completes commands and options:
  bash   source <(tidemark completion bash)
  zsh    source <(tidemark completion zsh)
  fish   tidemark completion fish | source`,
  async run({ io, json, positionals }) {
    const shell = shells.find((name) => name === positionals[0])
    if (!shell || positionals.length !== 1) throw new UsageError(`name one shell: ${shells.join(', ')}`)
    const commands = await loadTexts()
    const script = shell === 'fish' ? fish(commands) : bash(commands)
    const text = shell === 'zsh' ? `${zshStart}\n${script}` : script
    io.out(json ? JSON.stringify({ shell, script: text }) : text)
    return 0
  },
})
