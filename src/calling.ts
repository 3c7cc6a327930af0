// How the operator calls the tool where it runs. Messages name commands as `tidemark site create`; the form that exists
// where the reader is depends on the way in which Tidemark was installed.
import { dirname, join, relative } from 'node:path'

export interface Installation {
  /** Compiled, from the package. */
  readonly isPackaged: boolean
  /** The folder of its package.json. */
  readonly root: string
  /** The folder in which the operator is. */
  readonly cwd: string
  /** TIDEMARK_COMMAND: an image says how it is reached from outside. */
  readonly named?: string | undefined
}

/** A package that npx finds from the operator's folder: in its own cache, or below that folder or one above it. */
const isNpxs = ({ root, cwd }: Installation): boolean => {
  if (root.split(/[\\/]/).includes('_npx')) return true
  const owner = dirname(dirname(root))
  return join(owner, 'node_modules') === dirname(root) && !relative(owner, cwd).startsWith('..')
}

/** The words that stand for `tidemark` in a command. */
export function callOf(installation: Installation): string {
  const { isPackaged, root, cwd, named } = installation
  if (named) return named
  if (!isPackaged) {
    const below = relative(cwd, root)
    return `node ${join(below.startsWith('..') ? root : below, 'bin', 'tidemark.js').replaceAll('\\', '/')}`
  }
  return isNpxs(installation) ? 'npx tidemark' : 'tidemark'
}

/** A message with the commands in it, which stand between backquotes, as they are called here. */
export const nameCommands = (text: string, call: string): string => text.replace(/`tidemark (?=[a-z<-])/g, `\`${call} `)
