// A new site: domain and time zone, then how to install the script.

import { signal } from '@preact/signals'
import type { AnswerAt } from '../../../src/http/contracts/answers.ts'
import { bareDomain } from '../../../src/rules/domain.ts'
import * as domains from '../../../src/rules/words/en/domains.ts'
import { install as words } from '../../../src/rules/words/en/install.ts'
import * as teamWords from '../../../src/rules/words/en/teams.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Field, Form, Select } from '../parts/form.tsx'
import { Install } from '../parts/install.tsx'
import { teamName } from '../parts/team-name.ts'
import { refuse } from '../parts/toast.tsx'
import { ZoneField } from '../parts/zone-field.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { dashboardPath } from '../service/links.ts'
import { Refusal, request } from '../service/request.ts'
import { startSignedIn } from '../signed-in.tsx'
import { say } from '../text/say.ts'
import { domainProblem, isDotless } from '../typed/domains.ts'
import { readZone, zoneOfBrowser } from '../typed/zones.ts'

type NewSite = AnswerAt<'POST', '/api/v1/sites'>
type Values = Readonly<Record<string, string>>

const added = signal<NewSite | undefined>(undefined)
/** A domain that is refused because the reader has it: the field leads there. */
const known = signal('')
/** Values of a form that waits for an answer about its domain. */
const asked = signal<Values | undefined>(undefined)
const teams = facts.teams ?? []
const team = signal(teams[0]?.id ?? '')

/** The site of a domain, if the reader may see it. */
const findOwn = (domain: string): Promise<string> =>
  request('GET', `/api/v1/sites/${encodeURIComponent(domain)}`).then(
    (site) => site.domain,
    () => '',
  )

async function add({ domain = '', timezone = '', team_name: named = '' }: Values): Promise<void> {
  const body = { domain, timezone: readZone(timezone), ...(team.value ? { team_id: team.value } : {}) }
  try {
    added.value = await request('POST', '/api/v1/sites', body)
  } catch (error) {
    const isTaken = error instanceof Refusal && error.field === 'domain' && error.code === 'taken'
    known.value = isTaken ? await findOwn(bareDomain(domain)) : ''
    throw error
  }
  const ownPath = `/api/sites/${encodeURIComponent(added.value.domain)}/team`
  if (named.trim()) await request('PUT', ownPath, { name: named }).catch(refuse)
  // The same words stand there: a reload finds the site, not the form.
  history.replaceState(null, '', at(`/sites/${encodeURIComponent(added.value.domain)}`))
}

/** Refuses what no host can be, and asks about a name without a dot. */
async function check(values: Values): Promise<unknown> {
  const { domain = '' } = values
  known.value = ''
  const problem = domainProblem(domain)
  if (problem) throw new Refusal(0, problem, { field: 'domain' })
  if (!isDotless(domain)) return add(values)
  asked.value = values
  return false
}

/** The question about a name without a dot. */
function Asked({ values }: { values: Values }) {
  const domain = bareDomain(values['domain'] ?? '')
  return (
    <Confirm
      title={say(domains.noDot, { domain })}
      action={say(domains.addAnyway, { domain })}
      isHarmless
      onConfirm={() => add(values).catch(refuse)}
      onClose={() => {
        asked.value = undefined
      }}
    >
      <p>{domains.noDotLead}</p>
    </Confirm>
  )
}

/** The site is there already: says so, with the way to it. */
const AlreadyHere = ({ domain }: { domain: string }) => (
  <>
    {say(words.alreadyHere, { domain })} <a href={dashboardPath(domain)}>{say(words.open, { domain })}</a>
  </>
)

function NewSiteForm() {
  return (
    <>
      <Form class="card" onSend={check}>
        {({ fields, isSending }) => (
          <>
            <Field
              name="domain"
              label={words.domain}
              hint={words.domainHint}
              error={fields['domain'] && known.value ? <AlreadyHere domain={known.value} /> : fields['domain']}
              autocomplete="off"
              isFocused
            />
            <ZoneField
              label={words.timezone}
              hint={words.timezoneHint}
              error={fields['timezone']}
              start={zoneOfBrowser()}
            />
            {teams.length > 1 && (
              <Select
                name="team_id"
                label={words.team}
                value={team.value}
                error={fields['team_id']}
                options={teams.map((one) => [one.id, teamName(one)])}
                onChange={(id) => {
                  team.value = id
                }}
              />
            )}
            {teams.find(({ id }) => id === team.value)?.is_new && (
              <Field
                name="team_name"
                label={teamWords.field}
                hint={teamWords.fieldHint}
                error={fields['team_name']}
                autocomplete="organization"
              />
            )}
            <div>
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {words.addSite}
              </button>
            </div>
          </>
        )}
      </Form>
      {asked.value && <Asked values={asked.value} />}
    </>
  )
}

function AddSite() {
  const site = added.value
  return (
    <div class="stack">
      <h1>{facts.heading}</h1>
      {site ? <Install domain={site.domain} start={site.tracker_script_configuration} /> : <NewSiteForm />}
    </div>
  )
}

startSignedIn(<AddSite />, { width: 'narrow' })
