// Domain, time zone, retention, and the end of a site.

import { useEffect, useState } from 'preact/hooks'
import { at } from '../at.ts'
import { domainProblem, isDotless } from '../domains.ts'
import { formatDay } from '../format.ts'
import { settingsPath } from '../links.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Field, Form } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Card } from '../parts/section.tsx'
import { refuse, toast, toastNext } from '../parts/toast.tsx'
import { ZoneField } from '../parts/zone-field.tsx'
import { Refusal, request } from '../request.ts'
import * as domains from '../text/en/domains.ts'
import * as words from '../text/en/settings-general.ts'
import * as shared from '../text/en/shared.ts'
import { say } from '../text/say.ts'
import { readZone } from '../zones.ts'
import { domain, may, settingsApi, sitePath, useAnswer, type Values } from './kit.tsx'

const mayDelete = may('delete_data')

interface GeneralSettings {
  readonly domain: string
  readonly previous_domain: string | null
  readonly timezone: string
  readonly retention_months: number | null
}

interface Deletion {
  /** The first local day that stays. */
  readonly before: string | null
  readonly events: number
}

const monthsMax = 1_200

/** How much a retention of so many months deletes, or without months the end of the site. */
const askDeletion = (months?: number): Promise<Deletion> =>
  request<Deletion>('GET', settingsApi(months === undefined ? 'deletion' : `deletion?months=${months}`))

function readMonths(text: string): number | null {
  if (text.trim() === '') return null
  const months = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0
  if (months < 1 || months > monthsMax) throw new Refusal(0, '', { retention_months: words.retentionNumber })
  return months
}

const refuseOtherText = ({ typed }: Values): void => {
  const question = say(words.typeDomain, { domain })
  if (typed?.trim() !== domain) throw new Refusal(0, question, { typed: question })
}

/** The field that a person fills in before something is deleted for good. */
const TypedDomain = ({ error }: { error: string | undefined }) => (
  <Field name="typed" label={say(words.typeDomain, { domain })} error={error} autocomplete="off" isFocused />
)

interface Asking extends Deletion {
  readonly months: number
  readonly values: Values
}

/** Asks before a shorter retention deletes events. */
function DeleteEvents({ asking, onSave, onClose }: { asking: Asking; onSave: Save; onClose: () => void }) {
  const { before, events, months, values } = asking
  const day = before ? formatDay(before, 'long') : ''
  async function send(typed: Values): Promise<void> {
    refuseOtherText(typed)
    await onSave(values)
    onClose()
  }
  return (
    <FormDialog
      title={words.deleteEvents}
      lead={say(words.deleteEventsLead, { count: events, day })}
      action={words.deleteEvents}
      isBad
      onSend={send}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <p>{say(words.deleteEventsLater, { months: say(words.months, { count: months }) })}</p>
          <TypedDomain error={fields['typed']} />
        </>
      )}
    </FormDialog>
  )
}

type Save = (values: Values) => Promise<void>

function Settings({ start }: { start: GeneralSettings }) {
  const [asking, setAsking] = useState<Asking>()
  const [dotless, setDotless] = useState<Values>()
  /** The stored retention: one that was saved is not asked about again. */
  const [kept, setKept] = useState(start.retention_months)
  const monthsOf = (values: Values) => (mayDelete ? readMonths(values['retention_months'] ?? '') : null)
  const isRenamed = (values: Values) => values['domain']?.trim() !== domain

  async function save(values: Values): Promise<void> {
    const saved = await request<GeneralSettings>('PUT', settingsApi('general'), {
      ...(isRenamed(values) ? { domain: values['domain'] } : {}),
      timezone: readZone(values['timezone'] ?? ''),
      ...(mayDelete ? { retention_months: monthsOf(values) } : {}),
    })
    if (isRenamed(values)) {
      toastNext(shared.saved)
      return location.replace(settingsPath(saved.domain, 'general'))
    }
    setKept(saved.retention_months)
    toast(shared.saved)
  }
  /** Saves, or asks first where a shorter retention would delete events. */
  async function send(values: Values): Promise<unknown> {
    const months = monthsOf(values)
    if (months !== null && (kept === null || months < kept)) {
      const deletion = await askDeletion(months)
      if (deletion.events > 0) {
        setAsking({ ...deletion, months, values })
        return false
      }
    }
    await save(values)
  }
  async function check(values: Values): Promise<unknown> {
    if (isRenamed(values)) {
      const problem = domainProblem(values['domain'] ?? '')
      if (problem) throw new Refusal(0, problem, { domain: problem })
      if (isDotless(values['domain'] ?? '')) {
        setDotless(values)
        return false
      }
    }
    return send(values)
  }

  return (
    <>
      <Form onSend={check} isGuarded>
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
            <ZoneField
              label={words.timezone}
              hint={words.timezoneHint}
              error={fields['timezone']}
              start={start.timezone}
            />
            <Field
              name="retention_months"
              label={words.retention}
              hint={mayDelete ? words.retentionHint : words.retentionRole}
              start={start.retention_months === null ? '' : String(start.retention_months)}
              error={fields['retention_months']}
              autocomplete="off"
              isDisabled={!mayDelete}
            />
            <div>
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {shared.save}
              </button>
            </div>
          </>
        )}
      </Form>
      {asking && <DeleteEvents asking={asking} onSave={save} onClose={() => setAsking(undefined)} />}
      {dotless && (
        <Confirm
          title={say(domains.noDot, { domain: dotless['domain'] ?? '' })}
          action={say(domains.renameAnyway, { domain: dotless['domain'] ?? '' })}
          isHarmless
          onConfirm={() => send(dotless).catch(refuse)}
          onClose={() => setDotless(undefined)}
        >
          <p>{domains.noDotLead}</p>
        </Confirm>
      )}
    </>
  )
}

async function remove(values: Values): Promise<void> {
  refuseOtherText(values)
  await request('DELETE', sitePath)
  toastNext(say(words.deleted, { domain }))
  location.assign(at('/sites'))
}

function Delete({ onClose }: { onClose: () => void }) {
  const [events, setEvents] = useState<number>()
  useEffect(() => void askDeletion().then((deletion) => setEvents(deletion.events), refuse), [])
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
          {events !== undefined && <p>{say(words.deleteCount, { count: events, domain })}</p>}
          <TypedDomain error={fields['typed']} />
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
      {may('delete_site') && (
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
