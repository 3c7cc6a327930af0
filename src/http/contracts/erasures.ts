// Answers about deletions of a site's statistics (spec/management 19).
import { Type } from '@sinclair/typebox'
import { erasureKinds } from '../../rules/erasure.ts'
import { ListMeta, Nullable, OneOf } from '../schemas.ts'

/** The fields of a scope, in requests and answers. */
export const scopeFields = {
  kind: OneOf(erasureKinds),
  from: Nullable(Type.String({ description: 'First local day, YYYY-MM-DD; null: from the beginning' })),
  to: Nullable(Type.String({ description: 'Last local day; null: to the end' })),
  page: Nullable(Type.String({ description: 'A path; * stands for a part of it, ** for any parts' })),
  event: Nullable(Type.String({ description: 'The name of an event' })),
  filters: Nullable(Type.Unknown({ description: 'Filters of the Stats API, as of version 2 or a text of version 1' })),
}

const countFields = {
  visits: Type.Integer({ description: 'Visits that go, or that change if only events go' }),
  events: Type.Integer({ description: 'Pageviews and custom events' }),
  days: Type.Integer({ description: 'Local days with such events' }),
}

export const ErasureReply = Type.Object(
  {
    id: Type.Integer(),
    ...scopeFields,
    ...countFields,
    state: OneOf(['waiting', 'running', 'done', 'stopped']),
    made_by: Nullable(Type.String({ description: 'The name of an account' })),
    made_at: Type.String(),
    begins_at: Type.String({ description: 'It can be stopped until then' }),
    finished_at: Nullable(Type.String()),
    progress: Type.Number({ description: 'From 0 to 1' }),
  },
  { additionalProperties: false },
)

export const ErasureCountReply = Type.Object(
  {
    ...countFields,
    imported_days: Type.Integer({ description: 'Days brought from another product, which have only sums' }),
    summed_days: Type.Integer({ description: 'Days whose raw events retention deleted' }),
    until: Type.String({ description: 'An instant; later visits and events stay' }),
    confirm: Type.Integer({ description: 'The number that confirms the deletion' }),
  },
  { additionalProperties: false },
)

export const ErasuresReply = Type.Object({ erasures: Type.Array(ErasureReply), meta: ListMeta })
