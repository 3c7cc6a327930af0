// Holds answers against the service's own OpenAPI document: every answer of the HTTP tests must be described there.
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: AnySchema }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

/** What is wrong with an answer, or undefined when the document allows it. */
export type Contract = (method: string, path: string, status: number, body: unknown) => string | undefined

const toPattern = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replace(/[.]/g, '\\.')
      .replace(/\{rest\}/g, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )

/** Fixed paths before parameters, as the server has it. */
const byFixedness = ([a]: [string, unknown], [b]: [string, unknown]) => Number(a.includes('{')) - Number(b.includes('{'))

/** The contract of a running service. */
export async function loadContract(url: string): Promise<Contract> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  const ajv = new Ajv2020({ strict: false })
  const paths = Object.entries(document.paths)
    .sort(byFixedness)
    .map(([template, operations]) => ({ pattern: toPattern(template), operations }))
  const validators = new Map<AnySchema, ValidateFunction>()
  return (method, path, status, body) => {
    const bare = path.split('?')[0] as string
    const operation = paths.find(({ pattern, operations }) => pattern.test(bare) && operations[method.toLowerCase()])?.operations[
      method.toLowerCase()
    ]
    if (!operation) return `${method} ${bare} is not described`
    const response = operation.responses[status]
    if (!response) return `${method} ${bare} does not describe status ${status}`
    const schema = Object.values(response.content ?? {})[0]?.schema
    if (schema === undefined) return body === '' ? undefined : `${method} ${bare} ${status} describes no body`
    const validate = validators.get(schema) ?? ajv.compile(schema)
    validators.set(schema, validate)
    return validate(body) ? undefined : `${method} ${bare} ${status}: ${ajv.errorsText(validate.errors)}`
  }
}
