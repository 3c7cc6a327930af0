// Which Node runs Tidemark. Plain JavaScript that old ones understand: they cannot read the sources to say so.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Since 22.18 Node strips the types of the sources by itself. */
const oldest = [22, 18]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

export const isNewEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1])

export const need = `Tidemark needs Node ${oldest.join('.')} or newer, and this is ${process.version}`

/** Where `make` puts a newer Node (scripts/install.mjs): a folder as npm fills it. */
export const broughtFolder = fileURLToPath(new URL('../.tidemark/node', import.meta.url))

/** The one of 22 that `make` brings. */
export const broughtVersion = '22.23.3'

/** The package of that Node's program for this machine, a dependency of npm's package `node`. */
const broughtPackage = [
  process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node',
  process.platform,
  process.arch,
].join('-')

export const broughtSpecifier = `${broughtPackage}@${broughtVersion}`

/** The folder of that program, as PATH wants it. */
export const broughtBin = join(broughtFolder, 'node_modules', broughtPackage, 'bin')
