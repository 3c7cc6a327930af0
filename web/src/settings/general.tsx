// Domain, time zone, retention, and the end of a site.

import { useState } from 'preact/hooks'
import { at } from '../at.ts'
import { settingsPath } from '../links.ts'
import { Field, Form, Select } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Card } from '../parts/section.tsx'
import { toast, toastNext } from '../parts/toast.tsx'
import { Refusal, request } from '../request.ts'
import * as words from '../text/en/settings-general.ts'
import * as shared from '../text/en/shared.ts'
import { say } from '../text/say.ts'
import { zones } from '../zones.ts'
import { domain, isManager, isOwner, settingsApi, sitePath, useAnswer, type Values } from './kit.tsx'

interface GeneralSettings {
  readonly domain: string
  readonly previous_domain: string | null
  readonly timezone: string
  readonly retention_months: number | null
}

function readMonths(text: string): number | null {
  if (text.trim() === '') return null
  if (!/^\s*\d{1,4}\s*$/.test(text)) throw new Refusal(0, '', { retention_months: words.retentionNumber })
  return Number(text)
}

function Settings({ start }: { start: GeneralSettings }) {
  const [timezone, setTimezone] = useState(start.timezone)
  async function save(values: Values): Promise<void> {
    const isRenamed = values['domain']?.trim() !== domain
    const saved = await request<GeneralSettings>('PUT', settingsApi('general'), {
      ...(isRenamed ? { domain: values['domain'] } : {}),
      timezone,
      ...(isManager ? { retention_months: readMonths(values['retention_months'] ?? '') } : {}),
    })
    if (isRenamed) {
      toastNext(shared.saved)
      return location.replace(settingsPath(saved.domain, 'general'))
    }
    toast(shared.saved)
  }
  const known = zones()
  return (
    <Form onSend={save} isGuarded>
      {({ fields, isSending }) => (
        <>
          <Field
            name="domain"
            label={words.domain}
            hint={
              words.domainHint +
              (start.previous_domain ? ` ${say(words.domainBefore, { domain: start.previous_domain })}` : '')
            }
            start={domain}
            error={fields['domain']}
            autocomplete="off"
          />
          <Select
            name="timezone"
            label={words.timezone}
            hint={words.timezoneHint}
            error={fields['timezone']}
            value={timezone}
            options={(known.includes(timezone) ? known : [timezone, ...known]).map((zone) => [
              zone,
              zone.replaceAll('_', ' '),
            ])}
            onChange={setTimezone}
          />
          <Field
            name="retention_months"
            label={words.retention}
            hint={isManager ? words.retentionHint : words.retentionRole}
            start={start.retention_months === null ? '' : String(start.retention_months)}
            error={fields['retention_months']}
            autocomplete="off"
            isDisabled={!isManager}
          />
          <div>
            <button type="submit" class="button-main" aria-disabled={isSending}>
              {shared.save}
            </button>
          </div>
        </>
      )}
    </Form>
  )
}

async function remove({ typed }: Values): Promise<void> {
  const question = say(words.typeDomain, { domain })
  if (typed?.trim() !== domain) throw new Refusal(0, question, { typed: question })
  await request('DELETE', sitePath)
  toastNext(say(words.deleted, { domain }))
  location.assign(at('/sites'))
}

function Delete({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={words.deleteTitle}
      lead={words.deleteLead}
      action={words.deleteSite}
      isBad
      onSend={remove}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {' '}
          <Field
            name="typed"
            label={say(words.typeDomain, { domain })}
            error={fields['typed']}
            autocomplete="off"
            isFocused
          />
        </>
      )}
    </FormDialog>
  )
}

export function View() {
  const { answer } = useAnswer<GeneralSettings>(settingsApi('general'))
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Card title={words.title}>{answer && <Settings start={answer} />}</Card>
      {isOwner && (
        <Card title={words.deleteTitle} lead={words.deleteLead}>
          <div>
            <button type="button" class="button-bad" onClick={() => setDeleting(true)}>
              {words.deleteSite}
            </button>
          </div>
          {isDeleting && <Delete onClose={() => setDeleting(false)} />}
        </Card>
      )}
    </>
  )
}
