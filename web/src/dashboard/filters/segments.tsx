// The dialog that names a set of filters.
import { useState } from 'preact/hooks'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { Checkbox, Field } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { request } from '../../service/request.ts'
import { useDashboard } from '../../state/dashboard.ts'
import type { Segment } from '../../state/known.ts'
import { apiFilters } from '../../state/questions.ts'

export function SegmentDialog({ segment, onClose }: { segment?: Segment; onClose: () => void }) {
  const { site, loadSegments, go, rights, state, setting } = useDashboard()
  const [isOfSite, setOfSite] = useState(false)
  async function save({ name }: Readonly<Record<string, string>>): Promise<void> {
    const path = '/api/v1/sites/segments'
    const body = { site_id: site.domain, name }
    if (segment) {
      await request('PUT', `${path}/${segment.id}`, body)
      onClose()
      return loadSegments()
    }
    const kind = isOfSite ? 'site' : 'personal'
    const filters = apiFilters(state.value, setting.value)
    const made = await request('POST', path, { ...body, kind, filters })
    onClose()
    await loadSegments()
    go({ segment: String(made.id), filters: [] })
  }
  return (
    <FormDialog title={segment ? text.rename : text.saveAsSegment} action={text.save} onSend={save} onClose={onClose}>
      {(fields) => (
        <>
          <Field
            name="name"
            label={text.name}
            start={segment?.name ?? ''}
            autocomplete="off"
            isFocused
            error={fields['name']}
          />
          {!segment && rights.saveSiteSegments && (
            <Checkbox label={text.wholeSite} isChecked={isOfSite} onChange={setOfSite} />
          )}
        </>
      )}
    </FormDialog>
  )
}
