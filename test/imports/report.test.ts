// The report of an import: pages find in it what the importer wrote.
import fc from 'fast-check'
import t from 'tap'
import { describeEvents, describeOverlap, describeSums } from '../../src/imports/describe.ts'
import { countIn, type ImportLine, importLines } from '../../src/rules/import-report.ts'
import { runs } from '../support/effort.ts'

t.test('the lines as people know them', async (t) => {
  const none = { imported: 0, lines: 0, skipped: 0, dropped: 0, leftOut: {} }
  for (const [given, report] of [
    [{ imported: 1, lines: 1 }, 'imported 1 events of 1 lines'],
    [{ imported: 2, lines: 9, skipped: 3 }, 'imported 2 events of 9 lines, 3 bad lines skipped'],
    [
      { imported: 2, lines: 9, leftOut: { assets: 4 }, dropped: 1 },
      'imported 2 events of 9 lines, 4 assets left out, 1 engagement events without a session dropped',
    ],
  ] as const)
    t.equal(describeEvents({ ...none, ...given }), report)
  t.equal(describeSums({ days: 2, rows: 30 }), 'imported sums of 2 days (30 rows)')
})

t.test('each count is found again, and no line in another', async (t) => {
  const count = fc.nat()
  fc.assert(
    fc.property(count, count, count, count, count, (imported, lines, skipped, dropped, assets) => {
      const leftOut: Record<string, number> = assets > 0 ? { 'rows of other sites': assets } : {}
      const result = { imported, lines, skipped, dropped, leftOut }
      const report = describeEvents(result)
      const wanted: Partial<Record<ImportLine, number>> = {
        events: imported,
        ...(skipped > 0 && { skipped }),
        ...(dropped > 0 && { dropped }),
        ...(assets > 0 && { leftOut: assets }),
      }
      for (const line of Object.keys(importLines) as ImportLine[])
        if (countIn(report, line) !== wanted[line]) throw new Error(`${line} in: ${report}`)
    }),
    { numRuns: runs(200) },
  )
  const overlap = describeOverlap({ overlapping: ['2026-01-02', '2026-01-03'] }) ?? ''
  t.equal(countIn(overlap, 'overlapping'), 2)
  t.equal(countIn(overlap, 'leftOut'), undefined)
})
