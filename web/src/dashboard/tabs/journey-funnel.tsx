// Makes a funnel of a journey. Steps that are no goals yet become goals: it lists them first.

import { useEffect, useState } from 'preact/hooks'
import { nameCharactersMax } from '../../../../src/rules/maxima.ts'
import * as text from '../../../../src/rules/words/en/journeys.ts'
import { Field } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { refuse, toastNext } from '../../parts/toast.tsx'
import { Refusal, request } from '../../service/request.ts'
import { useDashboard } from '../../state/dashboard.ts'
import type { JourneyStep, JourneyView } from '../../state/journey.ts'
import { say } from '../../text/say.ts'
import { type Goal, goalBody, goalOf, loadGoals } from '../panels/make-goal.ts'

const funnelsPath = '/api/v1/sites/funnels'

interface Known {
  readonly goals: readonly Goal[]
  readonly funnels: readonly string[]
}

const goalWords = ({ kind, name }: JourneyStep): string => (kind === 'page' ? say(text.newPageGoal, { name }) : name)

const makeGoal = async (domain: string, step: JourneyStep): Promise<number> =>
  (await request(...goalBody(domain, step))).id

async function readKnown(domain: string): Promise<Known> {
  const [goals, { funnels }] = await Promise.all([
    loadGoals(domain),
    request('GET', `${funnelsPath}?site_id=${encodeURIComponent(domain)}`),
  ])
  return { goals, funnels: funnels.map(({ name }) => name) }
}

/** The steps that are no goals yet, each once. */
const missingIn = (steps: readonly JourneyStep[], goals: readonly Goal[]): JourneyStep[] =>
  steps.filter(
    (step, at) =>
      !goalOf(step, goals) && steps.findIndex((other) => other.kind === step.kind && other.name === step.name) === at,
  )

export function FunnelDialog({ view, onClose }: { view: JourneyView; onClose: () => void }) {
  const { site, state, stateWith, hrefOf } = useDashboard()
  const [known, setKnown] = useState<Known | null>(null)
  // A funnel goes forward in time.
  const steps = view.direction === 'after' ? view.steps : [...view.steps].reverse()
  useEffect(() => {
    readKnown(site.domain).then(setKnown, (error: unknown) => {
      refuse(error)
      onClose()
    })
  }, [])
  if (!known) return null
  const missing = missingIn(steps, known.goals)
  async function send({ name = '' }: Readonly<Record<string, string>>): Promise<void> {
    // The service would give the funnel of that name these steps.
    if (known?.funnels.includes(name.trim())) throw new Refusal(400, text.nameTaken, { field: 'name' })
    const ids: number[] = []
    for (const step of steps) ids.push(goalOf(step, known?.goals ?? [])?.id ?? (await makeGoal(site.domain, step)))
    const made = await request('PUT', funnelsPath, { site_id: site.domain, name, steps: ids })
    toastNext(text.funnelSaved)
    const tabs = { ...state.value.tabs, goals: 'funnels' as const }
    // The page knows the site's funnels from its beginning: it begins again.
    location.assign(hrefOf(stateWith({ tabs, funnel: String(made.id) })))
  }
  return (
    <FormDialog title={text.saveAsFunnel} action={text.saveAsFunnel} onSend={send} onClose={onClose}>
      {(fields) => (
        <>
          <Field
            name="name"
            label={text.funnelName}
            error={fields['name']}
            start={steps
              .map(({ name }) => name)
              .join(' → ')
              .slice(0, nameCharactersMax)}
            isFocused
            autocomplete="off"
          />
          <p>{missing.length === 0 ? text.noNewGoals : text.newGoals}</p>
          {missing.length > 0 && (
            <ul aria-label={text.newGoals}>
              {missing.map((step) => (
                <li key={`${step.kind}:${step.name}`}>
                  <bdi>{goalWords(step)}</bdi>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FormDialog>
  )
}
