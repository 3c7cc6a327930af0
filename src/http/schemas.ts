// Schemas that several routes share; OpenAPI is made of them.

import { Kind, type Static, type TBoolean, type TSchema, type TUnsafe, Type, TypeRegistry } from '@sinclair/typebox'
import type { Failure } from '../failure.ts'
import { eventNameCharactersMax, goalPropertiesMax, propertyValueLengthMax } from '../rules/maxima.ts'
import { siteSettings } from '../rules/site-settings.ts'
import { pluginFlags, type TrackerFlag, trackerFlags } from '../rules/tracker-options.ts'

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

declare const instant: unique symbol
/** A text in ISO 8601 that names an instant. */
export type InstantText = string & { readonly [instant]: true }

/** A time in an answer: the route gives a Date or its text, and pages get the text. */
export const Instant = (options: object = {}): TUnsafe<InstantText> =>
  Type.Unsafe<InstantText>(Type.String({ format: 'date-time', ...options }))

/** One of several texts, which checks ask for and types name. */
export const OneOf = <const Value extends string>(values: readonly Value[], options: object = {}): TUnsafe<Value> =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options, [Kind]: 'OneOf' })
TypeRegistry.Set<TSchema>('OneOf', ({ enum: values }, value) => !values || (values as unknown[]).includes(value))

const checked: unique symbol = Symbol('checked')
/** A check that stands beside the schema of a value, and its refusal of the field. */
export interface Check<Value> {
  readonly takes: (value: unknown) => value is Value
  readonly refuse: (field: string, value: unknown) => Failure
}

/** A value that the document describes by `schema`, and a check with words of its own takes or refuses. */
export const Checked = <Value>(schema: TSchema, check: Check<Value>): TUnsafe<Value> =>
  Type.Unsafe<Value>({ ...schema, [Kind]: 'Checked', [checked]: check })
TypeRegistry.Set<TSchema>('Checked', (schema, value) => checkOf(schema)!.takes(value))

/** The check of a value's own, if its schema has one. */
export const checkOf = (schema: TSchema | undefined): Check<unknown> | undefined => schema?.[checked as never]

/**
 * A value that the document describes, and its reader checks in words of its own. Here every value passes: its check
 * depends on more than the value, or its refusal comes after others.
 */
export const Read = (schema: TSchema): TUnsafe<unknown> => Type.Unsafe<unknown>({ ...schema, [Kind]: 'Read' })
TypeRegistry.Set('Read', () => true)

export const ErrorReply = Type.Object(
  { error: Type.String() },
  { description: 'One message', additionalProperties: false },
)
/** The refusal of a request that counts by a session or a shared link: pages choose their sentence by its code. */
export const CodedReply = Type.Object(
  {
    error: Type.String(),
    code: Type.Optional(Type.String({ description: 'Sessions and shared links only: what is wrong, by its kind' })),
    field: Type.Optional(Type.String({ description: 'The value of the request that is refused' })),
    gaps: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: 'Figures and names for a sentence about it',
      }),
    ),
  },
  { description: 'One message', additionalProperties: false },
)
/** The body of a refusal as pages read it. */
export type Refused = Partial<Static<typeof CodedReply>>

export const ErrorsReply = Type.Object(
  { errors: Type.Record(Type.String(), Type.Array(Type.String())) },
  { description: 'Messages by field', additionalProperties: false },
)
export const NoContent = Type.Null({ description: 'Nothing' })

/** Parts of a route about one thing by its id, with an empty answer. */
export const oneById = {
  params: Type.Object({ id: Type.String() }),
  replies: { 204: NoContent, 404: ErrorReply },
} as const

export const CustomProps = Type.Record(Type.String(), Type.String())

const flagSchemas = <Flag extends TrackerFlag>(flags: readonly Flag[]) =>
  Object.fromEntries(flags.map((flag) => [flag, Type.Boolean()])) as Record<Flag, TBoolean>
const InstallationType = Nullable(Type.Union([Type.Literal('manual'), Type.Literal('wordpress')]))

const TrackerConfigReply = Type.Object(
  { id: Type.String(), installation_type: InstallationType, ...flagSchemas(trackerFlags) },
  { additionalProperties: false },
)
export const TrackerConfigBody = Type.Partial(
  Type.Object({ installation_type: InstallationType, ...flagSchemas(trackerFlags) }),
)

