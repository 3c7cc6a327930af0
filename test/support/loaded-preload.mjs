// Loaded before a process of a test (`--import`): writes what the process and its threads load into the file that
// TEST_LOADED_FILE names, a line each (test/app/loaded). JavaScript, because threads load it before they can read TypeScript.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.TEST_LOADED_FILE ?? '', `${isMainThread ? 'main' : 'thread'} ${url}\n`)
    return next(url, context)
  },
})
