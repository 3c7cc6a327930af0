// Finds the content delivery network of an address, by the ranges of tables/proxies. Asked of visitors, so it is quick.
import { isIPv4 } from 'node:net'
import { parseCidrs } from './client-ip.ts'
import { proxyRanges } from './tables/proxies.ts'

/** Names as their users know them. */
const titles: Readonly<Record<string, string>> = {
  cloudflare: 'Cloudflare',
  cloudfront: 'Amazon CloudFront',
  fastly: 'Fastly',
  akamai: 'Akamai',
  fly: 'Fly.io',
}

/**
 * An IPv4 address as a number.
 * @example numberOf('1.0.0.1') // 16777217
 */
const numberOf = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

interface Range {
  readonly from: number
  readonly to: number
  readonly title: string
}

const titleOf = (name: string): string => titles[name] ?? name

const all = Object.entries(proxyRanges).flatMap(([name, ranges]) =>
  ranges.map((range) => [titleOf(name), range] as const),
)

/** In the order of their first addresses, the longer one first. */
const sorted4: readonly Range[] = all
  .filter(([, range]) => !range.includes(':'))
  .map(([title, range]) => {
    const [base = '', bits = '32'] = range.split('/')
    const from = numberOf(base)
    return { from, to: from + 2 ** (32 - Number(bits)) - 1, title }
  })
  .sort((a, b) => a.from - b.from || b.to - a.to)

/** Without ranges that lie inside one before: their addresses are found there. */
const ranges4: Range[] = []
for (const range of sorted4) if (range.to > (ranges4.at(-1)?.to ?? -1)) ranges4.push(range)

const ranges6 = Object.entries(proxyRanges).map(([name, ranges]) => ({
  title: titleOf(name),
  contains: parseCidrs(ranges.filter((range) => range.includes(':')).join(' ')),
}))

/**
 * The network whose edge has an address; undefined for any other address.
 * @example proxyNameOf('104.16.1.2') // 'Cloudflare'
 */
export function proxyNameOf(ip: string): string | undefined {
  if (!isIPv4(ip)) return ranges6.find(({ contains }) => contains(ip))?.title
  const address = numberOf(ip)
  let [low, high] = [0, ranges4.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges4[middle]!.from <= address) low = middle + 1
    else high = middle
  }
  const range = ranges4[low - 1]
  return range && address <= range.to ? range.title : undefined
}
