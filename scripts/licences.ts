// Checks that every installed dependency has a permissive licence: nothing that would bind those who use or ship
// Tidemark.
import { existsSync, readFileSync } from 'node:fs'
import { projectPath } from '../src/paths.ts'

const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
  'WTFPL',
])

/** Packages without a licence in package.json; read in their licence file. */
const readByHand: Record<string, string> = { 'jsonc-simple-parser': 'MIT' }

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string | { type?: string }
  readonly licenses?: readonly { type?: string }[]
}

/** Whether an SPDX expression leaves a permissive choice: each part of an AND must be, one part of an OR. */
export function isPermissive(expression: string): boolean {
  const text = expression.trim().replace(/^\((.*)\)$/, '$1')
  if (/ AND /.test(text)) return text.split(' AND ').every(isPermissive)
  if (/ OR /.test(text)) return text.split(' OR ').some(isPermissive)
  return permissive.has(text.replace(/[()]/g, ''))
}

function licenceOf(path: string): string {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const { license, licenses } = manifest
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? ''
}

const lock = JSON.parse(readFileSync(projectPath('package-lock.json'), 'utf8')) as {
  packages: Record<string, { license?: string }>
}
const refused: string[] = []
let checked = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const manifest = projectPath(path, 'package.json')
  // Optional packages of other machines are not installed; the lock file knows their licence.
  const licence = readByHand[name] ?? (entry.license || (existsSync(manifest) ? licenceOf(manifest) : ''))
  checked += 1
  if (!isPermissive(licence)) refused.push(`${name}: ${licence || 'no licence named'}`)
}
if (refused.length > 0) {
  console.error(`Not permissive, or not known:\n  ${refused.join('\n  ')}`)
  process.exitCode = 1
} else console.log(`licences: ${checked} packages, all permissive`)
