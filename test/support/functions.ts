// Functions of a source file by length, for the check of the architecture: a long function is a table, or it is counted.
import ts from 'typescript'

/** A function longer than this is counted, unless it is a table. */
const functionLinesMax = 60

/** Limits of a table. A handler of a route may be as long as any function. */
const tableDeclarationsMax = 6
const tableDeclarationLinesMax = 30
const entryLinesMax = 12

/** A long function: its name and its place. */
export interface LongFunction {
  readonly name: string
  readonly line: number
  readonly lines: number
}

type WithBody = ts.FunctionLikeDeclaration & { readonly body: ts.Node }

const hasBody = (node: ts.Node): node is WithBody =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

const lineOf = (position: number, source: ts.SourceFile): number => source.getLineAndCharacterOfPosition(position).line

const linesOf = (node: ts.Node, source: ts.SourceFile): number =>
  lineOf(node.getEnd(), source) - lineOf(node.getStart(source), source) + 1

const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? bare(node.expression)
    : node

const isList = (node: ts.Expression | undefined): node is ts.Expression =>
  node !== undefined && (ts.isArrayLiteralExpression(bare(node)) || ts.isObjectLiteralExpression(bare(node)))

/** The handler of a route: `answer` or `handle` of the object that `route()` and its kin take. */
function isHandler(node: ts.Node): boolean {
  const member = ts.isPropertyAssignment(node.parent) ? node.parent : node
  if (!(ts.isMethodDeclaration(member) || ts.isPropertyAssignment(member))) return false
  const call = member.parent.parent
  return (
    ['answer', 'handle'].includes(member.name.getText()) &&
    ts.isCallExpression(call) &&
    /^(route|(user|token|site|settings)Route)$/.test(call.expression.getText())
  )
}

/** True when no function below the node is too long for an entry. */
function hasShortEntries(node: ts.Node, source: ts.SourceFile): boolean {
  if (hasBody(node)) return linesOf(node, source) <= (isHandler(node) ? functionLinesMax : entryLinesMax)
  return !ts.forEachChild(node, (child) => !hasShortEntries(child, source))
}

/**
 * A table: the body is one list or object of entries (routes are a list of `route()` calls), after a few declarations.
 * At most 6 declarations of 30 lines together stand before the list, and nothing else does: no branch, no loop, no call
 * by itself. No function among the declarations or the entries has more than 12 lines, save handlers of routes, which
 * have the 60 lines of any function.
 */
function isTable(node: WithBody, source: ts.SourceFile): boolean {
  const { body } = node
  if (!ts.isBlock(body)) return isList(body as ts.Expression) && hasShortEntries(body, source)
  const last = body.statements.at(-1)
  const declarations = body.statements.slice(0, -1)
  return (
    last !== undefined &&
    ts.isReturnStatement(last) &&
    isList(last.expression) &&
    declarations.length <= tableDeclarationsMax &&
    declarations.every((each) => ts.isVariableStatement(each) || ts.isFunctionDeclaration(each)) &&
    declarations.reduce((lines, each) => lines + linesOf(each, source), 0) <= tableDeclarationLinesMax &&
    body.statements.every((each) => hasShortEntries(each, source))
  )
}

function nameOf(node: ts.Node): string {
  if ('name' in node && node.name) return (node.name as ts.Node).getText()
  const { parent } = node
  return 'name' in parent && parent.name ? (parent.name as ts.Node).getText() : 'a function'
}

/** The functions of a file with more than 60 lines that are no tables, from the top. */
export function longFunctions(file: string, text: string): LongFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: LongFunction[] = []
  const visit = (node: ts.Node): void => {
    if (hasBody(node)) {
      const lines = linesOf(node, source)
      if (lines > functionLinesMax && !isTable(node, source))
        found.push({ name: nameOf(node), line: lineOf(node.getStart(source), source) + 1, lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
