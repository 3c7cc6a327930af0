// The table of the tracker's options, as its readers see it: orders and names that are on the wire and in scripts.
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import {
  constantOf,
  goalOfFlag,
  packageOptions,
  pluginFlags,
  scriptSuffixes,
  scriptSwitches,
  shownFlags,
  suffixesOf,
  trackerFlags,
} from '../../src/rules/tracker-options.ts'

t.test('orders and names', async (t) => {
  t.strictSame(trackerFlags.slice(0, 4), ['track_404_pages', 'hash_based_routing', 'outbound_links', 'file_downloads'])
  t.strictSame(shownFlags.slice(0, 4), ['outbound_links', 'file_downloads', 'form_submissions', 'track_404_pages'])
  t.strictSame(pluginFlags, [...trackerFlags.slice(0, 4), 'form_submissions'])
  t.strictSame(
    scriptSwitches.map(([, option]) => option),
    ['outboundLinks', 'fileDownloads', 'formSubmissions', 'hashBasedRouting'],
  )
  t.strictSame(
    packageOptions.map(([, option]) => option),
    ['hashBasedRouting', 'outboundLinks', 'fileDownloads', 'formSubmissions'],
  )
  t.strictSame(scriptSuffixes, [
    'file-downloads',
    'form-submissions',
    'hash',
    'local',
    'manual',
    'outbound-links',
    'pageview-props',
    'tagged-events',
  ])
  t.strictSame(
    suffixesOf({ outbound_links: true, revenue_tracking: true, file_downloads: true, tagged_events: false }),
    ['file-downloads', 'outbound-links'],
  )
  t.equal(constantOf('outbound-links'), 'OUTBOUND_LINKS')
  t.strictSame(trackerFlags.map(goalOfFlag), [
    '404',
    undefined,
    'Outbound Link: Click',
    'File Download',
    undefined,
    undefined,
    'Form: Submission',
    undefined,
  ])
})

t.test('every option has a place of its own, a column, and what it needs to be measured', async (t) => {
  t.equal(new Set(shownFlags).size, trackerFlags.length)
  const folder = projectPath('sql/migrations')
  const columns = readdirSync(folder)
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('')
  const types = readFileSync(projectPath('tracker/package/index.d.ts'), 'utf8')
  for (const flag of trackerFlags) t.match(columns, new RegExp(`\\b${flag} boolean`), flag)
  for (const [, option] of packageOptions) t.match(types, new RegExp(`^  ${option}\\?: boolean`, 'm'), option)
})