/** The configuration in answers of the Plugins API (spec/management 7.6). */
export const PluginTrackerConfig = Type.Object(
  { id: Type.String(), installation_type: InstallationType, ...flagSchemas(pluginFlags) },
  { additionalProperties: false },
)

export const SiteReply = Type.Object(
  {
    domain: Type.String(),
    timezone: Type.String(),
    custom_properties: Type.Array(Type.String()),
    tracker_script_configuration: TrackerConfigReply,
    pixel: Type.Optional(
      Type.Literal(true, {
        description: 'Pageviews by the picture without JavaScript are counted; absent: they are not',
      }),
    ),
    preset: Type.Optional(
      Type.Union([Type.Literal('no_script'), Type.Literal('no_campaigns')], {
        description: `${siteSettings.preset.meaning}; absent: standard`,
      }),
    ),
  },
  { additionalProperties: false },
)

export const ListMeta = Type.Object(
  { after: Nullable(Type.String()), before: Nullable(Type.String()), limit: Type.Integer() },
  { additionalProperties: false },
)
const Link = Type.Object({ url: Type.String() })
export const PluginMeta = Type.Object({
  after: Nullable(Type.String()),
  before: Nullable(Type.String()),
  limit: Type.Integer(),
  pagination: Type.Object({
    has_next_page: Type.Boolean(),
    has_prev_page: Type.Boolean(),
    links: Type.Object({ next: Type.Optional(Link), prev: Type.Optional(Link) }),
  }),
})

const goalBase = { id: Type.Integer(), display_name: Type.String(), custom_props: CustomProps }
export const PluginGoal = Type.Union([
  Type.Object({
    goal_type: Type.Literal('Goal.CustomEvent'),
    goal: Type.Object({ ...goalBase, event_name: Type.String() }, { additionalProperties: false }),
  }),
  Type.Object({
    goal_type: Type.Literal('Goal.Revenue'),
    goal: Type.Object(
      { ...goalBase, event_name: Type.String(), currency: Type.String() },
      { additionalProperties: false },
    ),
  }),
  Type.Object({
    goal_type: Type.Literal('Goal.Pageview'),
    goal: Type.Object({ ...goalBase, path: Type.String() }, { additionalProperties: false }),
  }),
])

const GoalBody = Type.Object({
  goal_type: Type.Union([
    Type.Literal('Goal.CustomEvent'),
    Type.Literal('Goal.Pageview'),
    Type.Literal('Goal.Revenue'),
  ]),
  goal: Type.Object({
    event_name: Type.Optional(Type.String({ maxLength: eventNameCharactersMax })),
    path: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String({ description: 'ISO 4217 code; revenue goals only' })),
    custom_props: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: propertyValueLengthMax }), {
        maxProperties: goalPropertiesMax,
      }),
    ),
  }),
})
export const GoalsBody = Type.Union([GoalBody, Type.Object({ goals: Type.Array(GoalBody, { maxItems: 8 }) })])

/** Refusals of every route about one site of a key, beside the refusals of all routes with a key (http/openapi). */
export const siteRefusals = { 400: ErrorReply, 402: ErrorReply, 404: ErrorReply } as const

export const PageQuery = Type.Object({
  limit: Type.Optional(Type.String({ description: '1 to 1000' })),
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
})

/** The site as routes of the settings name it. */
const siteId = Type.String({ description: 'Current or previous domain' })

/** Parameters of a settings route of a site. */
export const siteParams = Type.Object({ site_id: siteId })

/** Parameters of one thing of a site. */
export const oneOf = (name: string) => Type.Object({ site_id: siteId, [name]: Type.String() })

export const Deleted = Type.Object({ deleted: Type.Literal(true) })
export const SiteQuery = Type.Object({ site_id: Type.String() })

/** Where a DELETE may name its site: in the query or, as it was once, in the body. */
export const siteOfDelete = {
  query: Type.Object({ site_id: Type.Optional(Type.String()) }),
  body: Type.Object({ site_id: Type.Optional(Type.String()) }),
}
