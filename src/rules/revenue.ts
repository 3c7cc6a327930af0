// Money on events, in exact decimals: text in, text out, big integers between. 10.2 stays 10.2.
import { fieldsOf, mayBeRounded, parseExactly } from './exact-json.ts'
import { currencies } from './tables/currencies.ts'
import { parseObject } from './text.ts'

/** An amount as exact decimal text without exponent, and its ISO 4217 code. */
export type Revenue = { amount: string; currency: string }

type Decimal = { units: bigint; scale: number }

// More digits than any currency needs, few enough for a numeric column; longer amounts are junk.
const digitsMax = 40
/** Characters of an amount, at most. */
export const amountCharactersMax = digitsMax * 2
const amountText = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * The revenue part of an event, or null if it is not worth keeping: never an error (spec/ingestion 17). `reread`
 * answers the same object as `parseExactly` does.
 */
export function parseRevenue(value: unknown, reread: () => unknown): Revenue | null {
  if (value === undefined || value === null) return null
  const sent = parseObject(value)
  if (!sent || typeof sent.currency !== 'string' || !currencies.has(sent.currency)) return null
  const isRounded = mayBeRounded(sent.amount)
  const amount = parseAmount(
    isRounded ? fieldsOf(typeof value === 'string' ? parseExactly(value) : reread()).get('amount') : sent.amount,
  )
  return amount === null ? null : { amount, currency: sent.currency }
}

/**
 * A number or decimal text as exact decimal text; null for anything else, `"1831d"` included (spec/ingestion 17).
 * @example parseAmount(19.9) // '19.9'
 */
export function parseAmount(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > amountCharactersMax) return null
  const decimal = parseDecimal(text)
  return decimal === null ? null : formatDecimal(decimal)
}

function parseDecimal(text: string): Decimal | null {
  const parts = amountText.exec(text)
  if (!parts) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  const scale = fraction.length - Number(exponent)
  if (digits === '' || digits.length > digitsMax || Math.abs(scale) > digitsMax) return null
  const magnitude = BigInt(digits) * (scale < 0 ? 10n ** BigInt(-scale) : 1n)
  return { units: sign === '-' ? -magnitude : magnitude, scale: Math.max(scale, 0) }
}

function formatDecimal({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Decimals of a converted amount: enough to add up thousands of sales without a visible error. */
const convertedScale = 10

/**
 * Converts an exact amount with rates given as units of each currency per one unit of a common base (spec/ingestion
 * 17). The same currency gives the same amount exactly; an unknown rate gives null. Rounded half away from zero to 10
 * decimals.
 * @example convertAmount('10', 'USD', 'EUR', new Map([['USD', '1.25'], ['EUR', '1']])) // '8'
 */
export function convertAmount(
  amount: string,
  from: string,
  to: string,
  rates: ReadonlyMap<string, string>,
): string | null {
  if (from === to) return amount
  const value = parseDecimal(amount)
  const fromRate = parseDecimal(rates.get(from) ?? '')
  const toRate = parseDecimal(rates.get(to) ?? '')
  if (!value || !fromRate || !toRate || fromRate.units <= 0n || toRate.units <= 0n) return null
  const numerator = value.units * toRate.units * 10n ** BigInt(fromRate.scale + convertedScale)
  const denominator = fromRate.units * 10n ** BigInt(value.scale + toRate.scale)
  const doubled = (numerator < 0n ? -numerator : numerator) * 2n
  const rounded = (doubled + denominator) / (denominator * 2n)
  return trimZeros(formatDecimal({ units: numerator < 0n ? -rounded : rounded, scale: convertedScale }))
}

function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, '')
}
