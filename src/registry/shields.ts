// A site's own drop rules, as they are stored. Their types are in rules/shield-types.

import { refuseField } from '../failure.ts'
import { nameCharactersMax } from '../rules/maxima.ts'
import { type ShieldType, shieldTypes } from '../rules/shield-types.ts'
import { parseShieldValue } from '../rules/shields.ts'
import { cleanText } from '../rules/text.ts'
import { one, type Store } from './store.ts'

export interface Shield {
  readonly id: number
  readonly type: ShieldType
  readonly value: string
  readonly description: string | null
}

/** The note beside a rule. Only spaces count as no note. */
function parseDescription(text: string | undefined): string | null {
  const description = cleanText(text ?? '').trim()
  if (description.length > nameCharactersMax) throw refuseField('description', 'long', { most: nameCharactersMax })
  return description === '' ? null : description
}

const columns = 'id, type, value, description'

/** A rule for the audit log, which keeps no addresses: the rule's own note stands for them. */
const factsOf = ({ type, value, description }: Shield) => ({
  subject: type === 'ip' ? (description ?? '') : value,
  after: { type, ...(description === null || type === 'ip' ? {} : { description }) },
})

/** Shields over the store. */
export function createShields(store: Store) {
  return {
    add: (siteId: number, rule: { type: ShieldType; value: string; description?: string | undefined }) =>
      store.write(async (tx) => {
        const value = parseShieldValue(rule.type, rule.value)
        const description = parseDescription(rule.description)
        await tx.query('select 1 from sites where id = $1 for no key update', [siteId])
        const rules = await tx.query<{ value: string }>('select value from shields where site_id = $1 and type = $2', [
          siteId,
          rule.type,
        ])
        if (rules.some((other) => other.value === value)) throw refuseField('value', 'taken')
        if (rules.length >= shieldTypes[rule.type].max) throw refuseField('value', 'full')
        const [row] = await tx.query<Shield>(
          `insert into shields (site_id, type, value, description) values ($1, $2, $3, $4) returning ${columns}`,
          [siteId, rule.type, value, description],
        )
        tx.changed({ site: siteId })
        await tx.record({ kind: 'shield.created', siteId, ...factsOf(row as Shield) })
        return row as Shield
      }),
    list: (siteId: number, type?: ShieldType) =>
      store.read.query<Shield>(
        `select ${columns} from shields where site_id = $1 and ($2::text is null or type = $2) order by id`,
        [siteId, type ?? null],
      ),
    remove: (siteId: number, id: number) =>
      store.write(async (tx) => {
        tx.changed({ site: siteId })
        const text = `delete from shields where site_id = $1 and id = $2 returning ${columns}`
        const gone = await one<Shield>(tx, text, [siteId, id])
        if (gone) await tx.record({ kind: 'shield.deleted', siteId, ...factsOf(gone) })
        return gone !== undefined
      }),
  }
}
