// The dialogs of the dashboard, each fetched when it is first wanted.
import type { ComponentType } from 'preact'
import { useOnDemand } from '../parts/on-demand.ts'
import { useDashboard } from '../state/dashboard.ts'
import { dialogs, type OpenDialog } from './dialogs.ts'

// biome-ignore lint/complexity/noBannedTypes: a part's own properties are its own affair
type Part<Props = {}> = ComponentType<Props & { onClose: () => void }>

interface LazyProps<Props> {
  readonly load: () => Promise<Part<Props>>
  readonly props: Props
  readonly onClose: () => void
}

function Lazy<Props extends object>({ load, props, onClose }: LazyProps<Props>) {
  const Loaded = useOnDemand(load, true, onClose)
  return Loaded ? <Loaded {...props} onClose={onClose} /> : null
}

const loadDetails = async () => (await import('./panels/details.tsx')).Details
const loadRange = async () => (await import('./bar/calendar.tsx')).RangeDialog

/** The line above the graph loads its strip from here: one file asks for a part. */
export const loadChanges = () => import('./graph/changes.tsx')

/** Dialogs by their kind: each loads one part, which takes the properties that `dialogs.open` was given. */
const loads: { readonly [Kind in OpenDialog['kind']]: () => Promise<Part<OpenDialog & { kind: Kind }>> } = {
  range: loadRange,
  compare: loadRange,
  filter: async () => (await import('./filters/builder.tsx')).FilterDialog,
  note: async () => (await import('./graph/note-dialog.tsx')).NoteDialog,
  segment: async () => (await import('./filters/segments.tsx')).SegmentDialog,
  explain: async () => (await import('./panels/explain.tsx')).Explain,
  tell: async () => (await import('./tell.tsx')).TellDialog,
  wall: async () => (await import('./wall.tsx')).Wall,
  changes: async () => (await loadChanges()).ChangesDialog,
  shortcuts: async () => (await import('./keys/shortcuts-dialog.tsx')).ShortcutsDialog,
}

export function Dialogs() {
  const { state, go } = useDashboard()
  const open = dialogs.current.value
  const { details } = state.value
  return (
    <>
      {details !== null && (
        <Lazy key={details} load={loadDetails} props={{ tab: details }} onClose={() => go({ details: null })} />
      )}
      {open !== null && (
        <Lazy
          key={open.kind}
          load={loads[open.kind] as () => Promise<Part<OpenDialog>>}
          props={open}
          onClose={dialogs.close}
        />
      )}
    </>
  )
}
