// The other resources of the Plugins API: custom properties, shared links, tracker configuration.
import { Type } from '@sinclair/typebox'
import { Failure, goalFailures, siteFailures } from '../../failure.ts'
import { fieldWords } from '../../refusal-words.ts'
import type { SiteView } from '../../registry/directory.ts'
import { linkUrl, readLinkName, type SharedLink } from '../../registry/shared-links.ts'
import type { TrackerConfig } from '../../registry/tracker-config.ts'
import { blank, invalid, isObject } from '../../rules/goal.ts'
import { nameCharactersMax, propertyLengthMax } from '../../rules/maxima.ts'
import { freeProperties, readProperty, readTrackerChanges } from '../../rules/site.ts'
import { pluginFlags } from '../../rules/tracker-options.ts'
import { type Definition, tokenRoute } from '../definition.ts'
import { pluginItem, pluginList } from '../resources.ts'
import { ErrorReply, ErrorsReply, NoContent, PluginTrackerConfig } from '../schemas.ts'
import type { Services } from './services.ts'

const refuse = (field: string, message: string) => goalFailures.invalid({ [field]: [message] })

/** The object under a required key, or the 422. */
function readWrapped(body: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const value = body[name]
  if (value === undefined || value === null) throw refuse(name, blank)
  if (!isObject(value)) throw refuse(name, invalid)
  return value
}

function parseProperty(entry: unknown): string {
  if (!isObject(entry)) throw refuse('custom_props', invalid)
  const key = readWrapped(entry, 'custom_prop')['key']
  if (key !== undefined && key !== null && typeof key !== 'string') throw refuse('key', invalid)
  const read = readProperty(key)
  if (read === 'blank') throw refuse('key', blank)
  if (read === 'long') throw refuse('key', fieldWords('long', { most: propertyLengthMax }))
  return read.name
}

/** One or several property names (spec/management 7.6). */
function parseProperties(body: Readonly<Record<string, unknown>>): string[] {
  const list = body['custom_props']
  if (list === undefined || list === null) return [parseProperty(body)]
  if (!Array.isArray(list)) throw refuse('custom_props', invalid)
  return list.map(parseProperty)
}

const CustomProp = Type.Object({ custom_prop: Type.Object({ key: Type.String() }) })
const CustomPropsBody = Type.Union([CustomProp, Type.Object({ custom_props: Type.Array(CustomProp) })])
const SharedLinkReply = Type.Object({
  shared_link: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    href: Type.String(),
    password_protected: Type.Boolean(),
  }),
})

function propertyRoutes(): Definition[] {
  const path = '/api/plugins/v1/custom_props'
  return [
    tokenRoute({
      name: 'EnableCustomProps',
      endpoint: `PUT ${path}`,
      summary: 'Add custom properties to the site’s list',
      body: CustomPropsBody,
      replies: {
        201: Type.Object({ custom_props: Type.Array(CustomProp) }),
        400: ErrorReply,
        402: ErrorReply,
        422: ErrorsReply,
      },
      async answer(site, { readJson }, registry) {
        const names = parseProperties(await readJson())
        if (!site.features.has('props') && names.some((name) => !freeProperties.has(name)))
          throw goalFailures.propsPlan()
        await registry.sites.addProperties(site.id, names).catch((error: unknown) => {
          throw error instanceof Failure && error.status === 400 ? refuse('custom_prop', error.message) : error
        })
        return { status: 201, body: { custom_props: names.map((key) => ({ custom_prop: { key } })) } }
      },
    }),
    tokenRoute({
      name: 'DisableCustomProps',
      endpoint: `DELETE ${path}`,
      summary: 'Remove custom properties from the site’s list',
      body: CustomPropsBody,
      replies: { 204: NoContent, 422: ErrorsReply },
      async answer(site, { readJson }, registry) {
        await registry.sites.removeProperties(site.id, parseProperties(await readJson()))
        return { status: 204 }
      },
    }),
  ]
}

