// What every box offers of its numbers: the question to copy, all rows as a file, how they are counted.
import { copy } from '../parts/toast.tsx'
import type { MenuItem } from '../parts/menu.tsx'
import { writeViewState } from '../../../src/rules/view-state.ts'
import type { Query } from '../state/api.ts'
import type { Dashboard } from '../state/dashboard.ts'
import { text } from '../text/en/dashboard.ts'
import { dialogs } from './dialogs.ts'

const quote = (words: string): string => `'${words.replaceAll("'", "'\\''")}'`

/** A command that asks the same of the API, quoted for a POSIX shell. */
export function curlOf(baseUrl: string, siteId: string, query: Query): string {
  const body = JSON.stringify({ site_id: siteId, ...query }, null, 2)
  return [
    `curl ${quote(`${baseUrl}/api/v2/query`)} \\`,
    '  -H "Authorization: Bearer $TIDEMARK_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quote(body)}`,
  ].join('\n')
}

/** Where all rows of a box are to be had: the state of the address and the name of the box. */
export function csvHref({ site, state, withAuth }: Dashboard, box: string | null): string {
  const params = new URLSearchParams(writeViewState(state.value))
  params.delete('details')
  params.set('site_id', site.domain)
  if (box !== null) params.set('report', box)
  return withAuth(`/api/v1/stats/export?${params}`)
}

export function boxMenu(dashboard: Dashboard, box: string, report: string): MenuItem[] {
  const { facts, site, boxes } = dashboard
  return [
    {
      label: text.copyAsCurl,
      act: () => {
        const { answer } = boxes.boxOf(box).value
        if (answer) void copy(curlOf(facts.base_url || location.origin, site.domain, answer.query))
      },
    },
    { label: text.downloadCsv, href: csvHref(dashboard, report) },
    { label: text.howCounted, act: () => dialogs.open({ kind: 'explain', box }) },
  ]
}
