// `tidemark kit`: files for a site's own server, with the site's values filled in.
import { readKit } from '../registry/kits.ts'
import { isKitName, kitNames, kitPath, kits, readKitPath } from '../rules/kits.ts'
import { type Command, type Io, optional, required } from './command.ts'
import { findSite, notFound, refusedField, registryCommand } from './open.ts'
import { may, needed, shared } from './options.ts'

type Shown = Awaited<ReturnType<typeof readKit>>

/** The files one after the other, each below its name; last the tag of pages. */
function print(io: Io, { files, tag }: Shown): void {
  for (const { name, text } of files) io.out(`--- ${name}\n${text}`)
  io.out(`--- on each page, unless the server counts\n${tag}`)
}

export const commands: readonly Command[] = [
  {
    name: 'kit list',
    summary: 'List the kits for servers of sites',
    help: `Lists frameworks and servers that have a kit. A kit carries the script and the events under the site's own
address, or counts the pages that the server sends, with the visitor's own address and country.`,
    async run({ io, json }) {
      const all = kitNames.map((kit) => ({ kit, title: kits[kit].title }))
      if (json) io.out(JSON.stringify(all))
      else for (const { kit, title } of all) io.out(`${kit.padEnd(12)}${title}`)
      return 0
    },
  },
  registryCommand({
    name: 'kit show',
    summary: 'Print the kit of a site',
    options: {
      kit: needed('NAME', 'the kit, as `tidemark kit list` names it'),
      site: shared.site,
      path: may('PATH', `the path of the site for script and events (${kitPath})`),
    },
    help: `Prints the files of the kit with the site's values. They hold the site's kit secret: keep them on the server.
With --json the files are in "files", each with its name and text, and the tag of pages is in "tag".`,
    async work(registry, values, { config }) {
      const kit = required(values, 'kit')
      if (!isKitName(kit)) throw notFound('kit')
      const path = readKitPath(optional(values, 'path') ?? kitPath)
      if (path === undefined) throw refusedField('path', 'must be a path such as /tide')
      const site = await findSite(registry, required(values, 'site'))
      return readKit(kit, await registry.kits.values(site.id, { baseUrl: config.baseUrl, path }))
    },
    print,
  }),
  registryCommand({
    name: 'kit renew',
    summary: 'Replace the kit secret of a site',
    options: { site: shared.site },
    help: `From then on the service does not believe kits that have the old secret: their visitors count as one, with
the server's address, until the new files are in place.`,
    async work(registry, values) {
      const site = await findSite(registry, required(values, 'site'))
      await registry.kits.renewSecret(site.id)
      return { renewed: true }
    },
  }),
]
