// Links that open a site's statistics; found or made by name.

import { refuseField, siteFailures } from '../failure.ts'
import { nameCharactersMax } from '../rules/maxima.ts'
import { cleanText } from '../rules/text.ts'
import { trimWhiteSpace } from '../rules/white-space.ts'
import type { Details } from './audit.ts'
import { checkPassword, type Passwords } from './passwords.ts'
import { requireRoom } from './room.ts'
import { makePublicId } from './secrets.ts'
import { isStorable, one, type Store, type Writer } from './store.ts'

export interface SharedLink {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly passwordProtected: boolean
  /** Its numbers may be shown on other pages, as badges and counters. */
  readonly allowsBadge: boolean
}

const columns = `id, name, slug, password_hash is not null as "passwordProtected", allows_badge as "allowsBadge"`

/** The values of a link that the audit log keeps; the slug is a secret. */
const factsOf = ({ name, passwordProtected, allowsBadge }: SharedLink): Details => ({
  name,
  password_protected: passwordProtected,
  badge: allowsBadge,
})

/** Names that plugins use for the link they open themselves (spec/management 7.5). */
export const reservedLinkNames: ReadonlySet<string> = new Set(['WordPress - Shared Dashboard'])

/** A link's name, trimmed; 'blank' for an empty name, 'long' for one that is too long. */
export function readLinkName(value: unknown): { name: string } | 'blank' | 'long' {
  if (typeof value !== 'string') return 'blank'
  const name = trimWhiteSpace(cleanText(value))
  if (name === '') return 'blank'
  return name.length > nameCharactersMax ? 'long' : { name }
}

/** A name that people give, or the Failure naming the field. */
function parseLinkName(value: unknown): string {
  const read = readLinkName(value)
  if (read === 'blank') throw refuseField('name', 'blank')
  if (read === 'long') throw refuseField('name', 'long', { most: nameCharactersMax })
  if (reservedLinkNames.has(read.name)) throw siteFailures.nameReserved('name')
  return read.name
}

/** A link's address (spec/management 7.5). */
export const linkUrl = (baseUrl: string, domain: string, link: SharedLink): string =>
  `${baseUrl}/share/${encodeURIComponent(domain)}?auth=${link.slug}`

/** A link that was sent. */
export interface SharedLinkGrant {
  readonly id: number
  readonly slug: string
  readonly siteId: number
  readonly passwordHash: string | null
  readonly allowsBadge: boolean
}

/** A choice that a body gives; undefined: none. */
function readChoice(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  throw refuseField('badge', 'invalid')
}

/** The stored form of a new password; people's passwords have the same rules (spec/dashboard 12). */
const hashOf = async (passwords: Passwords, password: unknown): Promise<string | null> =>
  password === null ? null : passwords.hash(await checkPassword(password, ''))

/** Stores a new link in the caller's transaction. `values`: site, name, slug and password's digest. */
async function insertLink(
  tx: Writer,
  values: readonly [siteId: number, name: string, slug: string, passwordHash: string | null, allowsBadge: boolean],
): Promise<SharedLink> {
  await requireRoom(tx, 'sharedLinks', values[0])
  const text = `insert into shared_links (site_id, name, slug, password_hash, allows_badge) values ($1, $2, $3, $4, $5)
          returning ${columns}`
  const made = (await one<SharedLink>(tx, text, values))!
  await tx.record({ kind: 'link.created', siteId: values[0], subject: made.name, after: factsOf(made) })
  return made
}

/** Changes a link as far as values are given. A null name keeps the name, `hash` undefined the password. */
async function changeLink(
  tx: Writer,
  siteId: number,
  id: number,
  { name, hash, badge }: { name: string | null; hash: string | null | undefined; badge: boolean | undefined },
): Promise<SharedLink | undefined> {
  const text = `update shared_links set name = coalesce($3, name),
            password_hash = case when $4 then $5 else password_hash end,
            allows_badge = coalesce($6, allows_badge)
          where site_id = $1 and id = $2 returning ${columns}`
  const known = `select ${columns} from shared_links where site_id = $1 and id = $2 for update`
  const before = await one<SharedLink>(tx, known, [siteId, id])
  const after = await one<SharedLink>(tx, text, [siteId, id, name, hash !== undefined, hash ?? null, badge ?? null])
  if (!before || !after) return undefined
  await tx.record({
    kind: 'link.changed',
    siteId,
    subject: before.name,
    before: factsOf(before),
    after: { ...factsOf(after), ...(typeof hash === 'string' ? { new_password: true } : {}) },
  })
  return after
}

