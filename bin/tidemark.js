#!/usr/bin/env node
// The door to the sources: on a Node that cannot read them it hands over to the one that `make` brought, or says in a
// sentence what is needed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { broughtBin, isNewEnough, need } from './node.js'

/** The package holds the compiled sources alone. */
const compiled = new URL('../dist/service/src/main.js', import.meta.url)
const sources = new URL('../src/main.ts', import.meta.url)

function handOver() {
  const child = spawn(join(broughtBin, 'node'), [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => {
      // A terminal sends its own to both; a second one would be taken for impatience.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal)
    process.exitCode = code ?? 1
  })
}

if (isNewEnough) await import((existsSync(sources) ? sources : compiled).href)
else if (existsSync(broughtBin)) handOver()
else {
  const orMake = existsSync(sources) ? ', or run `make build`, which brings one into this folder' : ''
  console.error(`${need}: install one from nodejs.org${orMake}.`)
  process.exitCode = 1
}
