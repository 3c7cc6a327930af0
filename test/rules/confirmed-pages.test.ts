// Reports of pages by a kit and by the script, in any order that servers and browsers send them: each page counts once
// (spec/ingestion 25).
import fc from 'fast-check'
import t from 'tap'
import { apply, type Reporter, type SessionEvent, type Visitor } from '../../src/rules/session.ts'
import { runs } from '../support/effort.ts'

interface Report {
  readonly at: number
  readonly pathname: string
  readonly reporter: Reporter
}

/** Plays reports of one visitor in order; the pageviews that count, and the pages that wait for the script. */
function play(reports: readonly Report[]): { pageviews: number; waiting: number } {
  let visitor: Visitor | null = null
  let pageviews = 0
  for (const { at, pathname, reporter } of reports) {
    const event: SessionEvent = {
      ...{ at, pathname, reporter, localDay: '2026-11-27', name: 'pageview', hostname: 'shop.test' },
      interactive: true,
    }
    const step = apply(visitor, event, () => '1')
    if (step.kind === 'late' || step.kind === 'dropped') throw new Error(step.kind)
    if (step.kind !== 'confirmed') pageviews += 1
    visitor = step.visitor
  }
  return { pageviews, waiting: visitor?.ahead.length ?? 0 }
}

/** A page that a visitor opens: served, or shown by the page's own router. */
interface Opened {
  readonly page: number
  readonly isServed: boolean
  /** Seconds until the next one. */
  readonly pause: number
  /** Seconds of the script's report behind the kit's. */
  readonly delay: number
}

const opened: fc.Arbitrary<Opened> = fc.record({
  page: fc.nat(3),
  isServed: fc.boolean(),
  pause: fc.integer({ min: 2, max: 600 }),
  delay: fc.integer({ min: -1, max: 1 }),
})

t.test('each page that is opened counts once, with the script', (t) => {
  fc.assert(
    fc.property(fc.array(opened, { maxLength: 40 }), (pages) => {
      let at = 1_000_000
      const reports: Report[] = []
      for (const { page, isServed, pause, delay } of pages) {
        const pathname = `/${page}`
        // A kit's report that comes behind the script's is looked for in the ten seconds before it.
        const behind = pause > 12 ? delay : Math.max(0, delay)
        at += pause
        if (isServed) reports.push({ at: at - Math.min(0, behind), pathname, reporter: 'kit' })
        reports.push({ at: at + Math.max(0, behind), pathname, reporter: 'script' })
        at += 12
      }
      reports.sort((a, b) => a.at - b.at)
      const { pageviews, waiting } = play(reports)
      return pageviews === pages.length && waiting === 0
    }),
    { numRuns: runs(300) },
  )
  t.end()
})

t.test('each page that is served counts once, without the script', (t) => {
  fc.assert(
    fc.property(fc.array(opened, { maxLength: 16 }), (pages) => {
      let at = 1_000_000
      const reports = pages.map(({ page, pause }): Report => {
        at += pause
        return { at, pathname: `/${page}`, reporter: 'kit' }
      })
      const { pageviews, waiting } = play(reports)
      return pageviews === pages.length && waiting === pages.length
    }),
    { numRuns: runs(300) },
  )
  t.end()
})
