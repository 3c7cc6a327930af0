// Exports of other products: the dialects that people have, names of live traffic, and the work that a hostile line
// makes.
import t from 'tap'
import { readHistory } from '../support/histories.ts'
import { goatDialects } from './goatcounter-dialects.ts'
import { googleDialects } from './google-analytics-dialects.ts'
import { matomoDialects } from './matomo-dialects.ts'
import { plausibleDialects } from './plausible-dialects.ts'
import { umamiDialects } from './umami-dialects.ts'

const all = [umamiDialects, goatDialects, matomoDialects, plausibleDialects, googleDialects]
for (const dialects of all) {
  const { source } = dialects[0]!
  t.equal(
    new Set(dialects.map(({ name }) => name)).size,
    dialects.length,
    `${source}: each dialect has a name of its own`,
  )
  t.ok(new Set(dialects.map(({ from }) => from)).size >= 20, `${source}: they rest on many reports and documents`)
}

for (const { name, from, source, files, events = [], leftOut = {}, faults = [], refused } of [
  ...umamiDialects,
  ...goatDialects,
  ...matomoDialects,
])
  t.test(`${name} (${from})`, async (t) => {
    const read = await readHistory(source, files)
    if (refused) t.match(read.refused, refused)
    else t.equal(read.refused, undefined)
    t.equal(read.events.length, events.length, JSON.stringify(read.events))
    for (const [index, wanted] of events.entries()) {
      const found = read.events[index] ?? {}
      for (const [fact, value] of Object.entries(wanted)) t.strictSame(found[fact], value, fact)
    }
    t.strictSame(read.leftOut, leftOut)
    t.equal(read.faults.length, faults.length, read.faults.join('; '))
    for (const [index, fault] of faults.entries()) t.match(read.faults[index], fault)
  })

for (const { name, from, source, files, sums = {}, lost = [], refused } of [...plausibleDialects, ...googleDialects])
  t.test(`${name} (${from})`, async (t) => {
    const read = await readHistory(source, files)
    if (refused) {
      t.match(read.refused, refused)
      t.strictSame(read.sums, {})
      return
    }
    t.equal(read.refused, undefined)
    for (const [dimension, values] of Object.entries(sums)) t.same(read.sums[dimension], values, dimension)
    t.equal(read.lost.length, lost.length, read.lost.join('; '))
    for (const [index, sentence] of lost.entries()) t.match(read.lost[index], sentence)
  })
