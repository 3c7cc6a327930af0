// The OpenAPI 3.1 document, made from the same route objects the server answers with, and a page that shows it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { type Reply, type Route, route } from './route.ts'
import { ErrorsReply } from './schemas.ts'

/** Endpoints that answer outside the route table: events and scripts (interface.md 3, spec/management 9). */
const rawPaths = {
  '/api/event': {
    post: {
      operationId: 'IngestEvent',
      summary: 'Count a pageview or custom event',
      tags: ['Events'],
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: Type.Object({
              n: Type.String({ maxLength: 120, description: 'Event name; also `name`' }),
              u: Type.String({ description: 'Page URL, at most 2000 bytes; also `url`' }),
              d: Type.Optional(Type.String({ description: 'Domain, or several joined by commas; also `domain`' })),
              r: Type.Optional(Type.String({ description: 'Referrer, at most 2000 bytes; also `referrer`' })),
              p: Type.Optional(
                Type.Record(Type.String(), Type.Unknown(), { description: 'At most 30 custom properties; also `props`, `m`, `meta`' }),
              ),
              h: Type.Optional(Type.Integer({ description: '1 keeps the URL fragment; also `hashMode`' })),
              i: Type.Optional(Type.Boolean({ description: 'false: no effect on the bounce rate; also `interactive`' })),
              v: Type.Optional(Type.Integer({ description: 'Version of the script' })),
              sd: Type.Optional(Type.Integer({ description: 'Scroll depth, 0 to 100' })),
              e: Type.Optional(Type.Integer({ description: 'Engagement time in milliseconds' })),
            }),
          },
        },
      },
      responses: {
        202: {
          description: 'Accepted',
          headers: { 'X-Service-Dropped': { description: 'How many events were dropped, if any', schema: Type.String() } },
          content: { 'text/plain': { schema: Type.Literal('ok') } },
        },
        400: { description: 'Messages by field', content: { 'application/json': { schema: ErrorsReply } } },
      },
    },
  },
  '/js/{script}': {
    get: {
      operationId: 'GetScript',
      summary: 'The tracker script: script.js, script.<features>.js or s-<id>.js',
      tags: ['Tracker'],
      security: [],
      parameters: [{ name: 'script', in: 'path', required: true, schema: Type.String() }],
      responses: {
        200: { description: 'The script', content: { 'application/javascript': { schema: Type.String() } } },
        304: { description: 'Not changed' },
        404: { description: 'Unknown feature or id', content: { 'text/plain': { schema: Type.String() } } },
      },
    },
  },
} as const

const statusText: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created or found',
  204: 'Done',
  400: 'The request cannot be read or a value is refused',
  401: 'The credential is missing, unknown or not enough',
  402: 'The plan does not include this',
  403: 'Not allowed',
  404: 'Not found',
  422: 'A field is refused',
  429: 'Too many requests',
  503: 'Not possible at the moment',
}

const rest = 'rest'

