// Commands of the palette. A page adds its own commands. Those of every page are in parts/palette.tsx.
import { signal } from '@preact/signals'

export interface Command {
  /** Also what it is known by: what was used lately stands first. */
  readonly label: string
  readonly detail?: string
  /** Leads somewhere, or does something. */
  readonly href?: string
  readonly run?: () => void
}

/** Gives commands for what is typed; most give the same ones always and leave the choice to the search. */
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
