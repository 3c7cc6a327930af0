// Two services that hold the same data set, asked the same questions in turns: how much slower or faster the second is.
// Machines are faster and slower by the minute; turns of one question each are not.
// node bench/query-turns.ts --service URL --key KEY --beside URL --beside-key KEY [--repeats 31] [--only '12 months']
import { parseArgs } from 'node:util'
import { siteDomain } from './data-set.ts'
import { median } from './query.ts'
import { type QueryClass, queryClasses, requestOf } from './query-classes.ts'

const { values } = parseArgs({
  options: {
    service: { type: 'string' },
    key: { type: 'string' },
    beside: { type: 'string' },
    'beside-key': { type: 'string' },
    repeats: { type: 'string', default: '31' },
    only: { type: 'string', default: '' },
  },
})
const targets = [
  { url: values.service ?? '', key: values.key ?? '' },
  { url: values.beside ?? '', key: values['beside-key'] ?? '' },
] as const

/** Milliseconds of one answer. Anything but a 200 ends the program. */
async function time({ url, key }: (typeof targets)[number], asked: QueryClass): Promise<number> {
  const [path, init] = requestOf(asked, siteDomain(0), key)
  const begin = performance.now()
  const response = await fetch(url + path, init)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${asked.name}: ${response.status}`)
  return performance.now() - begin
}

console.log('| question | first, ms | second, ms | second : first |\n|---|--:|--:|--:|')
const ratios: number[] = []
for (const asked of queryClasses.filter(({ name }) => name.includes(values.only))) {
  const times: [number[], number[]] = [[], []]
  for (let turn = -2; turn < Number(values.repeats); turn++)
    for (const index of (turn % 2 === 0 ? [0, 1] : [1, 0]) as (0 | 1)[]) {
      const ms = await time(targets[index], asked)
      if (turn >= 0) times[index].push(ms)
    }
  const [first, second] = times.map((list) => median(list) as number) as [number, number]
  ratios.push(second / first)
  console.log(`| ${asked.name} | ${first.toFixed(2)} | ${second.toFixed(2)} | ${(second / first).toFixed(3)} |`)
}
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
console.log(`Mean of the ratios (geometric): ${mean.toFixed(3)}`)
