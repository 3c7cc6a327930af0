// Addresses of the project's files.
import { pathToFileURL } from 'node:url'
import { projectPath } from '../../src/paths.ts'

export const projectUrl = (path: string): string => pathToFileURL(projectPath(path)).href
