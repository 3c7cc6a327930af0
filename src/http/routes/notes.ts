// Notes: what happened on a day of a site (spec/dashboard 4.5).
import { Type } from '@sinclair/typebox'
import { noteFailures, refuseField, siteFailures } from '../../failure.ts'
import { type NewNote, noteCharactersMax } from '../../registry/notes.ts'
import { isDate } from '../../rules/days.ts'
import { cleanText } from '../../rules/text.ts'
import { trimWhiteSpace } from '../../rules/white-space.ts'
import { type Definition, route } from '../definition.ts'
import { type Body, readId, readOwnBody, required } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { Deleted, SiteQuery, siteOfDelete, siteRefusals } from '../schemas.ts'
import type { Services } from './services.ts'

const NoteReply = Type.Object(
  {
    id: Type.Integer(),
    day: Type.String({ description: 'A local day of the site' }),
    text: Type.String(),
    show_on_shared_links: Type.Boolean(),
  },
  { additionalProperties: false },
)

function readDay(value: unknown, field = 'day'): string {
  if (typeof value !== 'string' || !isDate(value)) throw siteFailures.invalid(field, 'must be a date, YYYY-MM-DD')
  return value
}

function readText(value: unknown): string {
  const text = typeof value === 'string' ? trimWhiteSpace(cleanText(value)) : ''
  if (text === '') throw refuseField('text', 'blank')
  if ([...text].length > noteCharactersMax) throw refuseField('text', 'long', { most: noteCharactersMax })
  return text
}

function readShown(value: unknown): boolean {
  if (typeof value !== 'boolean') throw siteFailures.invalid('show_on_shared_links', 'must be true or false')
  return value
}

/** Reads a note from the body. Members that are absent keep their value. */
const readNote = (body: Body, known?: NewNote): NewNote => ({
  day: body['day'] === undefined && known ? known.day : readDay(body['day']),
  text: body['text'] === undefined && known ? known.text : readText(body['text']),
  show_on_shared_links:
    body['show_on_shared_links'] === undefined
      ? (known?.show_on_shared_links ?? false)
      : readShown(body['show_on_shared_links']),
})

/** Routes below /api/v1/sites/notes. */
export function noteRoutes({ registry, caller }: Services): Definition[] {
  const path = '/api/v1/sites/notes'
  const params = Type.Object({ id: Type.String() })
  const fields = {
    day: Type.String(),
    text: Type.String({ minLength: 1, maxLength: noteCharactersMax }),
    show_on_shared_links: Type.Optional(Type.Boolean({ default: false })),
  }
  const forWriting = async (context: RouteContext, body: Body, purpose: string) =>
    (await caller.forSites(context, 'sites:provision:*')).siteByParameter(
      required(body, context.query, 'site_id', purpose),
      'write_site',
    )

  return [
    route({
      name: 'ListNotes',
      endpoint: `GET ${path}`,
      summary: 'List the notes of a site, newest first',
      access: ['key', 'session', 'link'],
      query: Type.Composite([
        SiteQuery,
        Type.Object({ from: Type.Optional(Type.String()), to: Type.Optional(Type.String()) }),
      ]),
      replies: { ...siteRefusals, 200: Type.Object({ notes: Type.Array(NoteReply) }) },
      async handle(context) {
        const access = await caller.forStats(context, context.query.get('site_id'))
        const dayOf = (name: string) => {
          const given = context.query.get(name)
          return given === null ? undefined : readDay(given, name)
        }
        const days = { from: dayOf('from'), to: dayOf('to') }
        const notes = await registry.notes.list(access.site.id, access.role, days)
        return { status: 200, body: { notes } }
      },
    }),
    route({
      name: 'CreateNote',
      endpoint: `POST ${path}`,
      summary: 'Write a note to a day',
      access: ['key', 'session'],
      body: Type.Object(
        { site_id: Type.String(), ...fields },
        { examples: [{ site_id: 'example.com', day: '2026-11-14', text: 'Launch', show_on_shared_links: true }] },
      ),
      replies: { ...siteRefusals, 201: NoteReply },
      async handle(context) {
        const body = await readOwnBody(context, caller)
        const site = await forWriting(context, body, 'create a note')
        return { status: 201, body: await registry.notes.create(site.id, readNote(body)) }
      },
    }),
    route({
      name: 'UpdateNote',
      endpoint: `PUT ${path}/:id`,
      summary: 'Change a note',
      access: ['key', 'session'],
      params,
      body: Type.Composite([Type.Object({ site_id: Type.String() }), Type.Partial(Type.Object(fields))]),
      replies: { ...siteRefusals, 200: NoteReply },
      async handle(context) {
        const body = await readOwnBody(context, caller)
        const site = await forWriting(context, body, 'change a note')
        const known = await registry.notes.find(site.id, readId(context))
        const changed = known && (await registry.notes.update(site.id, known.id, readNote(body, known)))
        if (!changed) throw noteFailures.notFound()
        return { status: 200, body: changed }
      },
    }),
    route({
      name: 'DeleteNote',
      endpoint: `DELETE ${path}/:id`,
      summary: 'Delete a note',
      access: ['key', 'session'],
      params,
      ...siteOfDelete,
      replies: { ...siteRefusals, 200: Deleted },
      async handle(context) {
        const site = await forWriting(context, await readOwnBody(context, caller), 'delete a note')
        if (!(await registry.notes.remove(site.id, readId(context)))) throw noteFailures.notFound()
        return { status: 200, body: { deleted: true } }
      },
    }),
  ]
}
