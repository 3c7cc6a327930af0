// A tool as assistants see it, and the reading of its arguments: refusals are in the words of `/api/v2/query`.
import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { TObject } from '@sinclair/typebox'
import { Failure, statsFailures } from '../../failure.ts'
import { operatorNames } from '../../rules/filter-operators.ts'
import { defaultPeriod } from '../../rules/view-range.ts'
import type { StatsKey } from '../caller.ts'
import type { Services } from '../routes/services.ts'
import type { StatsAccess } from '../stats-access.ts'
import { cutAll } from './text.ts'

export type Arguments = Readonly<Record<string, unknown>>
type Structured = Record<string, unknown>

/** The answer of a tool: the same numbers for programs and as a short text. */
export interface ToolAnswer {
  readonly structured: Structured
  readonly text: string
}

export interface ToolCall {
  readonly services: Services
  readonly key: StatsKey
  readonly given: Arguments
  /** The client has hung up. */
  readonly gone: AbortSignal
}

export interface Tool {
  readonly name: string
  readonly title: string
  /**
   * Explains the tool's answers and the meaning of its numbers. It is fixed text: no value of a visitor is ever in it.
   */
  readonly description: string
  /** JSON schema of the arguments. Clients read it; the service checks in the words of the API. */
  readonly input: Readonly<Record<string, unknown>>
  /** Throws a Failure, which becomes a tool error with the same words. */
  answer(call: ToolCall): Promise<ToolAnswer>
}

export const siteSchema = {
  type: 'string',
  description: 'The domain of the site as list_sites has it, or the identifier of a consolidated view.',
} as const
/** The arguments of a tool that asks for nothing but the site. */
export const siteAlone = {
  type: 'object',
  properties: { site_id: siteSchema },
  required: ['site_id'],
  additionalProperties: false,
} as const
export const dateRangeSchema = {
  anyOf: [
    { type: 'string', description: 'day, month, year, all, or a number of days or months that are over: 28d, 12mo' },
    {
      type: 'array',
      items: { type: 'string' },
      minItems: 2,
      maxItems: 2,
      description: 'The first and last date, both included, or two instants with their offset from UTC',
    },
  ],
} as const
/** Filters nest; a schema without references names as many levels as people write. */
const filterLevels = 4

/** A part of a filter: a text, the number of a segment, options, or a list of such parts. */
function partOfFilter(levels: number): Readonly<Record<string, unknown>> {
  const alone = [{ type: 'string' }, { type: 'integer' }]
  if (levels === 0) return { anyOf: alone }
  return {
    anyOf: [
      ...alone,
      { type: 'object', properties: { case_sensitive: { type: 'boolean' } } },
      { type: 'array', items: partOfFilter(levels - 1) },
    ],
  }
}

export const filtersSchema = {
  type: 'array',
  description:
    'Filters of /api/v2/query: ["is", "visit:source", ["Google"]]; also ' +
    `${operatorNames()
      .filter((name) => name !== 'is')
      .join(', ')}, joined by ["and", […]], ["or", […]] and ["not", …].`,
  items: {
    type: 'array',
    items: partOfFilter(filterLevels),
    description: 'An operator, a dimension and a list of values; or and, or, not with a list of filters',
  },
} as const

/** The body of an endpoint as the arguments of a tool, with its filters described. */
export const withFilters = ({ properties, required }: TObject): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties: { ...properties, filters: filtersSchema },
  required,
  additionalProperties: false,
})

/** The range of a tool without one: the range of a dashboard. */
export const defaultRange = defaultPeriod

/** The most rows of an answer, and sites of a list. */
export const answerRowsMax = 1_000

/** Refuses an argument that the tool does not have. */
export function requireKnown(given: Arguments, { input }: Pick<Tool, 'input'>): void {
  const known = (input['properties'] ?? {}) as Record<string, unknown>
  const other = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (other !== undefined)
    throw statsFailures.query(`#/${other.slice(0, 100)}: Schema does not allow additional properties.`)
}

/** The site that the arguments name, as the key may read it. */
export const accessOf = ({ key, given }: Pick<ToolCall, 'key' | 'given'>): StatsAccess => key.statsOf(given['site_id'])

/** Words of JSON schema that every known client passes on; some refuse a tool, and all others with it, for another. */
const schemaWords = [
  ...['type', 'description', 'enum', 'items', 'properties', 'required', 'anyOf', 'default'],
  ...['minItems', 'maxItems', 'minimum', 'maximum', 'additionalProperties'],
]

/**
 * A schema in the dialect that the strictest client reads (spec/assistants 2.9): one type a schema, items of every
 * list described, no other words. `additionalProperties` stays at the top, where each client knows it.
 */
function strict(schema: unknown, isTop = true): unknown {
  if (Array.isArray(schema)) return schema.map((one) => strict(one, false))
  if (typeof schema !== 'object' || schema === null) return schema
  const words = Object.entries(schema).filter(([word]) =>
    word === 'additionalProperties' ? isTop : schemaWords.includes(word),
  )
  return Object.fromEntries(
    words.map(([word, value]) => {
      if (word === 'properties')
        return [
          word,
          Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, strict(one, false)])),
        ]
      return [word, ['items', 'anyOf'].includes(word) ? strict(value, false) : value]
    }),
  )
}

/** A tool in the list of tools. */
export const listed = ({ name, title, description, input }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: strict(input) as ListedTool['inputSchema'],
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
})

/** Both forms of an answer, its values cut. */
export const contentOf = ({ structured, text }: ToolAnswer) => ({
  content: [{ type: 'text' as const, text }],
  structuredContent: cutAll(structured) as Structured,
})

/** The words of a refusal, as the API has them in its body. */
function wordsOf(body: unknown): string {
  const error = (body as { error?: unknown } | null)?.error
  return typeof error === 'string' ? error : JSON.stringify(body)
}

/** A tool error, which the assistant reads and can mend its question by. */
export const errorOf = (body: unknown) => ({ content: [{ type: 'text' as const, text: wordsOf(body) }], isError: true })

/** The refusal with another name for the field that it names. */
export function renamed(error: unknown, from: string, to: string): unknown {
  if (!(error instanceof Failure)) return error
  return statsFailures.query(error.message.replace(from, to))
}
