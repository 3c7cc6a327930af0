// Several v2 queries of one site in one request, answered a line each as they are ready (spec/dashboard 7).
import { Type } from '@sinclair/typebox'
import { LRUCache } from 'lru-cache'
import { statsFailures } from '../../failure.ts'
import type { Live } from '../../stats/live/live.ts'
import { ownerOf, type SiteAccess, type Stats } from '../../stats/stats.ts'
import { BatchEndReply, BatchLineReply } from '../contracts/stats.ts'
import { type Definition, route } from '../definition.ts'
import type { Reply, RouteContext } from '../route.ts'
import { ErrorReply } from '../schemas.ts'
import type { Sink } from '../stream.ts'
import type { Services } from './services.ts'
import { QueryBody } from './stats.ts'

/** Most questions of one batch. A page asks a dozen. */
const queriesMax = 24
const idCharactersMax = 64
/**
 * Statements one request may have at work: others have a share of the connections too. Pages that look again by
 * themselves, since an activity, take their time: ingest goes on beside them.
 */
const statementsAtOnceMax = { asked: 4, sinceActivity: 1 } as const
/** Answers that pages share since the same activity: how long, and how many characters of them in all. */
const sharedMs = 10_000
const sharedCharactersMax = 8_000_000

interface Question {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
  /** The site is that of the batch. */
  readonly namesSite: boolean
}

const fail = (message: string) => statsFailures.query(message)

interface Batch {
  readonly questions: readonly Question[]
  readonly activity: string | undefined
}

/** The questions of a batch; what is wrong with one of them is said in its line, what is wrong with their list here. */
function parseBatch(body: Readonly<Record<string, unknown>>): Batch {
  const { site_id: siteId, activity, queries, ...rest } = body
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw fail(`#/${unknown.slice(0, 100)}: Schema does not allow additional properties.`)
  if (activity !== undefined && typeof activity !== 'string') throw fail('#/activity: Type mismatch. Expected String.')
  if (queries === undefined) throw fail('#: Required property queries was not present.')
  if (!Array.isArray(queries)) throw fail('#/queries: Type mismatch. Expected Array.')
  if (queries.length === 0) throw fail('#/queries: Expected a minimum of 1 items but got 0.')
  if (queries.length > queriesMax)
    throw fail(`#/queries: Expected a maximum of ${queriesMax} items but got ${queries.length}.`)
  const ids = new Set<string>()
  const questions = queries.map((query: unknown, index) => {
    if (typeof query !== 'object' || query === null || Array.isArray(query))
      throw fail(`#/queries/${index}: Type mismatch. Expected Object.`)
    const { id, ...asked } = query as Record<string, unknown>
    if (typeof id !== 'string' || id === '' || [...id].length > idCharactersMax)
      throw fail(`#/queries/${index}/id: Expected a text of 1 to ${idCharactersMax} characters.`)
    if (ids.has(id)) throw fail('#/queries: Expected ids to be unique but they were not.')
    ids.add(id)
    return { id, body: { ...asked, site_id: siteId }, namesSite: Object.hasOwn(asked, 'site_id') }
  })
  return { questions, activity }
}

/** Answers 200 to questions since one activity, as JSON. */
interface SharedAnswers {
  get(question: Question): string | undefined
  set(question: Question, body: string): void
}

/** Answers equal questions of pages that were told of the same activity once (spec/dashboard 8.3). */
function shareAnswers(live: Pick<Live, 'isLatest'>) {
  const answers = new LRUCache<string, string>({
    maxSize: sharedCharactersMax,
    sizeCalculation: (body, key) => body.length + key.length,
    ttl: sharedMs,
  })
  return (access: SiteAccess, activity: string | undefined): SharedAnswers | undefined => {
    if (activity === undefined || !live.isLatest(access.site.id, activity)) return undefined
    const keyOf = ({ body }: Question) =>
      JSON.stringify([activity, access.site.id, access.siteIds, ownerOf(access, body), body])
    return {
      get: (question) => answers.get(keyOf(question)),
      set: (question, body) => void answers.set(keyOf(question), body),
    }
  }
}

const lineOf = (id: string, status: number, ms: number, body: string) =>
  `{"id":${JSON.stringify(id)},"status":${status},"ms":${ms},"body":${body}}\n`

interface AnswerOptions {
  readonly stats: Stats
  readonly access: SiteAccess
  readonly refusalOf: RouteContext['refusalOf']
  readonly shared: SharedAnswers | undefined
}

