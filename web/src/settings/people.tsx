// Members, guests, invitations.

import { useState } from 'preact/hooks'
import { guestRoles, mayGive, type TeamRole, teamRoles } from '../../../src/rules/roles.ts'
import * as words from '../../../src/rules/words/en/people.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import * as teamWords from '../../../src/rules/words/en/teams.ts'
import { Checkbox, Field, Form, Select } from '../parts/form.tsx'
import { asBeginning, roleName, rolesThatMay } from '../parts/role-words.ts'
import { AskingButton, Card, Entries, Entry } from '../parts/section.tsx'
import { copy, isDone, refuse, toast } from '../parts/toast.tsx'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'
import { formatInstant } from '../text/format.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain, hasFeature, may, useAnswer, type Values } from './kit.tsx'

type People = Reply<'GET', 'people'>
type Person = Pick<People['guests'][number], 'email' | 'role'>
/** Without `url` the invitation is on its way by mail. */
type Made = Reply<'POST', 'invitations'>

interface Reload {
  readonly load: () => Promise<void>
}

const mayManage = may('manage_guests')
const own = facts.site?.role ?? 'public'
const given = teamRoles.filter((role) => mayGive(own, role)).toReversed()
const optionsOf = (roles: readonly TeamRole[]) => roles.map((one) => [one, roleName(one)] as const)

interface PersonEntryProps<Role extends TeamRole> extends Reload {
  readonly person: Person
  readonly detail?: string
  readonly roles: readonly Role[]
  readonly onChange: (role: Role) => Promise<unknown>
  readonly onRemove: () => Promise<unknown>
  readonly removeLead: string
}

function PersonEntry<Role extends TeamRole>(props: PersonEntryProps<Role>) {
  const { person, detail, roles, onChange, onRemove, removeLead, load } = props
  const { email, role } = person
  // Only owners touch owners.
  const isOpen = mayManage && roles.some((one) => one === role)
  async function change(next: string): Promise<void> {
    const given = roles.find((one) => one === next)
    if (given && (await isDone(onChange(given)))) toast(shared.saved)
    await load()
  }
  async function remove(): Promise<void> {
    if (await isDone(onRemove())) toast(say(words.removed, { email }))
    await load()
  }
  return (
    <Entry title={email} detail={detail ?? ''} badge={!isOpen && roleName(role)}>
      {isOpen && (
        <>
          <Select
            name="role"
            label={say(words.roleOf, { email })}
            value={role}
            options={optionsOf(roles)}
            onChange={change}
            isLabelHidden
          />
          <AskingButton
            label={words.remove}
            name={say(words.removeOf, { email })}
            question={say(words.removeAsk, { email })}
            lead={removeLead}
            onConfirm={remove}
          />
        </>
      )}
    </Entry>
  )
}

interface InvitationProps extends Reload {
  readonly entry: People['invitations'][number]
  readonly onInvite: (wanted: Wanted) => Promise<void>
}

/** Canceled at once; the message invites again, with another link. */
function Invitation({ entry, onInvite, load }: InvitationProps) {
  const { id, email, to, role, expires_at } = entry
  const place = say(to === 'team' ? words.toTeam : words.toSite, { role: roleName(role) })
  async function revoke(): Promise<void> {
    if (await isDone(ask('DELETE', 'invitations/:id', { params: { id } })))
      toast(words.revoked, () => void onInvite({ email, role, to }).catch(refuse))
    await load()
  }
  return (
    <Entry title={email} detail={`${place} · ${say(words.until, { time: formatInstant(expires_at) })}`}>
      {mayManage && (
        <button type="button" class="button" aria-label={say(words.revokeOf, { email })} onClick={revoke}>
          {words.revoke}
        </button>
      )}
    </Entry>
  )
}

/** An invitation as it is asked for. */
interface Wanted {
  readonly email: string
  readonly role: string
  readonly to: string
}

function MadeInvitation({ made: { email, url, failure } }: { made: Made }) {
  if (url === null) return <p role="status">{say(words.mailed, { email })}</p>
  return (
    <div class="notice" role="status">
      {failure && <p>{say(words.notMailed, { failure })}</p>}
      <p>{say(words.made, { email })}</p>
      <pre class="secret">
        <code>{url}</code>
      </pre>
      <button type="button" class="button" onClick={() => copy(url)}>
        {words.copyInvitation}
      </button>
    </div>
  )
}

interface InviteProps {
  /** The invitation that was made last. */
  readonly made: Made | undefined
  readonly onInvite: (wanted: Wanted) => Promise<void>
}

