// A kit in its framework or server: which programs and packages it needs, its files, and how it is built and started.
import type { KitName } from '../../src/rules/kits.ts'

export const modes = ['carry', 'count'] as const
export type Mode = (typeof modes)[number]

export interface Site {
  readonly folder: string
  readonly port: number
  readonly mode: Mode
  /** The kit's own file. */
  readonly kit: string
  /** Its name, as the page of the kit says. */
  readonly kitName: string
  /** The lines of the kit for its framework, by file. In the mode `count` those without the script are in force. */
  readonly lines: Readonly<Record<string, string>>
}

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>

export interface Runner {
  readonly kit: KitName
  /** Another name of a second way to use the kit. */
  readonly name?: string
  /** Command lines that succeed if the programs are here. */
  readonly needs: readonly string[]
  /** Packages of npm. */
  readonly packages?: readonly string[]
  /** The server cannot count. */
  readonly isCarrier?: boolean
  /** Pages that may be slow until the kit knows that the service hangs. It has no queue in the background. */
  readonly slowPages?: number
  readonly files: (site: Site) => Files
  /** Makes what is run, as for production. */
  readonly build?: (site: Site) => readonly string[]
  readonly command: (site: Site) => readonly string[]
  readonly environment?: (site: Site) => Readonly<Record<string, string>>
  /** Headers by which the platform in front names the visitor's address. */
  readonly platform?: (ip: string) => Readonly<Record<string, string>>
}

export const html = '<!doctype html><title>Shop</title>'

/** The first line after a comment about the mode without a script is put in force. */
export const withoutScript = (text: string): string => text.replace(/^(\s*)(?:\/\/|#) Without the script: /gm, '$1')
