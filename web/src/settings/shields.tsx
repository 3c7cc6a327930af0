// Shields: what is not counted, by address, country and page, and the hostnames that alone are.

import { useId, useState } from 'preact/hooks'
import {
  hostingValue,
  type ShieldType,
  shieldTypeNames,
  shieldTypes,
  unknownCountry,
} from '../../../src/rules/shield-types.ts'
import { countries } from '../../../src/rules/tables/countries.ts'
import { lookBackDays, trafficDays } from '../../../src/rules/windows.ts'
import { pages } from '../../../src/rules/words/en/settings.ts'
import * as words from '../../../src/rules/words/en/shields.ts'
import { Field, Form, Select } from '../parts/form.tsx'
import { Card, Entries, Entry } from '../parts/section.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { isDone, toast } from '../parts/toast.tsx'
import { request } from '../service/request.ts'
import { formatDay } from '../text/format.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain, useAnswer, useSeen, type Values } from './kit.tsx'

type Answer = Reply<'GET', 'shields'>
type Rule = Answer['shields'][number]

const names = new Intl.DisplayNames(locales, { type: 'region', fallback: 'code' })
const countryNames = [...countries, unknownCountry]
  .map((code) => [code, names.of(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b))
function labelOf({ type, value }: Rule): string {
  if (type === 'country') return names.of(value) ?? value
  return type === 'network' && value === hostingValue ? words.hosting : value
}

interface PanelProps {
  readonly kind: ShieldType
  readonly answer: Answer
  readonly hostnames: readonly string[]
  readonly load: () => Promise<void>
}

interface ValueFieldProps {
  readonly kind: ShieldType
  readonly ownAddress: string
  readonly country: string
  readonly onCountry: (country: string) => void
  readonly error: string | undefined
}

function ValueField({ kind, ownAddress, country, onCountry, error }: ValueFieldProps) {
  const shared = { name: 'value', label: words.fields[kind], error }
  if (kind === 'country') return <Select {...shared} value={country} options={countryNames} onChange={onCountry} />
  return <Field {...shared} hint={kind === 'ip' && say(words.ownHint, { address: ownAddress })} autocomplete="off" />
}

interface SeenProps {
  readonly hostnames: readonly string[]
  readonly onAllow: (hostname: string) => Promise<void>
}

/** Hostnames of recent events, to be allowed with a press. */
function SeenHostnames({ hostnames, onAllow }: SeenProps) {
  if (hostnames.length === 0) return null
  return (
    <div>
      <p class="soft">{say(words.seen, { days: lookBackDays })}</p>
      <p class="row">
        {hostnames.map((value) => (
          <button
            key={value}
            type="button"
            class="button"
            aria-label={say(words.allow, { value })}
            onClick={() => onAllow(value)}
          >
            <bdi>{value}</bdi>
          </button>
        ))}
      </p>
    </div>
  )
}

/** A value that a press adds: one's own address, all data centres. */
function readyValue(kind: ShieldType, { own_address }: Answer): { value: string; label: string } | undefined {
  if (kind === 'ip') return { value: own_address, label: words.ownAddress }
  return kind === 'network' ? { value: hostingValue, label: words.addHosting } : undefined
}

function NewRule({ kind, answer, hostnames, load }: PanelProps) {
  // A new form is an empty one.
  const [count, setCount] = useState(0)
  const [country, setCountry] = useState(countryNames[0]?.[0] ?? '')
  const add = async (body: { value: string; description?: string }): Promise<void> => {
    await ask('POST', 'shields', { body: { type: kind, ...body } })
    toast(words.added)
    setCount(count + 1)
    await load()
  }
  const known = new Set(answer.shields.map(({ value }) => value))
  const ready = readyValue(kind, answer)
  const seen = kind === 'hostname' ? hostnames.filter((name) => !known.has(name)) : []
  const attemptToAdd = async (value: string): Promise<void> => {
    if (await isDone(ask('POST', 'shields', { body: { type: kind, value } }))) toast(words.added)
    await load()
  }
  return (
    <>
      <Form
        key={count}
        isGuarded
        about={kind}
        onSend={({ value = '', description = '' }: Values) =>
          add({ value: kind === 'country' ? country : value, description })
        }
      >
        {({ fields, isSending }) => (
          <>
            <ValueField
              kind={kind}
              ownAddress={answer.own_address}
              country={country}
              onCountry={setCountry}
              error={fields['value']}
            />
            <Field
              name="description"
              label={words.description}
              hint={words.optional}
              error={fields['description']}
              autocomplete="off"
            />
            <div class="row">
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {words.add}
              </button>
              {ready && !known.has(ready.value) && (
                <button type="button" class="button" onClick={() => attemptToAdd(ready.value)}>
                  {ready.label}
                </button>
              )}
            </div>
          </>
        )}
      </Form>
      <SeenHostnames hostnames={seen} onAllow={attemptToAdd} />
    </>
  )
}

function Rules({ kind, answer, load }: PanelProps) {
  const rules = answer.shields.filter(({ type }) => type === kind)
  async function restore({ type, value, description }: Rule): Promise<void> {
    const rule = { type, value, description: description ?? '' }
    if (await isDone(ask('POST', 'shields', { body: rule }))) toast(words.added)
    await load()
  }
  async function remove(rule: Rule): Promise<void> {
    if (await isDone(ask('DELETE', 'shields/:id', { params: { id: rule.id } })))
      toast(words.removed, () => void restore(rule))
    await load()
  }
  return (
    <Entries rows={rules} none={words.none} name={words.kinds[kind]}>
      {(rule) => (
        <Entry key={rule.id} title={labelOf(rule)} detail={rule.description ?? ''}>
          <button
            type="button"
            class="button"
            aria-label={say(words.removeOf, { value: labelOf(rule) })}
            onClick={() => remove(rule)}
          >
            {words.remove}
          </button>
        </Entry>
      )}
    </Entries>
  )
}

/** The tables that networks are looked up in, with their days. */
function Sources({ networks: { file, hosting_date } }: Pick<Answer, 'networks'>) {
  if (!file) return <p class="notice">{words.noNetworks}</p>
  const days = { date: formatDay(file.date, 'long'), list: formatDay(hosting_date, 'long') }
  return <p class="soft">{say(words.networksFrom, { source: file.source, ...days })}</p>
}

export function View() {
  const { answer, load } = useAnswer(() => ask('GET', 'shields'))
  const { answer: traffic } = useAnswer(() =>
    request('GET', `/api/v1/stats/traffic?${new URLSearchParams({ site_id: domain })}`),
  )
  const hostnames = useSeen('event:hostname')
  const [kind, setKind] = useState<ShieldType>('ip')
  const id = useId()
  const count = traffic?.dropped.find(({ reason }) => reason === shieldTypes[kind].reason)?.total ?? 0
  return (
    <Card title={pages.shields}>
      <Tabs
        name={pages.shields}
        tabs={shieldTypeNames.map((key) => ({ key, label: words.kinds[key] }))}
        selected={kind}
        onSelect={setKind}
        panelId={id}
        follows
      />
      <div id={id} role="tabpanel" aria-labelledby={`${id}-${kind}`} class="section">
        <p class="soft">{say(words.leads[kind], { most: shieldTypes[kind].max })}</p>
        {traffic && <p>{say(words.dropped, { count, days: trafficDays })}</p>}
        {answer && kind === 'network' && <Sources networks={answer.networks} />}
        {answer && (
          <>
            <Rules kind={kind} answer={answer} hostnames={hostnames} load={load} />
            <NewRule key={kind} kind={kind} answer={answer} hostnames={hostnames} load={load} />
          </>
        )}
      </div>
    </Card>
  )
}