/** Writes known answers, asks the rest, at most a few at once, and writes each line when it is ready. */
async function answerAll(
  { stats, access, refusalOf, shared }: AnswerOptions,
  questions: readonly Question[],
  sink: Sink,
): Promise<void> {
  const waiting: Question[] = []
  let known = ''
  for (const question of questions) {
    const body = question.namesSite ? undefined : shared?.get(question)
    if (body === undefined) waiting.push(question)
    else known += lineOf(question.id, 200, 0, body)
  }
  const end = '{"done":true}\n'
  if (waiting.length === 0) return sink.write(known + end)
  if (known !== '') await sink.write(known)
  const bodies = waiting.flatMap(({ body, namesSite }) => (namesSite ? [] : [body]))
  const together = await stats.readTogether(access, bodies, 'pages')
  const ask = async ({ body, namesSite }: Question): Promise<Reply> => {
    try {
      if (namesSite) throw fail('#/site_id: Schema does not allow additional properties.')
      return { status: 200, body: await stats.query(access, body, sink.gone, 'pages', together) }
    } catch (error) {
      sink.gone.throwIfAborted()
      return refusalOf(error)
    }
  }
  const answer = async (question: Question) => {
    const begin = performance.now()
    const { status, body } = await ask(question)
    const ms = Math.round(performance.now() - begin)
    const text = JSON.stringify(body)
    if (status === 200) shared?.set(question, text)
    await sink.write(lineOf(question.id, status, ms, text))
  }
  // Questions that wait for a pass ask few statements by themselves, and must not keep the others waiting for it.
  const areSharing = shared ? [] : waiting.filter(({ body }) => together?.shares(body))
  const others = waiting.filter((question) => !areSharing.includes(question))
  const work = async () => {
    for (let question = others.shift(); question; question = others.shift()) await answer(question)
  }
  const atOnce = statementsAtOnceMax[shared ? 'sinceActivity' : 'asked']
  await Promise.all([...Array.from({ length: atOnce }, work), ...areSharing.map(answer)])
  await sink.write(end)
}

/** `POST /api/v2/query/batch`. */
export function batchRoutes({ stats, caller, live, pages: { version } }: Services): Definition[] {
  const sharedSince = shareAnswers(live)
  const { site_id: siteId, ...query } = QueryBody.properties
  return [
    route({
      name: 'QueryBatch',
      endpoint: 'POST /api/v2/query/batch',
      summary: 'Several queries of one site, answered a line each as they are ready',
      access: ['key', 'session', 'link'],
      body: Type.Object(
        {
          site_id: siteId,
          activity: Type.Optional(
            Type.String({
              description:
                'The id of the activity, told by GET /api/live, that the queries are asked for: while it is the ' +
                'last one, equal queries share their answers for 10 seconds',
            }),
          ),
          queries: Type.Array(
            Type.Object(
              { id: Type.String({ minLength: 1, maxLength: idCharactersMax }), ...query },
              { additionalProperties: false },
            ),
            { minItems: 1, maxItems: queriesMax, description: 'Their ids are unique' },
          ),
        },
        {
          additionalProperties: false,
          examples: [
            {
              site_id: 'example.com',
              queries: [
                { id: 'totals', metrics: ['visitors', 'pageviews'], date_range: '28d' },
                { id: 'sources', metrics: ['visitors'], dimensions: ['visit:source'], date_range: '28d' },
              ],
            },
          ],
        },
      ),
      replies: {
        200: Type.String({
          contentMediaType: 'application/x-ndjson',
          contentSchema: Type.Union([BatchLineReply, BatchEndReply]),
          description: 'A line as each is ready, last {"done":true}; without it the answer was cut off',
        }),
        400: ErrorReply,
        402: ErrorReply,
      },
      async handle(context) {
        const { readJson, refusalOf } = context
        caller.requireCredential(context)
        const body = await readJson()
        const given = body['site_id']
        if (given !== undefined && typeof given !== 'string')
          throw statsFailures.query('#/site_id: Type mismatch. Expected String.')
        const access = await caller.forStats(context, given)
        const { questions, activity } = parseBatch(body)
        const shared = sharedSince(access, activity)
        return {
          status: 200,
          headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-tidemark-version': version },
          compressed: true,
          stream: (sink) => answerAll({ stats, access, refusalOf, shared }, questions, sink),
        }
      },
    }),
  ]
}
