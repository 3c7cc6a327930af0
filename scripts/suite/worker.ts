// One process of the suite: runs the files that it is told, one after another, so that tap, the application, the browser
// and whatever else they import are loaded and compiled once. Started by scripts/suite/workers.ts.
import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { kept } from '../../test/support/kept.ts'
import { findLeftovers, readState } from './leftovers.ts'
import { projectUrl } from './place.ts'
import { Exit, outputSoFar, replaceTap, runTests } from './tap.ts'

/** One file to run. */
export interface Order {
  readonly file: string
  /** Part of the names of the databases that the file makes. */
  readonly mark: string
  readonly timeoutMs: number
  /** How long what the file closed may take to be gone. */
  readonly patienceMs: number
}

/** The answer to it. */
export interface Answer {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly output: string
  /** The process should run no further file. */
  readonly isSpent: boolean
}

/** What a worker says to the run. */
export type Word = { readonly kind: 'ready' } | { readonly kind: 'answer'; readonly answer: Answer }

const say = (word: Word) => process.send?.(word)

/** What a worker may hold before another one takes its place. */
const residentMax = 1_500_000_000

const exit = process.exit.bind(process)

async function runFile({ file, mark, timeoutMs, patienceMs }: Order): Promise<Answer> {
  process.env.TIDEMARK_TEST_MARK = mark
  process.exitCode = undefined
  const before = readState()
  const outcome = await runTests(projectUrl(file), file, timeoutMs)
  const { named, isSpoilt } = await findLeftovers(before, patienceMs)
  let { failed, output } = outcome
  for (const name of named) output += `not ok - left behind by ${file}: ${name}\n`
  failed += named.length
  if (process.exitCode) {
    output += `not ok - ${file} set the exit code ${process.exitCode}\n`
    failed += 1
  }
  process.exitCode = undefined
  return { ...outcome, failed, output, isSpent: isSpoilt || process.memoryUsage.rss() > residentMax }
}

/** Runs files until the runner hangs up. */
function serve(): void {
  kept.isOn = true
  replaceTap()
  process.argv[1] = fileURLToPath(projectUrl('test/file.ts'))
  process.exit = (code) => {
    throw new Exit(Number(code ?? 0))
  }
  // An error that belongs to no test ends the process, and with it the file.
  process.on('exit', () => writeSync(2, outputSoFar()))
  const end = () => void kept.end().finally(() => exit(0))
  process.on('message', (order: Order | 'end') => {
    if (order === 'end') end()
    else void runFile(order).then((answer) => say({ kind: 'answer', answer }))
  })
  process.once('disconnect', end)
  say({ kind: 'ready' })
}

serve()
