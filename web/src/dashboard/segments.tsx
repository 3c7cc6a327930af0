// The dialog that names a set of filters.
import { useId, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { type Segment, useDashboard } from '../state/dashboard.ts'
import { apiFilters } from '../state/questions.ts'
import { text } from '../text/en/dialogs.ts'
import { answerTo } from './write.ts'

const nameMax = 255

export function SegmentDialog({ segment, onClose }: { segment?: Segment; onClose: () => void }) {
  const { site, loadSegments, go, rights, state, setting } = useDashboard()
  const [name, setName] = useState(segment?.name ?? '')
  const [isOfSite, setOfSite] = useState(segment?.kind === 'site')
  const [message, setMessage] = useState('')
  const id = useId()
  async function save(event: Event): Promise<void> {
    event.preventDefault()
    const trimmed = name.trim()
    if (trimmed === '' || [...trimmed].length > nameMax) return setMessage(text.segmentLength)
    const filters = segment?.filters ?? apiFilters(state.value, setting.value)
    const body = { site_id: site.domain, name: trimmed, kind: isOfSite ? 'site' : 'personal', filters }
    const saved = segment
      ? await answerTo<Segment>('PUT', `/api/v1/sites/segments/${segment.id}`, { site_id: site.domain, name: trimmed })
      : await answerTo<Segment>('POST', '/api/v1/sites/segments', body)
    if (saved === undefined) return
    onClose()
    await loadSegments()
    if (!segment) go({ segment: String(saved.id), filters: [] })
  }
  return (
    <Dialog title={segment ? text.rename : text.saveAsSegment} onClose={onClose}>
      <form class="form" onSubmit={save} noValidate>
        <div class="field">
          <label for={`${id}-name`}>{text.name}</label>
          <input
            id={`${id}-name`}
            type="text"
            autocomplete="off"
            value={name}
            autofocus
            aria-describedby={message === '' ? undefined : `${id}-problem`}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        {!segment && rights.saveSiteSegments && (
          <div class="check">
            <input
              id={`${id}-site`}
              type="checkbox"
              checked={isOfSite}
              onChange={(event) => setOfSite(event.currentTarget.checked)}
            />
            <label for={`${id}-site`}>{text.wholeSite}</label>
          </div>
        )}
        {message !== '' && (
          <p class="field-error" id={`${id}-problem`} role="alert">
            {message}
          </p>
        )}
        <div class="dialog-foot">
          <button type="submit" class="button-main">
            {text.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
