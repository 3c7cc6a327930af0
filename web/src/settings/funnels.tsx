// Funnels: a list of them with their steps, and a form that makes one of the site's goals.

import { useId, useState } from 'preact/hooks'
import type { AnswerAt } from '../../../src/http/contracts/answers.ts'
import { funnelStepsMax, funnelStepsMin } from '../../../src/rules/maxima.ts'
import * as words from '../../../src/rules/words/en/funnels.ts'
import { pages } from '../../../src/rules/words/en/settings.ts'
import { Field, Select } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { AskingButton, Card, EntryTable } from '../parts/section.tsx'
import { attempt, toast } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { settingsPath } from '../service/links.ts'
import { request } from '../service/request.ts'
import { goalName } from '../text/goal-name.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain, hasFeature, useAnswer, type Values } from './kit.tsx'

type Goal = Reply<'GET', 'goals'>['goals'][number]

type Funnel = AnswerAt<'GET', typeof path>['funnels'][number]

const path = '/api/v1/sites/funnels'
const site = new URLSearchParams({ site_id: domain })

/** Two goals may share a name and differ in their properties. */
const goalWords = ({ display_name, custom_props }: Goal): string => {
  const name = goalName(display_name)
  const properties = Object.entries(custom_props).map(([key, value]) => `${key} = ${value}`)
  return properties.length === 0 ? name : `${name} (${properties.join(', ')})`
}

/** The steps in their order. Their numbers come with the traffic. */
const FunnelPicture = ({ names }: { names: readonly string[] }) => (
  <ol class="funnel-picture" aria-label={words.picture}>
    {names.map((name, index) => (
      <li key={index}>
        <bdi>{name}</bdi>
      </li>
    ))}
  </ol>
)

interface FunnelFormProps {
  readonly goals: readonly Goal[]
  /** Undefined: a new one is made. */
  readonly funnel?: Funnel | undefined
  readonly onClose: () => void
  readonly load: () => Promise<void>
}

type Option = readonly [goal: string, name: string]

/** The first goal that is no step yet, or the first of all. */
const nextGoal = (options: readonly Option[], taken: readonly string[]): string =>
  (options.find(([goal]) => !taken.includes(goal)) ?? options[0])?.[0] ?? ''

function firstSteps(options: readonly Option[]): string[] {
  const chosen: string[] = []
  while (chosen.length < funnelStepsMin) chosen.push(nextGoal(options, chosen))
  return chosen
}

const StepsError = ({ id, text }: { id: string; text: string }) => (
  <p id={id} class="field-error" role="alert">
    {text}
  </p>
)

function FunnelForm({ goals, funnel, onClose, load }: FunnelFormProps) {
  const options = goals.map((goal): Option => [String(goal.id), goalWords(goal)])
  const id = useId()
  const [steps, setSteps] = useState(() => funnel?.steps.map(({ goal_id }) => String(goal_id)) ?? firstSteps(options))
  async function send({ name = '' }: Values): Promise<void> {
    await request('PUT', path, { site_id: domain, name: funnel?.name ?? name, steps: steps.map(Number) })
    toast(funnel ? words.saved : words.added)
    onClose()
    await load()
  }
  const [title, action] = funnel ? [say(words.changeOf, { name: funnel.name }), words.save] : [words.add, words.add]
  return (
    <FormDialog title={title} action={action} onSend={send} onClose={onClose}>
      {(fields) => (
        <>
          <Field
            name="name"
            label={words.name}
            error={fields['name']}
            start={funnel?.name ?? ''}
            isDisabled={funnel !== undefined}
            isFocused={!funnel}
            autocomplete="off"
          />
          <fieldset class="checks" name="steps" aria-describedby={`${id}-steps`}>
            <legend>{words.steps}</legend>
            {fields['steps'] && <StepsError id={`${id}-steps`} text={fields['steps']} />}
            {steps.map((goal, index) => (
              <Select
                key={index}
                name={`step_${index}`}
                label={say(words.step, { number: index + 1 })}
                value={goal}
                options={options}
                onChange={(next) => setSteps(steps.with(index, next))}
              />
            ))}
            <p class="soft">{words.stepsHint}</p>
            <div class="row">
              {steps.length < funnelStepsMax && (
                <button type="button" class="button" onClick={() => setSteps([...steps, nextGoal(options, steps)])}>
                  {words.moreSteps}
                </button>
              )}
              {steps.length > funnelStepsMin && (
                <button type="button" class="button" onClick={() => setSteps(steps.slice(0, -1))}>
                  {words.lessSteps}
                </button>
              )}
            </div>
          </fieldset>
          <FunnelPicture names={steps.map((goal) => options.find(([id]) => id === goal)?.[1] ?? '')} />
        </>
      )}
    </FormDialog>
  )
}

function FunnelRow({ funnel, load, onChange }: { funnel: Funnel; load: () => Promise<void>; onChange: () => void }) {
  const { id, name, steps } = funnel
  async function remove(): Promise<void> {
    if (await attempt('DELETE', `${path}/${id}?${site}`)) toast(words.removed)
    await load()
  }
  return (
    <tr>
      <th scope="row">
        <a href={at(`/sites/${encodeURIComponent(domain)}?goals=funnels&funnel=${id}`)}>
          <bdi>{name}</bdi>
        </a>
      </th>
      <td>
        <ol class="steps">
          {steps.map(({ display_name }, index) => (
            <li key={index}>
              <bdi>{goalName(display_name)}</bdi>
            </li>
          ))}
        </ol>
      </td>
      <td class="row-actions">
        <button type="button" class="button" aria-label={say(words.changeOf, { name })} onClick={onChange}>
          {words.change}
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
  const { answer, load } = useAnswer(() => request('GET', `${path}?${site}`))
  const { answer: known } = useAnswer(() => ask('GET', 'goals'))
  const [edited, setEdited] = useState<Funnel | 'new' | null>(null)
  const funnels = answer?.funnels ?? []
  const goals = known?.goals ?? []
  return (
    <Card title={pages.funnels} lead={words.lead}>
      {!hasFeature('funnels') && <p class="soft">{words.noPlan}</p>}
      {known && goals.length === 0 && (
        <p>
          {words.noGoals} <a href={settingsPath(domain, 'goals')}>{words.addGoal}</a>
        </p>
      )}
      {hasFeature('funnels') && goals.length > 0 && (
        <div class="row">
          <button type="button" class="button-main" onClick={() => setEdited('new')}>
            {words.add}
          </button>
        </div>
      )}
      {answer && funnels.length === 0 && <p>{words.none}</p>}
      <EntryTable name={pages.funnels} heads={[words.name, words.steps, words.change]} rows={funnels}>
        {(funnel) => <FunnelRow key={funnel.id} funnel={funnel} load={load} onChange={() => setEdited(funnel)} />}
      </EntryTable>
      {edited && (
        <FunnelForm
          goals={goals}
          funnel={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
          load={load}
        />
      )}
    </Card>
  )
}
