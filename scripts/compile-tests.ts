// The suite as JavaScript. Every file of it, every service it starts and every thread of those would otherwise
// translate the same sources again: a second of processor time each. Types become blanks, so that lines and columns
// stay those of the sources.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blankSourceFile } from 'ts-blank-space'
import ts from 'typescript'
import { projectPath } from '../src/paths.ts'

const folders = ['bench', 'scripts', 'src', 'test', 'tools', 'tracker', 'web', 'workers']
const into = projectPath('.tap', 'suite')

const compiledPath = (path: string): string => path.replace(/\.ts$/, '.js')

/** Where each relative import of a `.ts` file has its `ts`. */
function findExtensions(source: ts.SourceFile): number[] {
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
    const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
    const specifier = isImport ? node.moduleSpecifier : isCall ? node.arguments[0] : undefined
    if (specifier && ts.isStringLiteral(specifier) && /^\.\.?\/.*\.ts$/.test(specifier.text))
      found.push(specifier.end - 3)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function compile(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const code = blankSourceFile(source, (node) => {
    throw new Error(`${path}: types are to be erasable: ${text.slice(node.pos, node.end).trim()}`)
  }).split('')
  // An import of types alone is blank by now.
  for (const at of findExtensions(source)) if (code[at] === 't') code[at] = 'j'
  return code.join('')
}

/**
 * Writes what changed since the last time, each file at once: another run may be reading them. Throws for a type that
 * is more than a type.
 */
export async function compileTests(): Promise<void> {
  const wanted = new Set<string>()
  for (const folder of folders) {
    for (const file of await readdir(projectPath(folder), { recursive: true })) {
      if (!/(?<!\.d)\.ts$/.test(file)) continue
      const path = join(folder, file)
      const code = compile(path, await readFile(projectPath(path), 'utf8'))
      const target = join(into, compiledPath(path))
      wanted.add(compiledPath(path))
      if ((await readFile(target, 'utf8').catch(() => undefined)) === code) continue
      await mkdir(dirname(target), { recursive: true })
      await writeFile(`${target}.${process.pid}.part`, code)
      await rename(`${target}.${process.pid}.part`, target)
    }
  }
  for (const file of await readdir(into, { recursive: true })) {
    if (file.endsWith('.js') && !wanted.has(file)) await rm(join(into, file), { force: true })
  }
}

/** What to run for `test/x.test.ts`. */
export const compiledFile = (file: string): string => join(into, compiledPath(file))

/** The output of such a file with the sources it came from. */
export const nameSources = (output: string): string =>
  output.replaceAll(/(?:file:\/\/)?(?:\/\S*?)?\.tap\/suite\/(\S+?)\.js\b/g, '$1.ts')
