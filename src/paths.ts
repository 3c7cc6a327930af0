// Where the project's own files are.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json and sql/. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** A path inside the project. */
export const projectPath = (...parts: string[]): string => join(projectRoot, ...parts)
