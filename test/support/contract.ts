// Holds answers against the service's own OpenAPI document: every answer of the HTTP tests must be described there.
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'

interface Header {
  required?: boolean
  schema: { type: string }
}

interface Described {
  headers?: Record<string, Header>
  content?: Record<string, { schema: AnySchema }>
}

type Operations = Record<string, { responses: Record<string, Described> }>

/** An answer as a client got it; names of headers in lower case, several values joined by commas. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** What is wrong with an answer, or undefined when the document allows it. */
export type Contract = (method: string, path: string, answer: Answer) => string | undefined

/** Headers that tell a client something about this answer alone: they have to be described where they are sent. */
const tellingHeaders = ['allow', 'etag', 'location', 'retry-after', 'www-authenticate', 'x-service-dropped']

const toPattern = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replace(/[.]/g, '\\.')
      .replace(/\{rest\}/g, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )

/** Fixed paths before parameters, as the server has it. */
const byFixedness = ([a]: [string, unknown], [b]: [string, unknown]) =>
  Number(a.includes('{')) - Number(b.includes('{'))

/** Paths and methods that are not described must be refused as such. */
function checkRefusal(operations: Operations | undefined, { status, headers, text }: Answer): string | undefined {
  if (!operations) return status === 404 ? undefined : 'the path is not described'
  if (status !== 405) return 'the method is not described'
  if (headers['allow'] === undefined) return '405 names no allowed method'
  return text.includes('Method not allowed') || text === '' ? undefined : `405 says ${text}`
}

function checkHeaders(
  described: Readonly<Record<string, Header>>,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const known = new Map(Object.entries(described).map(([name, header]) => [name.toLowerCase(), header]))
  for (const name of tellingHeaders)
    if (headers[name] !== undefined && !known.has(name)) return `the header ${name} is not described`
  for (const [name, { required, schema }] of known) {
    const value = headers[name]
    if (value === undefined && required) return `the header ${name} is missing`
    if (value !== undefined && schema.type === 'integer' && !/^\d+$/.test(value))
      return `the header ${name} is ${value}`
  }
  return undefined
}

/** The contract that a document is. */
export function readContract(document: object): Contract {
  // The document itself is checked by test/http/openapi.test.ts: the schema of schemas would be compiled for each file.
  const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false })
  const paths = Object.entries((document as { paths: Record<string, Operations> }).paths)
    .sort(byFixedness)
    .map(([template, operations]) => ({ pattern: toPattern(template), operations }))
  const validators = new Map<AnySchema, ValidateFunction>()

  function checkBody(
    content: Readonly<Record<string, { schema: AnySchema }>>,
    { headers, text }: Answer,
  ): string | undefined {
    const type = headers['content-type']?.split(';')[0] ?? ''
    if (Object.keys(content).length === 0) return text === '' ? undefined : 'no body is described'
    const schema = (content[type] ?? content['*/*'])?.schema
    if (schema === undefined) return `the content type ${type} is not described`
    const validate = validators.get(schema) ?? ajv.compile(schema)
    validators.set(schema, validate)
    return validate(type === 'application/json' ? JSON.parse(text) : text) ? undefined : ajv.errorsText(validate.errors)
  }

  return (method, path, answer) => {
    const bare = path.split('?')[0] as string
    const verb = method.toLowerCase()
    const matching = paths.filter(({ pattern }) => pattern.test(bare)).map(({ operations }) => operations)
    // HEAD is GET without the body, and is described by it.
    const operation = matching
      .map((operations) => operations[verb === 'head' ? 'get' : verb])
      .find((found) => found !== undefined)
    const response = operation?.responses[answer.status]
    let problem: string | undefined
    if (!operation) problem = checkRefusal(matching[0], answer)
    else if (!response) problem = 'the status is not described'
    else {
      problem = checkHeaders(response.headers ?? {}, answer.headers)
      if (verb !== 'head') problem ??= checkBody(response.content ?? {}, answer)
    }
    return problem && `${method} ${bare} ${answer.status}: ${problem}`
  }
}

/** The contract of a running service. */
async function loadContract(url: string): Promise<Contract> {
  return readContract((await (await fetch(`${url}/api/openapi.json`)).json()) as object)
}

const contracts = new Map<string, Promise<Contract>>()

/** `fetch`, but the answer must be one that the asked service describes. */
export async function checkedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname } = new URL(url)
  const contract = contracts.get(origin) ?? loadContract(origin)
  contracts.set(origin, contract)
  const response = await fetch(url, init)
  const text = await response.clone().text()
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), text }
  const problem = (await contract)(init.method ?? 'GET', pathname, answer)
  if (problem) throw new Error(problem)
  return response
}
