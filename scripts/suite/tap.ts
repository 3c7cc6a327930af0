// `tap` in a process that runs several test files: what a file imports as `t` is a root of its own.
import { registerHooks } from 'node:module'
import t, { Test } from 'tap'
import { makePatient } from './patience.ts'
import { projectUrl } from './place.ts'

let root: Test | undefined
let rootFile = ''
let output = ''

/** The root of the file that runs now. Modules that several files share see each file's own. */
const current = new Proxy({} as Test, {
  get(_, name) {
    if (!root) throw new Error(`t.${String(name)} outside a test file`)
    const value: unknown = Reflect.get(root, name)
    return typeof value === 'function' ? value.bind(root) : value
  },
})

const rootOf = (url: string): Test => (url === rootFile && root ? root : current)

const project = projectUrl('')
const real = import.meta.resolve('tap')
const scheme = 'tidemark-tap:'
Object.defineProperty(globalThis, Symbol.for(scheme), { value: rootOf })

/** Makes each file of the project import its own root instead of the root of the process. */
export function replaceTap(): void {
  // The root of the process is of no use, and would end it when its time is over.
  t.setTimeout(0)
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? ''
      const isOurs = parent.startsWith(project) && !parent.includes('/node_modules/') && parent !== import.meta.url
      if (specifier !== 'tap' || !isOurs) return next(specifier, context)
      return { url: scheme + parent, format: 'module', shortCircuit: true }
    },
    load(url, context, next) {
      if (!url.startsWith(scheme)) return next(url, context)
      const file = JSON.stringify(url.slice(scheme.length))
      const source = `export * from ${JSON.stringify(real)}
        export default globalThis[Symbol.for(${JSON.stringify(scheme)})](${file})`
      return { format: 'module', source, shortCircuit: true }
    },
  })
}

/** What became of the tests of a file. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** As tap writes it. */
  readonly output: string
}

/** A file that asked for the end of its process. */
export class Exit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`process.exit(${code}) in a process that has other files to run`)
    this.code = code
  }
}

/** Runs one file: all tests, then its teardown. */
export async function runTests(url: string, name: string, timeoutMs: number): Promise<Outcome> {
  const load = () =>
    import(url).catch((error: unknown) => {
      if (!(error instanceof Exit) || error.code !== 0) throw error
    })
  const test = new Test({ name, timeout: timeoutMs, cb: load } as ConstructorParameters<typeof Test>[0])
  makePatient(test)
  root = test
  rootFile = url
  output = ''
  test.on('data', (text: string) => {
    output += text
  })
  const ended = new Promise((resolve) => test.once('end', resolve))
  test.runMain(() => undefined)
  await ended
  root = undefined
  const { pass, fail, skip, todo } = test.counts
  // Tests may all pass and the file not: a plan that was not kept, an error after the last of them.
  return { passed: pass, failed: fail + todo || (test.passing() ? 0 : 1), skipped: skip, output }
}

/** What the running file has said so far. */
export const outputSoFar = (): string => (root ? output : '')
