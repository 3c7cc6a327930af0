// Notes: what happened on a day of a site (spec/dashboard 4.5).
import { Type } from '@sinclair/typebox'
import { noteFailures, refuseField, siteFailures } from '../../failure.ts'
import { type NewNote, noteCharactersMax } from '../../registry/notes.ts'
import { isDate } from '../../rules/days.ts'
import { cleanText } from '../../rules/text.ts'
import { trimWhiteSpace } from '../../rules/white-space.ts'
import { NoteReply, sitesReplies } from '../contracts/sites.ts'
import { type Definition, route, siteRoute } from '../definition.ts'
import { type Body, readId } from '../readers.ts'
import { siteRemoval } from '../resources.ts'
import { SiteQuery, siteRefusals } from '../schemas.ts'
import type { Services } from './services.ts'

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
export function noteRoutes({ registry: { notes }, caller }: Services): Definition[] {
  const path = '/api/v1/sites/notes'
  const fields = {
    day: Type.String(),
    text: Type.String({ minLength: 1, maxLength: noteCharactersMax }),
    show_on_shared_links: Type.Optional(Type.Boolean({ default: false })),
  }
  const writing = { action: 'write_site', isBodyFirst: true } as const

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
      replies: { ...siteRefusals, 200: sitesReplies['GET /api/v1/sites/notes'] },
      async handle(context) {
        const access = await caller.forStats(context, context.query.get('site_id'))
        const dayOf = (name: string) => {
          const given = context.query.get(name)
          return given === null ? undefined : readDay(given, name)
        }
        const days = { from: dayOf('from'), to: dayOf('to') }
        return { status: 200, body: { notes: await notes.list(access.site.id, access.role, days) } }
      },
    }),
    siteRoute({
      ...writing,
      name: 'CreateNote',
      endpoint: `POST ${path}`,
      summary: 'Write a note to a day',
      purpose: 'create a note',
      body: Type.Object(
        { site_id: Type.String(), ...fields },
        { examples: [{ site_id: 'example.com', day: '2026-11-14', text: 'Launch', show_on_shared_links: true }] },
      ),
      reply: NoteReply,
      answer: ({ site, body, registry }) => registry.notes.create(site.id, readNote(body)),
    }),
    siteRoute({
      ...writing,
      name: 'UpdateNote',
      endpoint: `PUT ${path}/:id`,
      summary: 'Change a note',
      purpose: 'change a note',
      params: Type.Object({ id: Type.String() }),
      body: Type.Composite([Type.Object({ site_id: Type.String() }), Type.Partial(Type.Object(fields))]),
      reply: NoteReply,
      async answer({ site, body, params, registry }) {
        const known = await notes.find(site.id, readId({ params }))
        const changed = known && (await registry.notes.update(site.id, known.id, readNote(body, known)))
        if (!changed) throw noteFailures.notFound()
        return changed
      },
    }),
    siteRemoval({
      name: 'DeleteNote',
      path: `${path}/:id`,
      thing: 'a note',
      isBodyFirst: true,
      remove: ({ notes }, siteId, id) => notes.remove(siteId, id),
      gone: noteFailures.notFound,
    }),
  ]
}
