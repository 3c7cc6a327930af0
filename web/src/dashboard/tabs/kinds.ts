// Kinds of tabs that are no table of rows: where each has its file. Their data is in `kinds` of src/rules/catalogue.ts.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { TabKind } from '../../../../src/rules/catalogue.ts'
import type { Answer } from '../../data/boxes.ts'
import { withPart } from '../../parts/on-demand.ts'
import type { Dashboard } from '../../state/dashboard.ts'

/** The file of a kind exports this as its `part`. */
export interface TabPart {
  /** Shows the rows of an answer; of a tab that asks by itself, everything. Missing: a table. */
  readonly Body?: ComponentType<{ answer?: Answer }>
  /** The choice beside the tabs. */
  readonly Choice?: ComponentType
  /** Sentences about its metrics, if they mean something else than in a list. */
  readonly meanings?: Readonly<Record<string, string>>
  /** Of a tab that asks by itself: its question, its file, and how it is counted. */
  readonly own?: {
    readonly name: string
    /** Sentences of `How this is counted`, and the heading of docs/how-we-count.md. */
    readonly counted: readonly string[]
    readonly at: string
    /** The path and body that `Copy as curl` asks. Missing: it copies by itself. */
    readonly question?: (dashboard: Dashboard) => { readonly path: string; readonly body: object }
    /** Saves all rows as a file. Throws the service's refusal. */
    readonly save?: (dashboard: Dashboard) => Promise<void>
  }
}

export const tabParts: { readonly [kind in TabKind]?: () => Promise<{ readonly part: TabPart }> } = {
  campaigns: () => import('./campaigns.tsx'),
  map: () => import('./map.tsx'),
  properties: () => import('./property.tsx'),
  funnels: () => import('./funnel.tsx'),
  journeys: () => import('./journeys.tsx'),
  quality: () => import('./quality.tsx'),
}

/** The part of a kind, fetched once it is wanted; empty before, and for a table. */
export function useTabPart(kind?: TabKind, isWanted = true): TabPart {
  const [parts, setParts] = useState<{ readonly [kind in TabKind]?: TabPart }>({})
  useEffect(() => {
    const load = isWanted && tabParts[kind!]
    if (load) withPart(load, ({ part }) => setParts((known) => ({ ...known, [kind!]: part })))
  }, [kind, isWanted])
  return parts[kind!] ?? {}
}
