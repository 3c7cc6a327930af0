// Domain, time zone, retention, and the end of a site.

import { useEffect, useState } from 'preact/hooks'
import {
  type GeneralSetting,
  generalSettings,
  type SettingEntry,
  type SettingValue,
  type SiteSettings,
  settingEntry,
} from '../../../src/rules/site-settings.ts'
import * as domains from '../../../src/rules/words/en/domains.ts'
import { pages } from '../../../src/rules/words/en/settings.ts'
import type { Setting } from '../../../src/rules/words/en/settings-general.ts'
import * as words from '../../../src/rules/words/en/settings-general.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Checkbox, Field, Form, Select } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { rolesThatMay } from '../parts/role-words.ts'
import { Card } from '../parts/section.tsx'
import { refuse, toast, toastNext } from '../parts/toast.tsx'
import { ZoneField } from '../parts/zone-field.tsx'
import { at } from '../service/at.ts'
import { settingsPath } from '../service/links.ts'
import { Refusal, request } from '../service/request.ts'
import { formatDay } from '../text/format.ts'
import { say } from '../text/say.ts'
import { domainProblem, isDotless } from '../typed/domains.ts'
import { readZone } from '../typed/zones.ts'
import { ask, type Reply } from './ask.ts'
import { EraseCard } from './erase.tsx'
import { domain, may, readNumber, sitePath, useAnswer, type Values } from './kit.tsx'

type GeneralSettings = Reply<'GET', 'general'>
type Deletion = Reply<'GET', 'deletion'>

/** How much a retention of so many months deletes, or without months the end of the site. */
const askDeletion = (months?: number): Promise<Deletion> =>
  ask('GET', 'deletion', months === undefined ? {} : { query: { months: String(months) } })

const mayChange = (name: GeneralSetting): boolean => may(settingEntry(name).right)

/** A value as it is typed. An empty field is none; an unchecked box sends nothing. */
const typedValue = ({ kind }: SettingEntry, typed: string | undefined): SettingValue => {
  if (kind === 'flag') return typed !== undefined
  if (kind === 'choice') return typed ?? ''
  const text = (typed ?? '').trim()
  if (text === '') return null
  return kind === 'number' ? readNumber(text) : text
}

/** The settings that the reader may change, as they are typed. */
const readSettings = (values: Values): Partial<SiteSettings> =>
  Object.fromEntries(
    generalSettings()
      .filter(mayChange)
      .map((name) => [name, typedValue(settingEntry(name), values[name])]),
  )

interface SettingFieldProps {
  readonly name: GeneralSetting
  readonly start: Readonly<Record<GeneralSetting, SettingValue>>
  readonly error: string | undefined
}

function SettingField({ name, start, error }: SettingFieldProps) {
  const entry = settingEntry(name)
  const { label, hint, locked, choices = {} }: Setting = words.settings[name]
  const stored = start[name]
  const [isChecked, setChecked] = useState(stored === true)
  const isOpen = mayChange(name)
  const said = {
    name,
    label,
    hint: isOpen ? hint : say(locked, { roles: rolesThatMay(entry.right) }),
    isDisabled: !isOpen,
  }
  if (entry.kind === 'flag') return <Checkbox {...said} isChecked={isChecked} onChange={setChecked} />
  if (entry.kind === 'choice') {
    const options = entry.choices.map((choice) => [choice, choices[choice] ?? choice] as const)
    return <Select {...said} value={String(stored)} options={options} error={error} />
  }
  return <Field {...said} start={String(stored ?? '')} error={error} autocomplete="off" />
}

const refuseOtherText = ({ typed }: Values): void => {
  const question = say(words.typeDomain, { domain })
  if (typed?.trim() !== domain) throw new Refusal(0, question, { field: 'typed' })
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

interface SettingsFormProps {
  readonly start: GeneralSettings
  readonly onSend: (values: Values) => Promise<unknown>
}

function SettingsForm({ start, onSend }: SettingsFormProps) {
  const before = start.previous_domain ? ` ${say(words.domainBefore, { domain: start.previous_domain })}` : ''
  return (
    <Form onSend={onSend} isGuarded>
      {({ fields, isSending }) => (
        <>
          <Field
            name="domain"
            label={words.domain}
            hint={words.domainHint + before}
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
          {generalSettings().map((name) => (
            <SettingField key={name} name={name} start={start} error={fields[name]} />
          ))}
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

interface AskDotlessProps {
  readonly name: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

const AskDotless = ({ name, onConfirm, onClose }: AskDotlessProps) => (
  <Confirm
    title={say(domains.noDot, { domain: name })}
    action={say(domains.renameAnyway, { domain: name })}
    isHarmless
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <p>{domains.noDotLead}</p>
  </Confirm>
)

const isRenamed = (values: Values): boolean => values['domain']?.trim() !== domain

function Settings({ start }: { start: GeneralSettings }) {
  const [asking, setAsking] = useState<Asking>()
  const [dotless, setDotless] = useState<Values>()
  /** The stored retention: one that was saved is not asked about again. */
  const [kept, setKept] = useState(start.retention_months)

  async function save(values: Values): Promise<void> {
    const saved = await ask('PUT', 'general', {
      body: {
        ...(isRenamed(values) ? { domain: values['domain'] } : {}),
        timezone: readZone(values['timezone'] ?? ''),
        ...readSettings(values),
      },
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
    const { retention_months: months } = readSettings(values)
    if (typeof months === 'number' && (kept === null || months < kept)) {
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
      if (problem) throw new Refusal(0, problem, { field: 'domain' })
      if (isDotless(values['domain'] ?? '')) {
        setDotless(values)
        return false
      }
    }
    return send(values)
  }

  return (
    <>
      <SettingsForm start={start} onSend={check} />
      {asking && <DeleteEvents asking={asking} onSave={save} onClose={() => setAsking(undefined)} />}
      {dotless && (
        <AskDotless
          name={dotless['domain'] ?? ''}
          onConfirm={() => send(dotless).catch(refuse)}
          onClose={() => setDotless(undefined)}
        />
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
  const { answer } = useAnswer(() => ask('GET', 'general'))
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Card title={pages.general}>{answer && <Settings start={answer} />}</Card>
      {may('delete_data') && <EraseCard />}
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
