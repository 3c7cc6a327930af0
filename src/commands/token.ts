// `tidemark token`: plugin tokens of a site.
import { type Command, required } from './command.ts'
import { needId } from './key.ts'
import { findSite, notFound, registryCommand } from './open.ts'
import { needed, shared } from './options.ts'

export const commands: readonly Command[] = [
  registryCommand({
    name: 'token create',
    summary: 'Create a plugin token',
    options: { site: shared.site, description: needed('TEXT', 'what it is for') },
    help: 'Creates a token for the Plugins API of one site and shows it once, because only its digest is stored.',
    async work(registry, values) {
      const description = required(values, 'description')
      const site = await findSite(registry, required(values, 'site'))
      const token = await registry.tokens.create(site.id, description)
      return { id: token.id, token: token.token, hint: token.hint, site: site.domain, description: token.description }
    },
  }),
  registryCommand({
    name: 'token list',
    summary: 'List a site’s plugin tokens',
    options: { site: shared.site },
    help: 'Lists tokens by their last four characters.',
    async work(registry, values) {
      return registry.tokens.list((await findSite(registry, required(values, 'site'))).id)
    },
  }),
  registryCommand({
    name: 'token revoke',
    summary: 'Revoke a plugin token',
    options: { site: shared.site, id: shared.id },
    help: 'Deletes the token. Running servers refuse it within a second.',
    async work(registry, values) {
      const site = await findSite(registry, required(values, 'site'))
      if (!(await registry.tokens.revoke(site.id, needId(values, 'token')))) throw notFound('token')
      return { deleted: true }
    },
  }),
]
