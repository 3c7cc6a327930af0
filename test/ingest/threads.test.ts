// The threads of the write path may be stopped at any moment, while they load too: Node aborts the whole process where a
// thread is stopped that is just requiring an ES module (`IsGraphAsync must be used on an instantiated module`).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'

t.test('threads load without requiring an ES module', async (t) => {
  const folder = t.testdir({
    'load.mjs': `
      import { createThreads } from ${JSON.stringify(projectPath('src', 'ingest', 'threads.ts'))}
      const threads = createThreads({ databaseUrl: 'postgres://127.0.0.1:1/none', isDirect: false, lanes: 1 })
      await threads.run({ kind: 'nothing' }).catch(({ message }) => console.log(message))
      await threads.stop()`,
  })
  const child = spawn(process.execPath, ['--trace-require-module=all', join(folder, 'load.mjs')])
  const [said, warned] = await Promise.all([text(child.stdout), text(child.stderr)])
  t.not(said, '', 'a thread was there, and refused the task')
  t.notMatch(warned, 'loading ES Module')
})