/** Changes the choice about badges of the link of a name. */
async function allowBadge(tx: Writer, siteId: number, name: string, badge: boolean): Promise<void> {
  const text = `update shared_links set allows_badge = $3
    where site_id = $1 and name = $2 and allows_badge is distinct from $3 returning ${columns}`
  const changed = await one<SharedLink>(tx, text, [siteId, name, badge])
  if (!changed) return
  const before = { ...factsOf(changed), badge: !badge }
  await tx.record({ kind: 'link.changed', siteId, subject: name, before, after: factsOf(changed) })
}

/** The site's link of a name, made if it is missing; with a choice about badges if one is given. */
async function findOrCreateLink(tx: Writer, siteId: number, name: string, badge?: boolean): Promise<SharedLink> {
  const named = 'select 1 from shared_links where site_id = $1 and name = $2'
  if ((await tx.query(named, [siteId, name])).length === 0) await requireRoom(tx, 'sharedLinks', siteId)
  const text = `insert into shared_links (site_id, name, slug) values ($1, $2, $3)
    on conflict (site_id, name) do nothing returning ${columns}`
  const made = await one<SharedLink>(tx, text, [siteId, name, makePublicId()])
  if (made) await tx.record({ kind: 'link.created', siteId, subject: name, after: factsOf(made) })
  if (badge !== undefined) await allowBadge(tx, siteId, name, badge)
  const [row] = await tx.query<SharedLink>(`select ${columns} from shared_links where site_id = $1 and name = $2`, [
    siteId,
    name,
  ])
  return row as SharedLink
}

/** Links over the store. */
export function createSharedLinks(store: Store, passwords: Passwords) {
  return {
    /** A new link, with a password if one is given; refuses a name that the site's links have. */
    async create(siteId: number, given: { name: unknown; password?: unknown; badge?: unknown }) {
      const badge = readChoice(given.badge) ?? false
      const name = parseLinkName(given.name)
      const values = [siteId, name, makePublicId(), await hashOf(passwords, given.password ?? null), badge] as const
      return store.write((tx) => insertLink(tx, values))
    },
    /**
     * Name, password and the choice about badges, as far as they are given; null takes the password away. Dashboards
     * that were opened with another password close.
     */
    async change(siteId: number, id: number, given: { name?: unknown; password?: unknown; badge?: unknown }) {
      const name = given.name === undefined ? null : parseLinkName(given.name)
      const badge = readChoice(given.badge)
      const hash = given.password === undefined ? undefined : await hashOf(passwords, given.password)
      return store.write((tx) => changeLink(tx, siteId, id, { name, hash, badge }))
    },
    /** Whatever it opened is closed at once. */
    remove: (siteId: number, id: number) =>
      store.write(async (tx) => {
        const text = `delete from shared_links where site_id = $1 and id = $2 returning ${columns}`
        const gone = await one<SharedLink>(tx, text, [siteId, id])
        if (gone) await tx.record({ kind: 'link.deleted', siteId, subject: gone.name })
        return gone !== undefined
      }),
    findOrCreate: (siteId: number, name: string, badge?: boolean) =>
      store.write((tx) => findOrCreateLink(tx, siteId, name, badge)),
    list: (siteId: number) =>
      store.read.query<SharedLink>(`select ${columns} from shared_links where site_id = $1 order by id desc`, [siteId]),
    find: (siteId: number, id: number) =>
      one<SharedLink>(store.read, `select ${columns} from shared_links where site_id = $1 and id = $2`, [siteId, id]),
    /** The link of an address; asked of the database each time: a deleted one is gone in every process. */
    findBySlug: async (slug: string) =>
      isStorable(slug)
        ? one<SharedLinkGrant>(
            store.read,
            `select id, slug, site_id as "siteId", password_hash as "passwordHash", allows_badge as "allowsBadge"
             from shared_links where slug = $1`,
            [slug],
          )
        : undefined,
    isPassword: async (link: SharedLinkGrant, password: unknown) =>
      (await passwords.verify(typeof password === 'string' ? password : '', link.passwordHash)).isRight,
  }
}
