// Loaded before anything else in every process and thread of the suite: types are stripped once a file, not once a
// start, which is half of the processor time that a start takes. Node's own cache keeps the bytecode: a fifth of the rest.
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { enableCompileCache, registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'

const folder = fileURLToPath(new URL('../.tidemark/stripped', import.meta.url))
enableCompileCache(fileURLToPath(new URL('../.tidemark/bytecode', import.meta.url)))
mkdirSync(folder, { recursive: true })

/** Without Node's warning that this function of its own is new: some tests read what a process says. */
function quietly<T>(act: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return act()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Named after what it comes from, so that nothing in the folder is ever stale. */
function stripped(source: string): string {
  const file = join(folder, `${hash('sha1', process.version + source)}.js`)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const text = quietly(() => stripTypeScriptTypes(source))
    const partial = `${file}.${process.pid}.${threadId}`
    writeFileSync(partial, text)
    renameSync(partial, file)
    return text
  }
}

registerHooks({
  load(url, context, next) {
    if (!/^file:.*(?<!\.d)\.[cm]?ts$/.test(url) || url.includes('/node_modules/')) return next(url, context)
    const format = url.endsWith('.cts') ? 'commonjs' : 'module'
    return { format, source: stripped(readFileSync(fileURLToPath(url), 'utf8')), shortCircuit: true }
  },
})
