// Goals: a table of them, and a form that suggests the events that no goal counts yet.

import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { useId, useRef, useState } from 'preact/hooks'
import { type GoalKind, goalKindOf } from '../../../src/rules/goal-kinds.ts'
import { goalPropertiesMax } from '../../../src/rules/maxima.ts'
import * as words from '../../../src/rules/words/en/goals.ts'
import { pages } from '../../../src/rules/words/en/settings.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { Field, Select } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { AskingButton, Card, EntryTable } from '../parts/section.tsx'
import { attempt, toast } from '../parts/toast.tsx'
import { Refusal, request } from '../service/request.ts'
import { goalName } from '../text/goal-name.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain, hasFeature, useAnswer, useSeen, type Values } from './kit.tsx'

type Goal = Reply<'GET', 'goals'>['goals'][number]

const path = '/api/v1/sites/goals'
const thresholdStart = '90'
/** Counted for every page: they make no goal. */
const ownEvents = ['pageview', 'engagement']

const kindOf = ({ event_name, scroll_threshold }: Goal): GoalKind => goalKindOf(event_name, scroll_threshold !== null)

function propertiesOf(values: Values): Record<string, string> {
  const pairs = Array.from(
    { length: goalPropertiesMax },
    (_, at) => [values[`key_${at}`], values[`value_${at}`]] as const,
  )
  return Object.fromEntries(
    pairs.filter(([key, value]) => key || value).map(([key, value]) => [key ?? '', value ?? '']),
  )
}

interface GoalFormProps {
  readonly goals: readonly Goal[]
  /** Undefined: a new one is made. */
  readonly goal?: Goal | undefined
  readonly onClose: () => void
  readonly load: () => Promise<void>
}

async function addGoal(kind: GoalKind, values: Values): Promise<void> {
  const what =
    kind === 'event'
      ? { event_name: values['event_name'], currency: values['currency']?.trim().toUpperCase() ?? '' }
      : { page_path: values['page_path'], scroll_threshold: kind === 'scroll' ? values['scroll_threshold'] : null }
  await request('PUT', path, {
    site_id: domain,
    goal_type: kind === 'event' ? 'event' : 'page',
    ...what,
    display_name: values['display_name'],
    custom_props: propertiesOf(values),
  }).catch((error: unknown) => {
    // That there are too many goals is said of event names, of pages too.
    const isOfPage = kind !== 'event' && error instanceof Refusal && error.field === 'event_name'
    throw isOfPage ? new Refusal(error.status, error.message, { ...error, field: 'page_path' }) : error
  })
}

const changeGoal = ({ id }: Goal, values: Values): Promise<unknown> =>
  ask('PUT', 'goals/:goal', {
    params: { goal: id },
    body: { display_name: values['display_name'], custom_props: propertiesOf(values) },
  })

/** Pages that are offered below the field. */
const pagesOffered = 8

