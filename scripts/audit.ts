// Asks the registry whether an installed dependency has a known weakness (`npm audit`). A registry that does not answer
// that question, or none at all, is no failure: the registry was not asked then, and the last line says so.
import { spawnSync } from 'node:child_process'
import { projectPath } from '../src/paths.ts'

/** A check offline does not wait for long. */
const answerMs = 10_000

interface Report {
  /** By name of the package; absent when there was no answer. */
  readonly vulnerabilities?: Record<string, { severity?: string; range?: string }>
  readonly metadata?: { dependencies?: { total?: number } }
  readonly message?: string
  readonly error?: { summary?: string }
}

function ask(): Report {
  const words = ['audit', '--json', '--fetch-retries=0', `--fetch-timeout=${answerMs}`]
  const { stdout, error } = spawnSync('npm', words, { cwd: projectPath(), encoding: 'utf8', timeout: 2 * answerMs })
  try {
    return JSON.parse(stdout) as Report
  } catch {
    return { message: error?.message ?? 'npm gave no report' }
  }
}

const { vulnerabilities, metadata, message, error } = ask()
if (!vulnerabilities)
  console.log(`audit: not asked, the registry does not answer (${message || error?.summary || 'without a reason'})`)
else {
  const found = Object.entries(vulnerabilities).map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
  if (found.length > 0) {
    console.error(`Known weaknesses; \`npm audit\` says more:\n  ${found.join('\n  ')}`)
    process.exitCode = 1
  } else console.log(`audit: ${metadata?.dependencies?.total} packages, none with a known weakness`)
}
