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

const loadDetails = async () => (await import('./details.tsx')).Details
const loadRange = async () => (await import('./calendar.tsx')).RangeDialog
const loadFilter = async () => (await import('./builder.tsx')).FilterDialog
const loadNote = async () => (await import('./note-dialog.tsx')).NoteDialog
const loadSegment = async () => (await import('./segments.tsx')).SegmentDialog
const loadExplain = async () => (await import('./explain.tsx')).Explain
const loadWall = async () => (await import('./wall.tsx')).Wall
const loadShortcuts = async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog

function Open({ dialog }: { dialog: OpenDialog }) {
  const { close } = dialogs
  if (dialog.kind === 'range' || dialog.kind === 'compare')
    return <Lazy load={loadRange} props={{ isComparison: dialog.kind === 'compare' }} onClose={close} />
  if (dialog.kind === 'filter') return <Lazy load={loadFilter} props={{ edited: dialog.edited }} onClose={close} />
  if (dialog.kind === 'note')
    return <Lazy load={loadNote} props={{ day: dialog.day, note: dialog.note }} onClose={close} />
  if (dialog.kind === 'segment') return <Lazy load={loadSegment} props={{ segment: dialog.segment }} onClose={close} />
  if (dialog.kind === 'explain') return <Lazy load={loadExplain} props={{ box: dialog.box }} onClose={close} />
  if (dialog.kind === 'wall') return <Lazy load={loadWall} props={{}} onClose={close} />
  return <Lazy load={loadShortcuts} props={{}} onClose={close} />
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
      {open !== null && <Open key={open.kind} dialog={open} />}
    </>
  )
}
