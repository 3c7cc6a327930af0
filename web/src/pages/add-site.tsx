// A new site: domain and time zone, then how to install the script.

import { signal } from '@preact/signals'
import { at } from '../at.ts'
import { facts } from '../facts.ts'
import { Field, Form, Select } from '../parts/form.tsx'
import { Install } from '../parts/install.tsx'
import { request } from '../request.ts'
import { startSignedIn } from '../signed-in.tsx'
import type { TrackerFlags } from '../snippets.ts'
import { install as words } from '../text/en/install.ts'
import { zoneOfBrowser, zones } from '../zones.ts'

interface NewSite {
  readonly domain: string
  readonly tracker_script_configuration: TrackerFlags
}

const added = signal<NewSite | undefined>(undefined)
const timezone = signal(zoneOfBrowser())
const teams = facts.teams ?? []
const team = signal(teams[0]?.id ?? '')

async function add({ domain }: Readonly<Record<string, string>>): Promise<void> {
  const body = { domain, timezone: timezone.value, ...(team.value ? { team_id: team.value } : {}) }
  added.value = await request<NewSite>('POST', '/api/v1/sites', body)
  // The same words stand there: a reload finds the site, not the form.
  history.replaceState(null, '', at(`/sites/${encodeURIComponent(added.value.domain)}`))
}

function NewSiteForm() {
  return (
    <Form class="card" onSend={add}>
      {({ fields, isSending }) => (
        <>
          <Field
            name="domain"
            label={words.domain}
            hint={words.domainHint}
            error={fields['domain']}
            autocomplete="off"
            isFocused
          />
          <Select
            name="timezone"
            label={words.timezone}
            hint={words.timezoneHint}
            error={fields['timezone']}
            value={timezone.value}
            options={zones().map((zone) => [zone, zone.replaceAll('_', ' ')])}
            onChange={(zone) => {
              timezone.value = zone
            }}
          />
          {teams.length > 1 && (
            <Select
              name="team_id"
              label={words.team}
              value={team.value}
              error={fields['team_id']}
              options={teams.map(({ id, name }) => [id, name])}
              onChange={(id) => {
                team.value = id
              }}
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
