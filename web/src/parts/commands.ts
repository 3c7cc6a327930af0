// Commands of the palette. A page adds its own commands. Commands of every page are in parts/palette.tsx.
import { signal } from '@preact/signals'

export interface Command {
  /** Also the key of the command, by which the palette lists recent commands first. */
  readonly label: string
  readonly detail?: string
  /** Leads somewhere, or does something. */
  readonly href?: string
  readonly run?: () => void
}

/** Gives commands for the typed text; most give the same ones always and leave the choice to the search. */
export type CommandSource = (typed: string) => readonly Command[]

export const commandSources = signal<readonly CommandSource[]>([])

/** Adds a page's commands; the answer takes them away again. */
export function addCommands(source: CommandSource): () => void {
  commandSources.value = [...commandSources.peek(), source]
  return () => {
    commandSources.value = commandSources.peek().filter((one) => one !== source)
  }
}

export const isPaletteOpen = signal(false)
