// The OpenAPI 3.1 document, made from the same route objects the server answers with, and a page that shows it.

import { readFileSync } from 'node:fs'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { projectPath } from '../paths.ts'
import { daySeconds } from '../rules/durations.ts'
import { engagementTimeMsLimit } from '../rules/engagement.ts'
import { eventNameCharactersMax } from '../rules/maxima.ts'
import { propKeyBytesMax, propsMax, propValueBytesMax } from '../rules/props.ts'
import { bodyBytesMax, domainsMax, referrerBytesMax, urlBytesMax } from '../rules/submission.ts'
import { engagementName } from '../rules/tables/event-names.ts'
import { openRoute } from './definition.ts'
import { isPaged } from './of-page.ts'
import { otherPagesPaths } from './other-pages-paths.ts'
import { type Credential, notFramed, type Reply, type Route } from './route.ts'
import { CodedReply, ErrorReply, ErrorsReply } from './schemas.ts'
import { createCookies } from './session.ts'

const text = (name: string) => ({ [name]: { schema: Type.String() } })
const json = (schema: TSchema) => ({ 'application/json': { schema } })
const retryAfter = {
  'Retry-After': { description: 'Seconds until another try makes sense', required: true, schema: Type.Integer() },
}
const optionalHeader = (description: string, schema: TSchema = Type.String()) => ({ description, schema })

const integerText = Type.String({ pattern: '^-?\\d+$' })
const orNull = (...schemas: TSchema[]) => [...schemas, Type.Null()]
const isEngagement = (field: string) => ({ required: [field], properties: { [field]: { const: engagementName } } })
const revenuePair = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount: Type.Union([Type.Number(), Type.String()], { description: 'A number, or decimal text, which stays exact' }),
    currency: Type.String({ description: 'ISO 4217, upper case' }),
  },
} as unknown as TSchema

/**
 * Documented fields of an event (spec/ingestion 2 to 5, 16, 17). The service accepts more, and ignores values of
 * optional fields that it cannot use.
 */
const eventBody = {
  type: 'object',
  allOf: [
    { anyOf: [{ required: ['n'] }, { required: ['name'] }] },
    { anyOf: [{ required: ['u'] }, { required: ['url'] }] },
    {
      anyOf: [
        { not: { anyOf: [isEngagement('n'), isEngagement('name')] } },
        { required: ['sd'] },
        { required: ['e'], properties: { e: { minimum: 1 } } },
      ],
    },
  ],
  properties: {
    n: Type.Union([Type.String({ minLength: 1, maxLength: eventNameCharactersMax }), Type.Integer()], {
      description: 'Event name; also `name`',
    }),
    u: Type.String({ description: `Page URL, at most ${urlBytesMax} bytes, not \`data:\`; also \`url\`` }),
    d: Type.Union(orNull(Type.String({ pattern: `^([^,]*,){0,${domainsMax - 1}}[^,]*$` })), {
      description: `Domain, or up to ${domainsMax} joined by commas; also \`domain\`. Absent: taken from the URL`,
    }),
    r: Type.Union(orNull(Type.String()), {
      description: `Referrer; what is over ${referrerBytesMax} bytes is cut off; also \`referrer\``,
    }),
    p: Type.Union(
      orNull(Type.Record(Type.String(), Type.Unknown()), Type.String({ description: 'JSON of such an object' })),
      {
        description:
          `Custom properties, the first ${propsMax} count: keys of at most ${propKeyBytesMax} bytes, ` +
          `values of at most ${propValueBytesMax}; also \`props\`, \`m\`, \`meta\``,
      },
    ),
    h: Type.Union(orNull(Type.Integer(), integerText), { description: '1 keeps the URL fragment; also `hashMode`' }),
    i: Type.Union(orNull(Type.Boolean()), {
      description: 'false: no effect on the bounce rate; also `interactive`. Absent: true',
    }),
    v: Type.Integer({ description: 'Version of the script' }),
    sd: Type.Union([Type.Integer({ minimum: 0 }), integerText], {
      description: 'Scroll depth, 0 to 100, more is 100; the name `engagement` needs it or `e`',
    }),
    e: Type.Union([Type.Integer({ minimum: 0, exclusiveMaximum: engagementTimeMsLimit }), integerText], {
      description: 'Engagement time in milliseconds, below 30 days; the name `engagement` needs it, above 0, or `sd`',
    }),
    revenue: Type.Union(orNull(revenuePair, Type.String({ description: 'JSON of such an object' })), {
      description: 'Stored when the site has a revenue goal of this event name; also `$`',
    }),
  },
}

