// Every shell block of the documentation that can run anywhere is run as written (scripts/run-docs.ts).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { exceptOn } from '../support/divided.ts'

const limitMs = 180_000
t.setTimeout(limitMs)

t.test('what the documentation says to type works', { timeout: limitMs, skip: exceptOn('commands') }, async (t) => {
  const child = spawn(process.execPath, [projectPath('scripts', 'run-docs.ts')], {
    cwd: projectPath(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  t.equal(code, 0, output)
  const ran = Number(/^(\d+) blocks run/m.exec(output)?.[1])
  t.ok(ran >= 10, `${ran} blocks were run`)
})