/** The path of a page. Pages that were seen lately are offered below it: a press fills the field. */
function PagePath({ goal, error, taken }: { goal?: Goal | undefined; error: string | undefined; taken: Taken }) {
  const seen = useSeen('event:page').filter((path) => !taken.has(path))
  const isFixed = goal !== undefined
  const field = useRef<HTMLDivElement>(null)
  const fill = (path: string) => {
    const input = field.current?.querySelector('input')
    if (!input) return
    input.value = path
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }
  return (
    <div ref={field} class="form">
      <Field
        name="page_path"
        label={words.path}
        hint={isFixed ? words.fixedWhat : words.pathHint}
        error={error}
        autocomplete="off"
        start={goal?.page_path ?? '/'}
        isDisabled={isFixed}
      />
      {!isFixed && seen.length > 0 && (
        <fieldset class="offers">
          <legend class="field-hint">{words.seenPages}</legend>
          {seen.slice(0, pagesOffered).map((path) => (
            <button key={path} type="button" class="offer" title={path} onClick={() => fill(path)}>
              <bdi>{path}</bdi>
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** The event or page of a goal. It is settled once the goal is there. */
function What({
  kind,
  fields,
  goal,
  taken,
}: {
  kind: GoalKind
  fields: Values
  goal?: Goal | undefined
  taken: Taken
}) {
  const seen = useSeen('event:name').filter((name) => !taken.has(name))
  const isFixed = goal !== undefined
  if (kind === 'event') {
    return (
      <Field
        key="event"
        name="event_name"
        label={words.eventName}
        hint={isFixed ? words.fixedWhat : words.eventHint}
        error={fields['event_name']}
        autocomplete="off"
        start={goal?.event_name ?? ''}
        isDisabled={isFixed}
        {...(isFixed ? {} : { suggestions: seen })}
        isFocused={!isFixed}
      />
    )
  }
  return (
    <>
      <PagePath key="page" goal={goal} error={fields['page_path']} taken={taken} />
      {kind === 'scroll' && (
        <Field
          name="scroll_threshold"
          label={words.threshold}
          error={fields['scroll_threshold']}
          start={String(goal?.scroll_threshold ?? thresholdStart)}
          autocomplete="off"
          isDisabled={isFixed}
        />
      )}
    </>
  )
}

type Taken = ReadonlySet<string | null>

function Currency({ goal, error }: { goal?: Goal | undefined; error: string | undefined }) {
  if (!hasFeature('revenue_goals')) return <p class="soft">{words.noRevenue}</p>
  return (
    <Field
      name="currency"
      label={words.currency}
      hint={goal ? words.fixedCurrency : words.currencyHint}
      error={error}
      start={goal?.currency ?? ''}
      isDisabled={goal !== undefined}
      autocomplete="off"
    />
  )
}

/** Up to three properties that an event has to have. */
function Properties({ goal, error }: { goal?: Goal | undefined; error: string | undefined }) {
  const known = Object.entries(goal?.custom_props ?? {})
  const [rows, setRows] = useState(known.length)
  const id = useId()
  if (!hasFeature('props')) return <p class="soft">{words.noProps}</p>
  return (
    <fieldset class="checks" name="custom_props" aria-describedby={`${id}-props`}>
      <legend class="soft">{words.onlyWith}</legend>
      {error && (
        <p id={`${id}-props`} class="field-error" role="alert">
          {error}
        </p>
      )}
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} class="row">
          <Field
            name={`key_${at}`}
            label={say(words.key, { number: at + 1 })}
            start={known[at]?.[0] ?? ''}
            autocomplete="off"
          />
          <Field
            name={`value_${at}`}
            label={say(words.value, { number: at + 1 })}
            start={known[at]?.[1] ?? ''}
            autocomplete="off"
          />
        </div>
      ))}
      {rows < goalPropertiesMax && (
        <button type="button" class="button-quiet add-row" onClick={() => setRows(rows + 1)}>
          <Icon of={Plus} />
          {words.moreProperties}
        </button>
      )}
    </fieldset>
  )
}

function GoalForm({ goals, goal, onClose, load }: GoalFormProps) {
  const [kind, setKind] = useState<GoalKind>(goal ? kindOf(goal) : 'event')
  const taken: Taken = new Set([...ownEvents, ...goals.flatMap((one) => [one.event_name, one.page_path])])
  async function send(values: Values): Promise<void> {
    await (goal ? changeGoal(goal, values) : addGoal(kind, values))
    toast(goal ? words.saved : words.added)
    onClose()
    await load()
  }
  const title = goal ? say(words.editOf, { name: goalName(goal.display_name) }) : words.add
  return (
    <FormDialog title={title} action={goal ? shared.save : words.add} onSend={send} onClose={onClose}>
      {(fields) => (
        <>
          <Select
            name="goal_type"
            label={words.kind}
            value={kind}
            error={fields['goal_type']}
            options={Object.entries(words.kinds)}
            onChange={(next) => setKind(next as GoalKind)}
            isDisabled={goal !== undefined}
          />
          <What kind={kind} fields={fields} goal={goal} taken={taken} />
          {kind === 'event' && <Currency goal={goal} error={fields['currency']} />}
          <Field
            name="display_name"
            label={words.displayName}
            hint={words.displayHint}
            error={fields['display_name']}
            start={goal?.display_name ?? ''}
            isFocused={goal !== undefined}
            autocomplete="off"
          />
          <Properties goal={goal} error={fields['custom_props']} />
        </>
      )}
    </FormDialog>
  )
}

interface GoalRowProps {
  readonly goal: Goal
  readonly onEdit: () => void
  readonly load: () => Promise<void>
}

function GoalRow({ goal, onEdit, load }: GoalRowProps) {
  const { id, currency, custom_props } = goal
  const name = goalName(goal.display_name)
  const what = { name: goal.event_name ?? goal.page_path ?? '', percent: goal.scroll_threshold ?? 0 }
  async function remove(): Promise<void> {
    if (await attempt('DELETE', `${path}/${id}?${new URLSearchParams({ site_id: domain })}`)) toast(words.removed)
    await load()
  }
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <span class="entry-detail">{say(words.kindOf[kindOf(goal)], what)}</span>
      </th>
      <td data-label={words.currency}>{currency}</td>
      <td data-label={words.properties}>
        {Object.entries(custom_props).map(([key, value]) => (
          <span key={key} class="entry-detail">
            <bdi>{`${key} = ${value}`}</bdi>
          </span>
        ))}
      </td>
      <td class="row-actions">
        <button type="button" class="button" aria-label={say(words.editOf, { name })} onClick={onEdit}>
          {words.edit}
        </button>
        <AskingButton
          label={words.remove}
          name={say(words.removeOf, { name })}
          question={say(words.removeAsk, { name })}
          lead={words.removeLead}
          onConfirm={remove}
        />
      </td>
    </tr>
  )
}

export function View() {
  const { answer, load } = useAnswer(() => ask('GET', 'goals'))
  const [edited, setEdited] = useState<Goal | 'new' | null>(null)
  const [typed, setTyped] = useState('')
  const goals = answer?.goals ?? []
  const wanted = typed.trim().toLowerCase()
  const shown = goals.filter(({ display_name, event_name, page_path }) =>
    [display_name, event_name, page_path].some((text) => text?.toLowerCase().includes(wanted)),
  )
  return (
    <Card title={pages.goals} lead={words.lead}>
      <div class="find">
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          spellcheck={false}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button type="button" class="button-main" onClick={() => setEdited('new')}>
          {words.add}
        </button>
      </div>
      {answer && shown.length === 0 && (
        <p>{goals.length === 0 ? words.none : say(words.noneFound, { search: typed.trim() })}</p>
      )}
      <EntryTable name={pages.goals} heads={[words.name, words.currency, words.properties, words.edit]} rows={shown}>
        {(goal) => <GoalRow key={goal.id} goal={goal} onEdit={() => setEdited(goal)} load={load} />}
      </EntryTable>
      {edited && (
        <GoalForm
          goals={goals}
          goal={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
          load={load}
        />
      )}
    </Card>
  )
}
