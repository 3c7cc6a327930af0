// The chip of the segment that is on: its name with a menu, and the way to take it off.
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { attempt } from '../parts/toast.tsx'
import { useDashboard } from '../state/dashboard.ts'
import type { Segment } from '../state/known.ts'
import { apiFilters } from '../state/questions.ts'
import * as text from '../text/en/dialogs.ts'
import { say } from '../text/say.ts'
import { dialogs } from './dialogs.ts'
import { answerTo } from './write.ts'

export function SegmentChip({ segment }: { segment: Segment }) {
  const { go, loadSegments, setting, rights, site, state, pathOf } = useDashboard()
  const mayEdit = segment.kind === 'site' ? rights.saveSiteSegments : rights.saveSegments
  const path = `/api/v1/sites/segments/${segment.id}`
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
        items={[
          { label: text.rename, isDisabled: !mayEdit, act: () => dialogs.open({ kind: 'segment', segment }) },
          {
            label: text.updateSegment,
            isDisabled: !mayEdit || state.value.filters.length === 0,
            act: async () => {
              const filters = apiFilters(state.value, setting.value)
              if (await attempt('PUT', path, { site_id: site.domain, filters })) {
                await loadSegments()
                go({ filters: [] })
              }
            },
          },
          {
            label: text.copySegment,
            act: async () => {
              const body = {
                site_id: site.domain,
                name: say(text.copyOf, { name: segment.name }),
                kind: 'personal',
                filters: segment.filters,
              }
              const made = await answerTo<Segment>('POST', '/api/v1/sites/segments', body)
              if (!made) return
              await loadSegments()
              go({ segment: String(made.id) })
            },
          },
          {
            label: text.remove,
            isApart: true,
            isDisabled: !mayEdit,
            act: async () => {
              await attempt('DELETE', pathOf(path))
              go({ segment: null })
              await loadSegments()
            },
          },
        ]}
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