function Invite({ made, onInvite }: InviteProps) {
  const hasTeams = hasFeature('teams')
  const [to, setTo] = useState(hasTeams ? 'team' : 'site')
  const [role, setRole] = useState('viewer')
  return (
    <Card title={words.invite} lead={hasTeams ? '' : words.noTeams}>
      <Form onSend={({ email = '' }: Values) => onInvite({ email, role, to })} isGuarded>
        {({ fields, isSending }) => (
          <>
            <Field name="email" label={words.email} type="email" error={fields['email']} autocomplete="off" />
            {hasTeams && (
              <Select
                name="to"
                label={words.to}
                value={to}
                error={fields['to']}
                options={[
                  ['team', words.team],
                  ['site', words.site],
                ]}
                onChange={(next) => {
                  setTo(next)
                  if (next === 'site' && !guestRoles.some((one) => one === role)) setRole('viewer')
                }}
              />
            )}
            <Select
              name="role"
              label={words.role}
              value={role}
              error={fields['role']}
              options={optionsOf(to === 'team' ? given : guestRoles)}
              onChange={setRole}
            />
            <div>
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {words.invite}
              </button>
            </div>
          </>
        )}
      </Form>
      {made && <MadeInvitation made={made} />}
    </Card>
  )
}

/** The name of the team, which its owners give. */
function TeamName() {
  const { answer, load } = useAnswer(() => ask('GET', 'team'))
  if (!answer) return null
  async function save({ name = '' }: Values): Promise<void> {
    await ask('PUT', 'team', { body: { name } })
    toast(shared.saved)
    await load()
  }
  return (
    <Card title={teamWords.field}>
      <Form onSend={save} isGuarded>
        {({ fields, isSending }) => (
          <>
            <Field
              name="name"
              label={teamWords.field}
              hint={teamWords.fieldHint}
              start={answer.name}
              error={fields['name']}
              autocomplete="organization"
            />
            <div>
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {shared.save}
              </button>
            </div>
          </>
        )}
      </Form>
    </Card>
  )
}

/** The switch that asks everybody for a second factor. */
function SignInRules() {
  const { answer, load } = useAnswer(() => ask('GET', 'sign-in'))
  if (!answer) return null
  const { requires_second_factor: isRequired, has_second_factor: isOwn } = answer
  async function change(next: boolean): Promise<void> {
    if (await isDone(ask('PUT', 'sign-in', { body: { requires_second_factor: next } }))) toast(shared.saved)
    await load()
  }
  return (
    <Card title={words.signIn}>
      <Checkbox
        label={words.requireFactor}
        isChecked={isRequired}
        onChange={change}
        hint={isRequired || isOwn ? words.requireFactorHint : words.ownFactorFirst}
        isDisabled={!isRequired && !isOwn}
      />
    </Card>
  )
}

function Members({ members, load }: Reload & Pick<People, 'members'>) {
  return (
    <Card title={words.members} lead={words.membersLead}>
      <Entries rows={members}>
        {(one) => {
          const params = { email: one.email }
          return (
            <PersonEntry
              key={one.email}
              person={one}
              detail={one.is_proven ? one.name : [one.name, words.unconfirmed].filter(Boolean).join(' · ')}
              roles={given}
              onChange={(role) => ask('PUT', 'members/:email', { params, body: { role } })}
              onRemove={() => ask('DELETE', 'members/:email', { params })}
              removeLead={words.removeLead}
              load={load}
            />
          )
        }}
      </Entries>
    </Card>
  )
}

export function View() {
  const { answer, load } = useAnswer(() => ask('GET', 'people'))
  const [made, setMade] = useState<Made>()
  if (!answer) return null
  async function invite(wanted: Wanted): Promise<void> {
    setMade(await ask('POST', 'invitations', { body: wanted }))
    await load()
  }
  const { members, guests, invitations } = answer
  const guestsPath = (email: string) =>
    `/api/v1/sites/guests/${encodeURIComponent(email)}?${new URLSearchParams({ site_id: domain })}`
  return (
    <>
      {mayManage ? (
        <Invite made={made} onInvite={invite} />
      ) : (
        <p class="soft">{say(words.readOnly, { roles: asBeginning(rolesThatMay('manage_guests')) })}</p>
      )}
      {own === 'owner' && <TeamName />}
      {may('manage_sign_in') && <SignInRules />}
      {members.length > 0 && <Members members={members} load={load} />}
      <Card title={words.guests} lead={words.guestsLead}>
        <Entries rows={guests} none={words.noGuests}>
          {(one) => (
            <PersonEntry
              key={one.email}
              person={one}
              detail={one.status === 'invited' ? words.invited : ''}
              roles={guestRoles}
              onChange={(role) => ask('PUT', 'guests/:email', { params: { email: one.email }, body: { role } })}
              onRemove={() => request('DELETE', guestsPath(one.email))}
              removeLead={words.removeGuestLead}
              load={load}
            />
          )}
        </Entries>
      </Card>
      {members.length > 0 && (
        <Card title={words.invitations}>
          <Entries rows={invitations} none={words.noInvitations}>
            {(one) => <Invitation key={one.id} entry={one} onInvite={invite} load={load} />}
          </Entries>
        </Card>
      )}
    </>
  )
}
