// Where the project's own files are, from the sources and from dist/ alike.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findProjectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!(existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'sql')))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('package.json and sql/ are not above the program; reinstall tidemark')
    folder = parent
  }
  return folder
}

/** The folder that holds package.json and sql/. */
export const projectRoot = findProjectRoot()

/** A path inside the project. */
export const projectPath = (...parts: string[]): string => join(projectRoot, ...parts)
