// In a wide window a short list has company: the first rows of its panel's other lists, side by side in the room that
// the list leaves (docs/spec/dashboard.md 8). Fetched with the marks, after all numbers of the first view.
import { useEffect, useRef, useState } from 'preact/hooks'
import { kindOf, type PanelKey, type TabKey, tabOf } from '../../../../src/rules/catalogue.ts'
import type { Answer } from '../../data/boxes.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { isKnownPlace, shownTabs, tabLabel } from '../../state/panels.ts'
import { Head, Rows } from './rows.tsx'

const wide = matchMedia('(width >= 90rem)')
const listsMax = 2
/** With fewer rows a list would say nothing. */
const rowsMin = 2

function useIsWide(): boolean {
  const [isWide, setWide] = useState(wide.matches)
  useEffect(() => {
    const changed = () => setWide(wide.matches)
    wide.addEventListener('change', changed)
    return () => wide.removeEventListener('change', changed)
  }, [])
  return isWide
}

/** The free height of the panel below its list, in rows of the list. */
function useFreeRows(answer: Answer) {
  const ref = useRef<HTMLDivElement>(null)
  const [free, setFree] = useState(0)
  useEffect(() => {
    const body = ref.current!.parentElement!
    const measure = () => {
      const list = body.querySelector('table')
      const row = list?.tBodies[0]?.rows[0]
      setFree(list && row ? Math.floor((body.clientHeight - list.offsetHeight) / row.offsetHeight) : 0)
    }
    const watch = new ResizeObserver(measure)
    watch.observe(body)
    measure()
    return () => watch.disconnect()
  }, [answer])
  return { ref, free }
}

/** The other lists of a panel that may stand beside the open one. */
function othersOf(panel: PanelKey, open: TabKey, { state, site }: ReturnType<typeof useDashboard>): TabKey[] {
  const isList = (key: TabKey) => key !== open && !tabOf(key).kind && isKnownPlace(tabOf(key), site)
  return shownTabs(panel, state.value, site).filter(isList).slice(0, listsMax)
}

interface CompanionProps {
  readonly name: TabKey
  readonly rows: number
}

function Companion({ name, rows }: CompanionProps) {
  const { answer } = useDashboard().boxes.boxOf(name).value
  if (!answer || answer.body.results.length === 0) return <div />
  const tab = answer.tab ?? tabOf(name)
  const columns = answer.columns?.slice(0, 1) ?? []
  return (
    <table class="list" aria-label={tabLabel(name)}>
      <Head tab={tab} columns={columns} />
      <tbody>
        <Rows tab={tab} columns={columns} rows={answer.body.results.slice(0, rows)} />
      </tbody>
    </table>
  )
}

const changes: ((keys: readonly TabKey[]) => TabKey[])[] = []

/** Adds lists to the questions of the page, or takes them away. The panels that change together ask together. */
function ask({ companions }: ReturnType<typeof useDashboard>, change: (keys: readonly TabKey[]) => TabKey[]): void {
  if (changes.push(change) > 1) return
  queueMicrotask(() => {
    const all = changes.splice(0)
    companions.value = all.reduce<readonly TabKey[]>((keys, one) => one(keys), companions.peek())
  })
}

/** Asks for the lists while they have room, and shows them. */
export function Companions({ panel, answer }: { panel: PanelKey; answer: Answer }) {
  const dashboard = useDashboard()
  const isWide = useIsWide()
  const { ref, free } = useFreeRows(answer)
  // The heading of the lists takes the room of a row.
  const rows = free - 1
  const open = dashboard.state.value.tabs[panel]
  const others = isWide && rows >= rowsMin && !kindOf(tabOf(open)).isPicture ? othersOf(panel, open, dashboard) : []
  const wanted = others.join()
  useEffect(() => {
    if (wanted === '') return
    const keys = wanted.split(',') as TabKey[]
    ask(dashboard, (all) => [...all, ...keys])
    return () => ask(dashboard, (all) => all.filter((key) => !keys.includes(key)))
  }, [wanted])
  return (
    <div ref={ref} class="companions">
      {others.map((name) => (
        <Companion key={name} name={name} rows={rows} />
      ))}
    </div>
  )
}
