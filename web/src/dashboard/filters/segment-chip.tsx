// The chip of the segment that is on: its name with a menu, and the way to take it off.
import X from 'lucide/dist/esm/icons/x.mjs'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { Icon } from '../../parts/icon.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { attempt, toast } from '../../parts/toast.tsx'
import { request } from '../../service/request.ts'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import type { Segment } from '../../state/known.ts'
import { apiFilters } from '../../state/questions.ts'
import { say } from '../../text/say.ts'
import { dialogs } from '../dialogs.ts'
import { answerTo } from '../write.ts'

function segmentItems(dashboard: Dashboard, segment: Segment): MenuItem[] {
  const { go, loadSegments, setting, rights, site, state, pathOf } = dashboard
  const mayEdit = segment.kind === 'site' ? rights.saveSiteSegments : rights.saveSegments
  const path = `/api/v1/sites/segments/${segment.id}`
  async function update(): Promise<void> {
    const filters = apiFilters(state.value, setting.value)
    if (!(await attempt('PUT', path, { site_id: site.domain, filters }))) return
    await loadSegments()
    go({ filters: [] })
  }
  /** Makes a segment of the same filters, which is on from now on. */
  async function make(name: string, kind: Segment['kind']): Promise<void> {
    const body = { site_id: site.domain, name, kind, filters: segment.filters }
    const made = await answerTo(request('POST', '/api/v1/sites/segments', body))
    if (!made) return
    await loadSegments()
    go({ segment: String(made.id) })
  }
  const duplicate = () => make(say(text.copyOf, { name: segment.name }), 'personal')
  /** Deletes at once; the message makes the segment again. */
  async function remove(): Promise<void> {
    if (await attempt('DELETE', pathOf(path))) toast(text.segmentDeleted, () => void make(segment.name, segment.kind))
    go({ segment: null })
    await loadSegments()
  }
  return [
    { label: text.rename, isDisabled: !mayEdit, act: () => dialogs.open({ kind: 'segment', segment }) },
    { label: text.updateSegment, isDisabled: !mayEdit || state.value.filters.length === 0, act: update },
    { label: text.copySegment, act: duplicate },
    { label: text.remove, isApart: true, isDisabled: !mayEdit, act: remove },
  ]
}

export function SegmentChip({ segment }: { segment: Segment }) {
  const dashboard = useDashboard()
  const { go, rights, site } = dashboard
  return (
    <>
      <Menu
        name={say(text.segmentMenu, { name: segment.name })}
        buttonName={say(text.editSegment, { name: segment.name })}
        buttonClass="chip-edit"
        button={
          <>
            <span class="chip-soft">{text.segmentWord}</span> <bdi class="chip-value">{segment.name}</bdi>
          </>
        }
        isDisabled={!rights.saveSegments || site.is_consolidated}
        items={segmentItems(dashboard, segment)}
      />
      <button
        type="button"
        class="chip-remove"
        aria-label={say(text.removeSegment, { name: segment.name })}
        onClick={() => go({ segment: null })}
      >
        <Icon of={X} size={14} />
      </button>
    </>
  )
}
