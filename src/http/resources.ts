// Routes that every list of things has, made of the parts that differ: lists by pages, one thing by its id, removal.
// The rest of a resource is written out where it is declared.
import { type Static, type TArray, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Failure } from '../failure.ts'
import type { SiteView } from '../registry/directory.ts'
import type { Registry } from '../registry/registry.ts'
import type { Sent } from './contracts/contract.ts'
import type { SettingsContracts } from './contracts/settings.ts'
import {
  type SettingsDefinition,
  type SiteDefinition,
  settingsRoute,
  siteRoute,
  type TokenDefinition,
} from './definition.ts'
import { listMeta, paginate, pluginMeta } from './pagination.ts'
import { readId, readPluginId } from './readers.ts'
import { Deleted, ErrorReply, ErrorsReply, type ListMeta, PageQuery, PluginMeta, SiteQuery } from './schemas.ts'

/** Default page sizes of the lists of the Sites API and of the Plugins API (spec/management 3 and 7). */
export const sitesPageSize = 100
const pluginPageSize = 10

/** The things of a list and how they are shown: `Stored` is what the registry gives, `Shown` the schema of an item. */
interface Listing<Stored, Shown extends TSchema> {
  readonly name: string
  readonly summary: string
  /** Things of the site by falling key. */
  list(site: SiteView): Promise<readonly Stored[]>
  show(stored: Stored, site: SiteView): Sent<Static<Shown>>
}

/** A list of the Sites API, by pages. `of` names the things, and their member of the answer. */
export const siteList = <Key extends string, Stored, Shown extends TSchema>(
  listing: Listing<Stored, Shown> & {
    readonly path: string
    readonly of: Key
    readonly reply: TObject<{ [Name in Key]: TArray<Shown> } & { meta: typeof ListMeta }>
    keyOf(stored: Stored): number | string
  },
): SiteDefinition => {
  const { name, summary, path, of, reply, list, keyOf, show } = listing
  return {
    access: 'site',
    name,
    endpoint: `GET ${path}`,
    summary,
    purpose: `list ${of}`,
    action: 'read_site',
    query: Type.Composite([SiteQuery, PageQuery]),
    reply,
    async answer({ site, query }) {
      const page = paginate(await list(site), keyOf, query, sitesPageSize)
      return { [of]: page.items.map((stored) => show(stored, site)), meta: listMeta(page) }
    },
  }
}

/** Removes one thing of a site by its id. False: the site has no such thing. */
type Remove = (registry: Registry, siteId: number, id: number) => Promise<boolean>

/** Removal of one thing by the last segment of its address, in the Sites API. */
export const siteRemoval = (removal: {
  readonly name: string
  /** Path with the parameter of the id at its end. */
  readonly path: string
  /** The thing with its article: `a funnel`. */
  readonly thing: string
  readonly isBodyFirst?: boolean
  readonly remove: Remove
  readonly gone: () => Failure
}): SiteDefinition => {
  const { name, path, thing, remove, gone, isBodyFirst = false } = removal
  const id = path.slice(path.lastIndexOf(':') + 1)
  return siteRoute({
    name,
    endpoint: `DELETE ${path}`,
    summary: `Delete ${thing}`,
    purpose: `delete ${thing}`,
    action: 'write_site',
    isBodyFirst,
    params: Type.Object({ [id]: Type.String() }),
    reply: Deleted,
    async answer({ site, params, registry }) {
      if (!(await remove(registry, site.id, readId({ params }, id)))) throw gone()
      return { deleted: true } as const
    },
  })
}

/** Contracts of the settings that answer nothing. */
type Silent = { [Name in keyof SettingsContracts]: SettingsContracts[Name] extends { reply: TSchema } ? never : Name }

/** Removal of one thing by its id, in a site's settings. */
export const settingsRemoval = (name: Silent[keyof Silent], remove: Remove, gone: () => Failure): SettingsDefinition =>
  settingsRoute(name, {
    async answer({ site, registry }, context) {
      if (!(await remove(registry, site.id, readId(context)))) throw gone()
    },
  })

/** A list of the Plugins API, by pages. */
export const pluginList = <Stored, Shown extends TSchema>(
  listing: Listing<Stored, Shown> & {
    /** The address of the list, and its path. */
    readonly address: string
    readonly path: string
    /** The member of the answer that holds the things. */
    readonly of: string
    readonly item: Shown
    keyOf(stored: Stored): number | string
  },
): TokenDefinition => {
  const { name, summary, address, path, of, item, list, keyOf, show } = listing
  return {
    access: 'token',
    name,
    endpoint: `GET ${path}`,
    summary,
    query: PageQuery,
    replies: { 200: Type.Object({ [of]: Type.Array(item), meta: PluginMeta }) },
    async answer(site, { query }) {
      const page = paginate(await list(site), keyOf, query, pluginPageSize)
      const items = page.items.map((stored) => show(stored, site))
      return { status: 200, body: { [of]: items, meta: pluginMeta(page, address, query) } }
    },
  }
}

/** One thing of the Plugins API by its id. */
export const pluginItem = <Stored, Shown extends TSchema>(thing: {
  readonly name: string
  readonly summary: string
  readonly path: string
  readonly item: Shown
  find(siteId: number, id: number): Promise<Stored | undefined>
  show(stored: Stored, site: SiteView): Sent<Static<Shown>>
  gone(): Failure
}): TokenDefinition => ({
  access: 'token',
  name: thing.name,
  endpoint: `GET ${thing.path}/:id`,
  summary: thing.summary,
  params: Type.Object({ id: Type.String() }),
  replies: { 200: thing.item, 404: ErrorReply, 422: ErrorsReply },
  async answer(site, { params: { id } }) {
    const stored = await thing.find(site.id, readPluginId(id))
    if (!stored) throw thing.gone()
    return { status: 200, body: thing.show(stored, site) }
  },
})
