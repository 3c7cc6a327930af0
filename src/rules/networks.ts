// The network of an address: the number of its autonomous system, from a record of an .mmdb file.

const numberMax = 2 ** 32 - 1

/**
 * A number as people write it, or undefined.
 * @example readNetwork('AS13335') // 13335
 */
export function readNetwork(text: string): number | undefined {
  const [, digits] = /^(?:asn?)? ?(\d{1,10})$/i.exec(text.trim()) ?? []
  const number = Number(digits)
  return digits !== undefined && number > 0 && number <= numberMax ? number : undefined
}

/**
 * The network of a record: MaxMind's layout, or a flat one with `asn`; null if it has none.
 * @example networkOf({ autonomous_system_number: 13335 }) // 13335
 */
export function networkOf(record: unknown): number | null {
  if (typeof record !== 'object' || record === null) return null
  const { autonomous_system_number: number, asn } = record as Record<string, unknown>
  const value = number ?? asn
  if (typeof value !== 'number' && typeof value !== 'string') return null
  return readNetwork(String(value)) ?? null
}
