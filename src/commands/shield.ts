// `tidemark shield`: a site's own drop rules.
import type { Shield } from '../registry/shields.ts'
import { type ShieldType, shieldTypeNames, shieldTypes } from '../rules/shield-types.ts'
import { type Command, optional, required } from './command.ts'
import { needId } from './key.ts'
import { findSite, notFound, refused, refusedField, registryCommand } from './open.ts'
import { inWords, may, needed, shared } from './options.ts'

function parseType(text: string): ShieldType {
  const type = shieldTypeNames.find((each) => each === text)
  if (!type) throw refusedField('type', `is invalid. Possible values: ${shieldTypeNames.join(', ')}`)
  return type
}

const widest = Math.max(...shieldTypeNames.map((type) => type.length))
const typeLines = Object.entries(shieldTypes).map(
  ([type, { help, max }]) => `  ${type.padEnd(widest)}  ${help}; at most ${max}`,
)

const show = (rule: Shield, site: string) => ({
  id: rule.id,
  site,
  type: rule.type,
  value: rule.value,
  action: shieldTypes[rule.type].action,
})

const typeAbout = inWords(shieldTypeNames)

export const commands: readonly Command[] = [
  registryCommand({
    name: 'shield add',
    summary: 'Add a shield rule to a site',
    options: {
      site: shared.site,
      type: needed('T', typeAbout),
      value: needed('V', 'the address, country, page or hostname of the rule'),
      description: may('TEXT', 'what it is for'),
    },
    help: ['Types:', ...typeLines].join('\n'),
    async work(registry, values) {
      const [domain, value, type] = [
        required(values, 'site'),
        required(values, 'value'),
        parseType(required(values, 'type')),
      ]
      const site = await findSite(registry, domain)
      if (site.is_consolidated) throw refused('consolidated views have no shields')
      return show(
        await registry.shields.add(site.id, { type, value, description: optional(values, 'description') }),
        site.domain,
      )
    },
  }),
  registryCommand({
    name: 'shield list',
    summary: 'List a site’s shield rules',
    options: { site: shared.site, type: may('T', typeAbout) },
    help: 'Lists the rules, all or of one type.',
    async work(registry, values) {
      const type = optional(values, 'type')
      const checked = type === undefined ? undefined : parseType(type)
      const site = await findSite(registry, required(values, 'site'))
      const rules = await registry.shields.list(site.id, checked)
      return rules.map((rule) => ({ ...show(rule, site.domain), description: rule.description }))
    },
  }),
  registryCommand({
    name: 'shield remove',
    summary: 'Remove a shield rule',
    options: { site: shared.site, id: shared.id },
    help: 'Removes one rule by its id.',
    async work(registry, values) {
      const site = await findSite(registry, required(values, 'site'))
      if (!(await registry.shields.remove(site.id, needId(values, 'shield')))) throw notFound('shield')
      return { deleted: true }
    },
  }),
]