/** `/a/:id/*` as OpenAPI writes it. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, `{${rest}}`)

function parametersOf(where: 'path' | 'query', schema: TObject | undefined): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]: [string, TSchema]) => ({
    name,
    in: where,
    required: where === 'path' || (schema?.required?.includes(name) ?? false),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: property,
  }))
}

/** All parameters; those of the path without a schema are text. */
function allParameters({ path, params, query }: Route): object[] {
  const declared = parametersOf('path', params)
  const names = [...templateOf(path).matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const missing = names.filter((name) => !(name in (params?.properties ?? {})))
  const texts = missing.map((name) => ({ name, in: 'path', required: true, schema: Type.String() }))
  return [...declared, ...texts, ...parametersOf('query', query)]
}

const security = {
  none: [],
  token: [{ pluginToken: [] }, { pluginTokenBasic: [] }],
  key: [{ apiKey: [] }],
} as const

function operationOf(route: Route): object {
  const responses = Object.entries(route.replies).map(([status, schema]) => {
    const description = schema.description ?? statusText[status] ?? 'Answer'
    if (schema.type === 'null') return [status, { description }]
    const type = schema.type === 'string' ? 'text/plain' : 'application/json'
    return [status, { description, content: { [type]: { schema } } }]
  })
  return {
    operationId: route.name,
    summary: route.summary,
    ...(route.tags ? { tags: route.tags } : {}),
    security: security[route.access ?? 'none'],
    parameters: allParameters(route),
    ...(route.body ? { requestBody: { content: { 'application/json': { schema: route.body } } } } : {}),
    responses: Object.fromEntries(responses),
  }
}

/** The document of these routes and the raw endpoints (issue 6, item 4). */
export function createOpenApi(routes: readonly Route[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const each of routes) {
    const template = templateOf(each.path)
    paths[template] = { ...paths[template], [each.method.toLowerCase()]: operationOf(each) }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version: '1',
      description: 'Web analytics without personal data: events, goals, sites and statistics.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    paths: { ...rawPaths, ...paths },
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key (`tidemark key create`)' },
        pluginToken: { type: 'http', scheme: 'bearer', description: 'A plugin token (`tidemark token create`)' },
        pluginTokenBasic: { type: 'http', scheme: 'basic', description: 'A plugin token as the password' },
      },
    },
  }
  // Plain data: what TypeBox keeps in symbols is not part of the document.
  return JSON.parse(JSON.stringify(document)) as object
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="viewer"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

const startScript = `SwaggerUIBundle({ url: new URL('openapi.json', document.baseURI).href, dom_id: '#viewer', deepLinking: true, validatorUrl: null })
`

const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"

/** Reads the viewer's files once; the package is only touched when somebody opens the page. */
function createViewer(): (name: string) => Reply | undefined {
  const types: Readonly<Record<string, string>> = {
    'swagger-ui-bundle.js': 'application/javascript; charset=utf-8',
    'swagger-ui.css': 'text/css; charset=utf-8',
  }
  const loaded = new Map<string, string>()
  return (name): Reply | undefined => {
    if (name === 'start.js') return { status: 200, body: startScript, headers: { 'content-type': 'application/javascript; charset=utf-8' } }
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (type === undefined) return undefined
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    const text = loaded.get(name) ?? readFileSync(join(folder, name), 'utf8')
    loaded.set(name, text)
    return { status: 200, body: text, headers: { 'content-type': type, 'cache-control': 'public, max-age=86400' } }
  }
}

/** `/api/openapi.json` and `/api/docs` over the given routes and their own. */
export function openApiRoutes({ routes, baseUrl }: { routes: readonly Route[]; baseUrl: string }): Route[] {
  const findFile = createViewer()
  const tags = ['Documentation']
  const own: Route[] = [
    route({
      name: 'GetOpenApi',
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'This document',
      tags,
      access: 'none',
      replies: { 200: Type.Record(Type.String(), Type.Unknown()) },
      handle: () => ({ status: 200, body: document, headers: { 'access-control-allow-origin': '*' } }),
    }),
    route({
      name: 'GetDocs',
      method: 'GET',
      path: '/api/docs',
      summary: 'A page that shows this document',
      tags,
      access: 'none',
      replies: { 200: Type.String() },
      handle: () => ({
        status: 200,
        body: page,
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentPolicy },
      }),
    }),
    route({
      name: 'GetDocsFile',
      method: 'GET',
      path: '/api/docs/:file',
      summary: 'A file of that page',
      tags,
      access: 'none',
      replies: { 200: Type.String(), 404: Type.Object({ error: Type.String() }) },
      handle: ({ params }) => findFile(params['file'] ?? '') ?? { status: 404, body: { error: 'Not found' } },
    }),
  ]
  const document = createOpenApi([...routes, ...own], baseUrl)
  return own
}