const visitBody = Type.Object({
  d: Type.String({ description: 'The domain; also `domain`' }),
  u: Type.Optional(
    Type.String({ description: 'The address of the page; also `url`. Absent: `Origin`, else the domain' }),
  ),
})
const VisitReply = Type.Object({ visit: Type.String() })

const scriptHeaders = {
  'Cache-Control': optionalHeader('One day for named scripts, one minute for the script of a site'),
  ETag: { ...optionalHeader('For If-None-Match'), required: true },
}

/** Endpoints that answer outside the route table: events and scripts (spec/ingestion 1, spec/management 9). */
const rawPaths = {
  '/api/event': {
    post: {
      operationId: 'IngestEvent',
      summary: 'Count a pageview or custom event',
      tags: ['Events'],
      security: [],
      parameters: [
        { name: 'User-Agent', in: 'header', description: 'Browser and system are read from it', schema: Type.String() },
        {
          name: 'X-Service-IP-Type',
          in: 'header',
          description: 'What is known of the address; counts from trusted proxies only',
          schema: Type.String({ enum: ['dc_ip', 'threat_ip', 'anonymous_vpn_ip'] }),
        },
      ],
      requestBody: {
        description:
          `JSON, at most ${bodyBytesMax} bytes, whatever the content type says: ` + 'the tracker sends `text/plain`',
        required: true,
        content: { 'application/json': { schema: eventBody }, 'text/plain': { schema: eventBody } },
      },
      responses: {
        200: {
          description: 'A visit token, for a body whose `n` is `["visit"]`: so the script asks',
          content: { 'text/plain': { schema: Type.String() } },
        },
        202: {
          description: 'Accepted',
          headers: { 'X-Service-Dropped': optionalHeader('How many events were dropped, if any', Type.Integer()) },
          content: { 'text/plain': { schema: Type.Literal('ok') } },
        },
        400: { description: 'Messages by field', content: json(ErrorsReply) },
        503: { description: 'Not possible at the moment', headers: retryAfter, content: json(ErrorReply) },
      },
    },
    options: {
      operationId: 'PreflightEvent',
      summary: 'Whether a page of another origin may send events; every page may',
      tags: ['Events'],
      security: [],
      responses: { 204: { description: 'It may' } },
    },
  },
  '/api/visit': {
    post: {
      operationId: 'IngestVisit',
      summary: 'A token that joins events of a program to the visit of who asks, until the day (UTC) ends',
      tags: ['Events'],
      security: [],
      requestBody: {
        description: 'JSON, whatever the content type says',
        required: true,
        content: { 'application/json': { schema: visitBody }, 'text/plain': { schema: visitBody } },
      },
      responses: {
        200: { description: 'A token; for an unknown domain one that joins nothing', content: json(VisitReply) },
        400: { description: 'Messages by field', content: json(ErrorsReply) },
        503: { description: 'Not possible at the moment', headers: retryAfter, content: json(ErrorReply) },
      },
    },
    options: {
      operationId: 'PreflightVisit',
      summary: 'Whether a page of another origin may ask; every page may',
      tags: ['Events'],
      security: [],
      responses: { 204: { description: 'It may' } },
    },
  },
  '/js/{script}': {
    get: {
      operationId: 'GetScript',
      summary: 'The tracker script: script.js, script.<features>.js or s-<id>.js; embed.host.js for frames',
      tags: ['Tracker'],
      security: [],
      parameters: [{ name: 'script', in: 'path', required: true, schema: Type.String() }],
      responses: {
        200: { description: 'The script', headers: scriptHeaders, content: text('application/javascript') },
        304: { description: 'Not changed', headers: scriptHeaders },
        404: { description: 'Unknown feature or id', content: text('text/plain') },
        503: { description: 'Not possible at the moment', content: text('text/plain') },
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
  410: 'The link was used or is too old',
  413: 'The body is larger than 1,000,000 bytes',
  422: 'A field is refused',
  429: 'Too many requests',
  503: 'Not possible at the moment',
}

/** Refusals that come with what a caller brings: it is looked up in the database, counted, or forged. */
const credentialReplies = {
  key: () => [401, 429, 503],
  session: ({ method }: Route) => [401, 503, ...(method === 'GET' ? [] : [403])],
  link: () => [401, 404, 503],
  token: () => [401, 503],
} as const

/** Refusals that come with the kind of a route: a body may be unreadable, a credential refused. */
function commonReplies(route: Route): Route['replies'] {
  const statuses = [
    ...(route.body ? [400, 413] : []),
    ...(route.access ?? []).flatMap((credential) => credentialReplies[credential](route)),
  ]
  return Object.fromEntries(statuses.map((status) => [status, ErrorReply]))
}

/** Headers that come with a status, whatever the route. */
function headersOf({ access = [], replyHeaders }: Route, status: string): object | undefined {
  const own = Object.entries(replyHeaders?.[Number(status)] ?? {}).map(([name, description]) => [
    name,
    optionalHeader(description),
  ])
  const common = {
    ...(status === '429' || (status === '503' && access.length > 0) ? retryAfter : {}),
    ...(status === '401' && access.includes('token')
      ? { 'WWW-Authenticate': { ...optionalHeader('Basic, which older plugins use'), required: true } }
      : {}),
  }
  const headers = { ...common, ...Object.fromEntries(own) }
  return Object.keys(headers).length > 0 ? headers : undefined
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

/** All parameters. A parameter of the path without a schema is text. */
function allParameters({ path, params, query }: Route): object[] {
  const declared = parametersOf('path', params)
  const names = [...templateOf(path).matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const missing = names.filter((name) => !(name in (params?.properties ?? {})))
  const texts = missing.map((name) => ({ name, in: 'path', required: true, schema: Type.String() }))
  return [...declared, ...texts, ...parametersOf('query', query)]
}

const security: Readonly<Record<Credential, readonly Readonly<Record<string, []>>[]>> = {
  key: [{ apiKey: [] }],
  session: [{ session: [] }],
  link: [{ sharedLink: [] }],
  token: [{ pluginToken: [] }, { pluginTokenBasic: [] }],
}

const contentOf = (schema: TSchema): object => {
  const type = schema['contentMediaType'] ?? (schema.type === 'string' ? 'text/plain' : 'application/json')
  const stream = schema['x-event-stream'] === true ? { 'text/event-stream': { schema: Type.String() } } : {}
  return { [type]: { schema }, ...stream }
}

/** Groups of operations in the document: the first entry that a path begins with. Other paths are people's accounts. */
const tags: readonly (readonly [start: string, tag: string])[] = [
  ['/api/plugins/v1/goals', 'Goals'],
  ['/api/plugins/', 'Plugins'],
  ['/api/v1/sites', 'Sites'],
  ['/api/v1/stats', 'Stats'],
  ['/api/v2/', 'Stats'],
  ['/api/live', 'Stats'],
  ['/api/sites/', 'Settings'],
  ['/unsubscribe/', 'Settings'],
  ['/api/docs', 'Documentation'],
  ['/api/openapi.json', 'Documentation'],
  ['/api/health', 'health'],
  ['/api/system/health/', 'health'],
  ['/metrics', 'health'],
]
const tagOf = (path: string): string => tags.find(([start]) => path.startsWith(start))?.[1] ?? 'Account'

function operationOf(route: Route): object {
  const replies = { ...commonReplies(route), ...route.replies }
  const responses = Object.entries(replies).map(([status, declared]) => {
    const schema = declared === ErrorReply && isPaged(route) ? CodedReply : declared
    const headers = headersOf(route, status)
    const reply = { description: schema.description ?? statusText[status] ?? 'Answer', ...(headers ? { headers } : {}) }
    if (schema.type === 'null') return [status, reply]
    return [status, { ...reply, content: contentOf(schema) }]
  })
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [tagOf(route.path)],
    security: (route.access ?? []).flatMap((credential) => security[credential]),
    parameters: allParameters(route),
    ...(route.body ? { requestBody: { content: contentOf(route.body) } } : {}),
    responses: Object.fromEntries(responses),
  }
}

/** The document of these routes and the raw endpoints. */
export function createOpenApi(routes: readonly Route[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const each of routes.filter((route) => !route.isPage)) {
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
    paths: { ...rawPaths, ...otherPagesPaths, ...paths },
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key (`tidemark key create`)' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: createCookies(baseUrl).nameOf('tidemark'),
          description: 'Somebody who is signed in; changes only from pages of this service',
        },
        sharedLink: { type: 'apiKey', in: 'query', name: 'auth', description: 'The slug of a shared link' },
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

const startScript = `SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
})
`

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  `connect-src 'self'; ${notFramed}`

/** Reads the viewer's files once, when somebody opens the page; `scripts/build.ts` puts them there. */
function createViewer(): (name: string) => Reply | undefined {
  const types: Readonly<Record<string, string>> = {
    'swagger-ui-bundle.js': 'application/javascript; charset=utf-8',
    'swagger-ui.css': 'text/css; charset=utf-8',
  }
  const loaded = new Map<string, string>()
  return (name): Reply | undefined => {
    if (name === 'start.js')
      return { status: 200, body: startScript, headers: { 'content-type': 'application/javascript; charset=utf-8' } }
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (type === undefined) return undefined
    const text = loaded.get(name) ?? readFileSync(projectPath('dist', 'api-docs', name), 'utf8')
    loaded.set(name, text)
    return {
      status: 200,
      body: text,
      headers: { 'content-type': type, 'cache-control': `public, max-age=${daySeconds}` },
    }
  }
}

/** `/api/openapi.json` and `/api/docs` over the given routes and their own. */
export function openApiRoutes({ routes, baseUrl }: { routes: readonly Route[]; baseUrl: string }): Route[] {
  const findFile = createViewer()
  let document: object | undefined
  const own = [
    openRoute({
      name: 'GetOpenApi',
      endpoint: 'GET /api/openapi.json',
      summary: 'This document',
      access: [],
      replies: { 200: Type.Record(Type.String(), Type.Unknown()) },
      handle() {
        document ??= createOpenApi([...routes, ...own], baseUrl)
        return { status: 200, body: document, headers: { 'access-control-allow-origin': '*' } }
      },
    }),
    openRoute({
      name: 'GetDocs',
      endpoint: 'GET /api/docs',
      summary: 'A page that shows this document',
      access: [],
      replies: { 200: Type.String({ contentMediaType: 'text/html' }) },
      handle: () => ({
        status: 200,
        body: page,
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentPolicy },
      }),
    }),
    openRoute({
      name: 'GetDocsFile',
      endpoint: 'GET /api/docs/:file',
      summary: 'A file of that page',
      access: [],
      replies: { 200: Type.String({ contentMediaType: '*/*' }), 404: ErrorReply },
      handle: ({ params }) => findFile(params['file'] ?? '') ?? { status: 404, body: { error: 'Not found' } },
    }),
  ]
  return own
}
