// Where the project's own files are: in a clone, and in the package, where `src/` is compiled into `dist/service/src/`.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(import.meta.url)

/** These sources are the compiled ones of the package. */
export const isPackaged = here.endsWith('.js')

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))

/** The folder that holds package.json and sql/. */
export const projectRoot = findRoot(dirname(here))

/** A path inside the project. */
export const projectPath = (...parts: string[]): string => join(projectRoot, ...parts)
