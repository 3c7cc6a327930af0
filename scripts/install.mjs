// Brings what a recipe of the Makefile needs and the machine lacks: a Node that is new enough, and the dependencies
// that package-lock.json names. Prints the PATH to go on with. Plain JavaScript: it runs before anything is there.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { broughtBin, broughtFolder, broughtSpecifier, broughtVersion, isNewEnough, need } from '../bin/node.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs npm; true when all went well. What it says goes to standard error: standard output is for the PATH. */
function npm(...words) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync('npm', [...words, ...quiet], { cwd: root, stdio: ['ignore', 2, 2] }).status === 0
}

function bringNode() {
  const stamp = join(broughtFolder, 'version')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === broughtVersion) return
  console.error(`bringing Node ${broughtVersion} for this folder (npm, once): this is ${process.version}`)
  rmSync(broughtFolder, { recursive: true, force: true })
  mkdirSync(broughtFolder, { recursive: true })
  // A package.json of its own, or npm would install beside the nearest one above.
  writeFileSync(join(broughtFolder, 'package.json'), '{ "private": true }\n')
  if (!npm('install', '--prefix', broughtFolder, '--no-save', '--no-package-lock', broughtSpecifier)) {
    console.error(`${need}; npm could not bring one, so install it from nodejs.org or your system's packages.`)
    process.exit(1)
  }
  writeFileSync(stamp, broughtVersion)
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return undefined
  }
}

function installDependencies() {
  const wanted = readPackages('package-lock.json') ?? {}
  const present = readPackages('node_modules/.package-lock.json')
  // Optional packages are those of other machines.
  const missing = (name) => !wanted[name].optional && present[name]?.version !== wanted[name].version
  if (present && !Object.keys(wanted).some((name) => name !== '' && missing(name))) return
  console.error('installing the dependencies (npm ci)')
  if (!npm('ci', '--include=dev')) process.exit(1)
}

if (!isNewEnough) {
  bringNode()
  process.env.PATH = `${broughtBin}${delimiter}${process.env.PATH}`
}
installDependencies()
console.log(process.env.PATH)
