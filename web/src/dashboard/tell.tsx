// The dialog that makes a notice of a number, with the filters of the dashboard. Fetched when it is wanted.
import { useEffect, useState } from 'preact/hooks'
import type { ReplyOf } from '../../../src/http/contracts/contract.ts'
import type { ruleContracts } from '../../../src/http/contracts/rules.ts'
import { type RuleMetric, ruleConditions, ruleHours, ruleMetrics, usualWeeks } from '../../../src/rules/notice-rule.ts'
import { filterToApi, writeFilter } from '../../../src/rules/view-state.ts'
import { services } from '../../../src/rules/words/en/channels.ts'
import { dropReasons } from '../../../src/rules/words/en/drops.ts'
import * as words from '../../../src/rules/words/en/notice-rules.ts'
import { Checkbox, Field, Lines, Select } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { refuse, toast } from '../parts/toast.tsx'
import { facts } from '../service/facts.ts'
import { Refusal, request } from '../service/request.ts'
import { type Dashboard, useDashboard } from '../state/dashboard.ts'
import { filterWords, totalLabel } from '../state/words.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'

type Answer = ReplyOf<(typeof ruleContracts)['ListRules']>
type Values = Readonly<Record<string, string>>

const clock = new Intl.DateTimeFormat(locales, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const clockOf = (hour: number): string => clock.format(hour * 3_600_000)

const metricLabel = (metric: string): string => (metric === 'dropped' ? words.dropped : totalLabel('plain', metric))

/** The metric that a rule begins with: the metric of the graph, if rules can be about it. */
const firstMetric = ({ state }: Dashboard): RuleMetric =>
  ruleMetrics.find((metric) => metric === state.value.metric) ?? 'visitors'

/** The filters of the dashboard as the service takes them, and as its address has them. */
function filtersOf({ state }: Dashboard): { filters: unknown[]; view: string } {
  const { filters, segment, metric } = state.value
  const view = new URLSearchParams(filters.map((filter): [string, string] => ['f', writeFilter(filter)]))
  if (segment !== null) view.append('segment', segment)
  if (metric !== 'visitors') view.append('metric', metric)
  const ofSegment = segment === null ? [] : [['is', 'segment', [Number(segment)]]]
  return { filters: [...filters.map(filterToApi), ...ofSegment], view: view.toString() }
}

/** A typed number, with a comma too. Other text goes as it is, for the service to refuse. */
function readValue(typed = ''): number | string {
  const text = typed.trim().replace(',', '.')
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : typed
}

const boxName = (id: number): string => `channel-${id}`
const readHour = (text = ''): number | null => (text === '' ? null : Number(text))

/** Whom a form names. Throws if it names nobody. */
function recipientsOf(values: Values, channels: Answer['channels']) {
  const recipients = (values['recipients'] ?? '').split(/[\n,]/).filter((line) => line.trim() !== '')
  const ids = channels.map(({ id }) => id).filter((id) => values[boxName(id)] !== undefined)
  if (recipients.length + ids.length === 0) throw new Refusal(0, words.noOne)
  return { recipients, channels: ids }
}

function QuietHours({ fields }: { fields: Values }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const hours = Array.from({ length: 24 }, (_, hour): [string, string] => [String(hour), clockOf(hour)])
  return (
    <fieldset class="form">
      <legend>{words.quiet}</legend>
      <div class="row">
        <Select
          name="quiet_from"
          label={words.quietFrom}
          value={from}
          options={[['', words.never], ...hours]}
          onChange={setFrom}
          error={fields['quiet_from']}
        />
        <Select
          name="quiet_to"
          label={words.quietTo}
          value={to}
          options={[['', words.never], ...hours]}
          onChange={setTo}
          error={fields['quiet_to']}
        />
      </div>
      <p class="field-hint">{words.quietHint}</p>
    </fieldset>
  )
}

/** The number, and when it is told. */
function NumberFields({ fields, start }: { fields: Values; start: RuleMetric }) {
  const [metric, setMetric] = useState<string>(start)
  const [condition, setCondition] = useState<string>('above')
  const [hours, setHours] = useState('1')
  const [reason, setReason] = useState('')
  const compares = condition !== 'above' && condition !== 'below'
  return (
    <>
      <Select
        name="metric"
        label={words.metric}
        value={metric}
        options={ruleMetrics.map((one) => [one, metricLabel(one)])}
        onChange={setMetric}
        error={fields['metric']}
      />
      {metric === 'dropped' && (
        <Select
          name="reason"
          label={words.reason}
          value={reason}
          options={[['', words.anyReason], ...Object.entries(dropReasons).map(([key, [what]]) => [key, what] as const)]}
          onChange={setReason}
          error={fields['reason']}
        />
      )}
      <Select
        name="condition"
        label={words.condition}
        value={condition}
        options={ruleConditions.map((one) => [one, words.conditions[one]])}
        onChange={setCondition}
      />
      <Field
        name="value"
        label={words.value}
        hint={compares && say(words.percent, { weeks: usualWeeks })}
        error={fields['value']}
        autocomplete="off"
        isFocused
      />
      <Select
        name="hours"
        label={words.hours}
        value={hours}
        options={ruleHours.map((one) => [String(one), say(words.hourList, { count: one })])}
        onChange={setHours}
      />
    </>
  )
}

function Recipients({ answer, fields }: { answer: Answer; fields: Values }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  return (
    <>
      <Lines
        name="recipients"
        label={words.recipients}
        hint={words.recipientsHint}
        start={answer.sends_mail ? (facts.user?.email ?? '') : ''}
        error={fields['recipients']}
      />
      {answer.channels.length > 0 && (
        <fieldset class="form">
          <legend>{words.channels}</legend>
          {answer.channels.map(({ id, name, service, hint }) => (
            <Checkbox
              key={id}
              name={boxName(id)}
              label={`${name || services[service]} · ${hint}`}
              isChecked={chosen.has(id)}
              onChange={(isChecked) =>
                setChosen(new Set(isChecked ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

export function TellDialog({ onClose }: { onClose: () => void }) {
  const dashboard = useDashboard()
  const { site, state, names } = dashboard
  const [answer, setAnswer] = useState<Answer>()
  const path = `/api/sites/${encodeURIComponent(site.domain)}/notice-rules`
  useEffect(() => {
    request<Answer>('GET', path).then(setAnswer, (error: unknown) => {
      refuse(error)
      onClose()
    })
  }, [])
  if (!answer) return null
  const { filters, view } = filtersOf(dashboard)
  const said = state.value.filters.map((filter) => filterWords(filter, names.value)).join(' · ')
  async function save(values: Values): Promise<void> {
    const told = recipientsOf(values, (answer as Answer).channels)
    await request<{ id: number }>('POST', path, {
      ...told,
      name: values['name'] ?? '',
      metric: values['metric'],
      reason: values['reason'] || null,
      condition: values['condition'],
      value: readValue(values['value']),
      hours: Number(values['hours']),
      quiet_from: readHour(values['quiet_from']),
      quiet_to: readHour(values['quiet_to']),
      filters,
      view,
    })
    toast(words.added)
    onClose()
  }
  return (
    <FormDialog title={words.title} lead={words.lead} action={words.add} onSend={save} onClose={onClose}>
      {(fields) => (
        <>
          <p>{said === '' ? words.noFilters : say(words.filters, { filters: said })}</p>
          <NumberFields fields={fields} start={firstMetric(dashboard)} />
          <QuietHours fields={fields} />
          <Field name="name" label={words.name} hint={words.nameHint} start={said.slice(0, 200)} autocomplete="off" />
          <Recipients answer={answer} fields={fields} />
        </>
      )}
    </FormDialog>
  )
}
