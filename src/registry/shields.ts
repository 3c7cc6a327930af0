// A site's own drop rules. Hostname rules form an allow list, the others block.
import { Failure } from '../failure.ts'
import { isIp, normaliseIp } from '../rules/client-ip.ts'
import { countries } from '../rules/tables/countries.ts'
import { cleanText } from '../rules/text.ts'
import { one, type Store } from './store.ts'

export const shieldTypes = ['ip', 'country', 'page', 'hostname'] as const
export type ShieldType = (typeof shieldTypes)[number]

export interface Shield {
  readonly id: number
  readonly type: ShieldType
  readonly value: string
  readonly description: string | null
  readonly action: 'allow' | 'deny'
}

// spec/management 10, shield rules.
const rulesMax: Readonly<Record<ShieldType, number>> = { ip: 30, country: 30, page: 30, hostname: 10 }
const valueLengthMax = 250
const descriptionLengthMax = 255

const invalid = (message: string) => new Failure(400, `value: ${message}`)

/**
 * One address, no ranges, in the spelling client addresses have; /32 of IPv4 and /128 of IPv6 are one address
 * (spec/ingestion 9).
 */
function normalizeIp(text: string): string {
  const [, bare = '', bits] = /^([^/]*)(?:\/(.*))?$/s.exec(text) ?? []
  const version = isIp(bare)
  if (version === 0 || (bits !== undefined && bits !== (version === 4 ? '32' : '128'))) throw invalid('is invalid')
  return normaliseIp(bare)
}

function normalizeCountry(text: string): string {
  const code = text.toUpperCase()
  if (!countries.has(code)) throw invalid('is invalid')
  return code
}

/** The stored form of a rule's value, or the Failure naming what is wrong (spec/management 10). */
function parseShieldValue(type: ShieldType, value: string): string {
  const text = value.trim()
  if (text === '') throw invalid("can't be blank")
  if (text.length > valueLengthMax) throw invalid(`should be at most ${valueLengthMax} character(s)`)
  if (text.includes('\0')) throw invalid('is invalid')
  if (type === 'ip') return normalizeIp(text)
  if (type === 'country') return normalizeCountry(text)
  if (type === 'hostname') return text.toLowerCase()
  if (!text.startsWith('/')) throw invalid('must start with /')
  return text
}

/** The note beside a rule. Only spaces count as no note. */
function parseDescription(text: string | undefined): string | null {
  const description = cleanText(text ?? '').trim()
  if (description.length > descriptionLengthMax)
    throw new Failure(400, `description: should be at most ${descriptionLengthMax} character(s)`)
  return description === '' ? null : description
}

const columns = `id, type, value, description, case type when 'hostname' then 'allow' else 'deny' end as action`

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
        if (rules.some((other) => other.value === value)) throw invalid('has already been taken')
        if (rules.length >= rulesMax[rule.type]) throw invalid('maximum reached')
        const [row] = await tx.query<Shield>(
          `insert into shields (site_id, type, value, description) values ($1, $2, $3, $4) returning ${columns}`,
          [siteId, rule.type, value, description],
        )
        tx.changed({ site: siteId })
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
        return (
          (await one(tx, 'delete from shields where site_id = $1 and id = $2 returning id', [siteId, id])) !== undefined
        )
      }),
  }
}