function linkRoutes({ registry, baseUrl }: Services): Definition[] {
  const path = '/api/plugins/v1/shared_links'
  const show = (link: SharedLink, { domain }: Pick<SiteView, 'domain'>) => ({
    shared_link: {
      id: link.id,
      name: link.name,
      href: linkUrl(baseUrl, domain, link),
      password_protected: link.passwordProtected,
    },
  })
  return [
    pluginList({
      name: 'ListSharedLinks',
      path,
      address: baseUrl + path,
      summary: 'List shared links, newest first',
      of: 'shared_links',
      item: SharedLinkReply,
      list: ({ id }) => registry.sharedLinks.list(id),
      keyOf: ({ id }) => id,
      show,
    }),
    pluginItem({
      name: 'GetSharedLink',
      path,
      summary: 'Get one shared link',
      item: SharedLinkReply,
      find: registry.sharedLinks.find,
      show,
      gone: siteFailures.sharedLinkGone,
    }),
    tokenRoute({
      name: 'UpsertSharedLink',
      endpoint: `PUT ${path}`,
      summary: 'Create a shared link, or return the one of that name',
      body: Type.Object({ shared_link: Type.Object({ name: Type.String() }) }),
      replies: { 201: SharedLinkReply, 422: ErrorsReply },
      replyHeaders: { 201: { Location: 'The address of the link' } },
      async answer(site, { readJson }, registry) {
        const name = readWrapped(await readJson(), 'shared_link')['name']
        if (name !== undefined && name !== null && typeof name !== 'string') throw refuse('name', invalid)
        const read = readLinkName(name)
        if (read === 'blank') throw refuse('name', blank)
        if (read === 'long') throw refuse('name', fieldWords('long', { most: nameCharactersMax }))
        const link = await registry.sharedLinks.findOrCreate(site.id, read.name).catch((error: unknown) => {
          if (error instanceof Failure && error.status === 400 && 'error' in error.body)
            throw refuse('name', error.body.error)
          throw error
        })
        return { status: 201, body: show(link, site), headers: { location: `${baseUrl}${path}/${link.id}` } }
      },
    }),
  ]
}

/** The seven keys this API shows. */
function showConfig(config: TrackerConfig) {
  const flags = Object.fromEntries(pluginFlags.map((flag) => [flag, config[flag]])) as Pick<
    TrackerConfig,
    (typeof pluginFlags)[number]
  >
  return { tracker_script_configuration: { id: config.id, installation_type: config.installation_type, ...flags } }
}

function trackerRoutes({ registry }: Services): Definition[] {
  const path = '/api/plugins/v1/tracker_script_configuration'
  const Wrapped = Type.Object({ tracker_script_configuration: PluginTrackerConfig })
  return [
    tokenRoute({
      name: 'GetTrackerConfiguration',
      endpoint: `GET ${path}`,
      summary: 'Get the tracker script configuration',
      replies: { 200: Wrapped },
      async answer(site) {
        return { status: 200, body: showConfig(await registry.trackerConfigs.get(site.id)) }
      },
    }),
    tokenRoute({
      name: 'UpdateTrackerConfiguration',
      endpoint: `PUT ${path}`,
      summary: 'Change the tracker script configuration',
      body: Type.Object({ tracker_script_configuration: Type.Partial(PluginTrackerConfig) }),
      replies: { 200: Wrapped, 422: ErrorsReply },
      async answer(site, { readJson }, registry) {
        const configuration = readWrapped(await readJson(), 'tracker_script_configuration')
        if (configuration['installation_type'] === undefined || configuration['installation_type'] === null) {
          throw refuse('installation_type', blank)
        }
        const read = readTrackerChanges(configuration, pluginFlags)
        if ('badField' in read) throw refuse(read.badField, invalid)
        return { status: 200, body: showConfig(await registry.trackerConfigs.change(site.id, read.changes)) }
      },
    }),
  ]
}

/** Routes under /api/plugins/v1 beside goals and capabilities (spec/management 7.6). */
export const pluginRoutes = (services: Services): Definition[] => [
  ...propertyRoutes(),
  ...linkRoutes(services),
  ...trackerRoutes(services),
]
