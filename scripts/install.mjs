// Installs the dependencies when node_modules is not what package-lock.json says. Plain JavaScript: it runs before anything is there.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const read = (path) => {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return undefined
  }
}

const wanted = read('package-lock.json') ?? {}
const present = read('node_modules/.package-lock.json')
// Optional packages are those of other machines.
const missing = (name) => !wanted[name].optional && present[name]?.version !== wanted[name].version
const differs = !present || Object.keys(wanted).some((name) => name !== '' && missing(name))

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 12)) {
  console.error(`Tidemark needs Node 20.12 or newer; this is ${process.version}.`)
  process.exit(1)
}
if (differs) {
  console.error('installing the dependencies (npm ci)')
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  process.exit(status ?? 1)
}
