// One's own account: name, password, sessions, API keys.

import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { type Language, languages } from '../../../src/rules/languages.ts'
import { passwordCharactersMin } from '../../../src/rules/maxima.ts'
import * as words from '../../../src/rules/words/en/account.ts'
import { connect } from '../../../src/rules/words/en/assistants.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { beginWork } from '../main.tsx'
import { type AccountReply, askAccount } from '../parts/ask-account.ts'
import { CommandLine } from '../parts/card-page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { ConnectAssistant } from '../parts/connect-assistant.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { AskedField, Checkbox, Field, Form, PasswordField, Select } from '../parts/form.tsx'
import { FormDialog, SecretDialog } from '../parts/form-dialog.tsx'
import { useOnDemand } from '../parts/on-demand.ts'
import { SecondFactor } from '../parts/second-factor.tsx'
import { Card, Entries } from '../parts/section.tsx'
import { teamName } from '../parts/team-name.ts'
import { attempt, refuse, toast } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'
import { startSignedIn } from '../signed-in.tsx'
import { formatDay, formatInstant } from '../text/format.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'

type Session = AccountReply<'GET sessions'>['sessions'][number]
type Key = AccountReply<'GET keys'>['keys'][number]

const sessions = signal<readonly Session[] | undefined>(undefined)
const keys = signal<readonly Key[] | undefined>(undefined)

async function load(): Promise<void> {
  const end = beginWork()
  try {
    const [first, second] = await Promise.all([askAccount('GET', 'sessions'), askAccount('GET', 'keys')])
    sessions.value = first.sessions
    keys.value = second.keys
  } catch (error) {
    refuse(error)
  }
  end()
}

/** Says that the address is not confirmed, and offers the mail that confirms it. */
function Unconfirmed() {
  const [isSent, setSent] = useState(false)
  async function send(): Promise<void> {
    if (await attempt('POST', '/api/account/confirmation')) setSent(true)
  }
  return (
    <div class="stack">
      <p>{words.unconfirmed}</p>
      {!facts.sends_mail && <p class="soft">{words.confirmByOperator}</p>}
      {facts.sends_mail && isSent && <p role="status">{words.confirmationSent}</p>}
      {facts.sends_mail && !isSent && (
        <div>
          <button type="button" class="button" onClick={send}>
            {words.sendConfirmation}
          </button>
        </div>
      )}
    </div>
  )
}

/** The present password, once it is asked for: from the start, or after a refusal. */
const PresentPassword = ({ error }: { error: string | undefined }) => (
  <AskedField name="current_password" error={error} isExpected={facts.user?.must_confirm}>
    <PasswordField
      name="current_password"
      label={words.currentPassword}
      autocomplete="current-password"
      error={error}
    />
  </AskedField>
)

/** Another address: a link goes to it. Without e-mail the operator changes it. */
function ChangeEmail({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState('')
  const email = facts.user?.email ?? ''
  if (!facts.sends_mail || sentTo) {
    const command = { tidemark: facts.call ?? 'tidemark', email, to: words.emailExample }
    return (
      <Dialog title={words.changeEmail} onClose={onClose}>
        {sentTo ? <p role="status">{say(words.emailSent, { email: sentTo })}</p> : <p>{words.emailByOperator}</p>}
        {!sentTo && <CommandLine text={say(words.emailCommand, command)} />}
      </Dialog>
    )
  }
  async function send(values: Readonly<Record<string, string>>): Promise<void> {
    await request('POST', '/api/account/email', values)
    setSentTo(values['email'] ?? '')
  }
  return (
    <FormDialog title={words.changeEmail} action={words.sendLink} onSend={send} onClose={onClose}>
      {(fields) => (
        <>
          <Field
            name="email"
            label={words.newEmail}
            type="email"
            hint={words.newEmailHint}
            error={fields['email']}
            autocomplete="email"
            isFocused
          />
          <PresentPassword error={fields['current_password']} />
        </>
      )}
    </FormDialog>
  )
}

/** The address, and the way to another one. */
function Address() {
  const [isChanging, setChanging] = useState(false)
  return (
    <div class="row">
      <p class="address">
        <span class="soft">{words.email}: </span>
        {facts.user?.email}
      </p>
      {!facts.oidc?.is_only && (
        <button type="button" class="button" onClick={() => setChanging(true)}>
          {words.changeEmail}
        </button>
      )}
      {isChanging && <ChangeEmail onClose={() => setChanging(false)} />}
    </div>
  )
}

function Profile() {
  const [hasShortcuts, setShortcuts] = useState(facts.user?.shortcuts ?? true)
  const kept = facts.user?.language ?? ''
  const [language, setLanguage] = useState(kept)
  async function save({ name }: Readonly<Record<string, string>>): Promise<void> {
    await request('PUT', '/api/account', { name, shortcuts: hasShortcuts, language: language || null })
    // Words of another language are other files.
    if (language !== kept) location.reload()
    else toast(shared.saved)
  }
  return (
    <Card title={words.profile}>
      <Address />
      {facts.user?.is_proven === false && <Unconfirmed />}
      <Form onSend={save} isGuarded>
        {({ fields, isSending }) => (
          <>
            <Field
              name="name"
              label={words.name}
              autocomplete="name"
              start={facts.user?.name ?? ''}
              error={fields['name']}
            />
            <Select
              name="language"
              label={words.language}
              value={language}
              options={[
                ['', words.languageOfBrowser],
                ...(facts.languages ?? []).map((code) => [code, languages[code as Language] ?? code] as const),
              ]}
              onChange={setLanguage}
              hint={words.languageHint}
            />
            <Checkbox
              label={words.shortcuts}
              hint={words.shortcutsHint}
              isChecked={hasShortcuts}
              onChange={setShortcuts}
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

function Password() {
  // A new form is an empty one.
  const [count, setCount] = useState(0)
  async function save(values: Readonly<Record<string, string>>): Promise<void> {
    await request('PUT', '/api/account', values)
    toast(words.passwordSaved)
    setCount(count + 1)
    await load()
  }
  return (
    <Card title={words.password}>
      <Form key={count} onSend={save} isGuarded>
        {({ fields, isSending }) => (
          <>
            <PresentPassword error={fields['current_password']} />
            <PasswordField
              name="password"
              label={words.newPassword}
              autocomplete="new-password"
              error={fields['password']}
              hint={say(words.passwordHint, { least: passwordCharactersMin })}
            />
            <div>
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {words.savePassword}
              </button>
            </div>
          </>
        )}
      </Form>
    </Card>
  )
}

const countries = new Intl.DisplayNames(locales, { type: 'region', fallback: 'code' })

async function endSession({ id }: Session): Promise<void> {
  if (!(await attempt('DELETE', `/api/account/sessions/${id}`))) return
  toast(words.ended)
  await load()
}

async function endAll(): Promise<void> {
  if (await attempt('DELETE', '/api/account/sessions')) location.assign(at('/login'))
}

function SessionRow({ session }: { session: Session }) {
  const browser = session.browser || words.unknownBrowser
  const place = session.country && countries.of(session.country)
  const used = say(words.lastUsed, { time: formatInstant(session.seen_at) })
  return (
    <li class="entry">
      <p class="grow">
        <strong>{browser}</strong>
        {session.is_current && <span class="badge">{words.thisBrowser}</span>}
        <span class="entry-detail">{[place, used].filter(Boolean).join(' · ')}</span>
      </p>
      {!session.is_current && (
        <button
          type="button"
          class="button"
          aria-label={say(words.endSession, { browser })}
          onClick={() => endSession(session)}
        >
          {words.end}
        </button>
      )}
    </li>
  )
}

function Sessions() {
  return (
    <Card title={words.sessions} lead={words.sessionsLead}>
      <Entries rows={sessions.value}>{(session) => <SessionRow key={session.id} session={session} />}</Entries>
      <div>
        <button type="button" class="button-bad" onClick={endAll}>
          {words.everywhere}
        </button>
      </div>
    </Card>
  )
}

const scopeNames = Object.keys(words.scopes) as (keyof typeof words.scopes)[]

interface ScopesProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function Scopes({ chosen, onChange }: ScopesProps) {
  return (
    <fieldset class="checks">
      <legend>{words.keyScopes}</legend>
      {scopeNames.map((scope) => (
        <Checkbox
          key={scope}
          label={words.scopes[scope]}
          hint={scope}
          isChecked={chosen.includes(scope)}
          onChange={(isOn) => onChange(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
        />
      ))}
    </fieldset>
  )
}

function NewKey({ onClose }: { onClose: () => void }) {
  const teams = facts.teams ?? []
  const [team, setTeam] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([scopeNames[0] as string])
  const [made, setMade] = useState('')
  const [isConnecting, setConnecting] = useState(false)
  async function create({ name, current_password }: Readonly<Record<string, string>>): Promise<void> {
    const body = { name, scopes, current_password, ...(team ? { team_id: team } : {}) }
    const { key } = await askAccount('POST', 'keys', body)
    setMade(key)
    await load()
  }
  if (isConnecting) return <ConnectAssistant secret={made} onClose={onClose} />
  if (made) {
    return (
      <SecretDialog
        title={words.createKey}
        lead={words.keyMade}
        secret={made}
        copyLabel={words.copyKey}
        doneLabel={words.done}
        onClose={onClose}
        further={
          scopes.includes('stats:read:*') && (
            <button type="button" class="button" onClick={() => setConnecting(true)}>
              {connect}
            </button>
          )
        }
      />
    )
  }
  return (
    <FormDialog title={words.createKey} action={words.createKey} onSend={create} onClose={onClose}>
      {(fields) => (
        <>
          <Field name="name" label={words.keyName} error={fields['name']} autocomplete="off" isFocused />
          {teams.length > 1 && (
            <Select
              name="team_id"
              label={words.keyTeam}
              value={team}
              error={fields['team_id']}
              options={[['', words.allTeams], ...teams.map((one) => [one.id, teamName(one)] as const)]}
              onChange={setTeam}
            />
          )}
          <Scopes chosen={scopes} onChange={setScopes} />
          <PresentPassword error={fields['current_password']} />
        </>
      )}
    </FormDialog>
  )
}

/** Scopes that mean the same as one that can be chosen. */
const alike: Readonly<Record<string, string>> = { 'sites:*': 'sites:provision:*' }

/** Scopes in words. A scope that this page does not know stays as it is written. */
const scopeWords = (scopes: readonly string[]): string =>
  new Intl.ListFormat(locales, { type: 'unit', style: 'short' }).format(
    scopes.map((scope) => (words.scopes as Readonly<Record<string, string>>)[alike[scope] ?? scope] ?? scope),
  )

/** The team that a key reaches, if it is one of several. */
function reachOf({ team }: Key): string {
  if (team === null) return words.allTeams
  const found = facts.teams?.find(({ id }) => id === team)
  return found ? say(words.onlyTeam, { team: teamName(found) }) : ''
}

function KeyRow({ entry, onRevoke }: { entry: Key; onRevoke: () => void }) {
  const made = say(words.keyCreated, { day: formatDay(entry.created_at.slice(0, 10), 'long') })
  const used = entry.last_used_at ? say(words.lastUsed, { time: formatInstant(entry.last_used_at) }) : words.never
  return (
    <li class="entry">
      <p class="grow">
        <strong>{entry.name}</strong>
        <code class="badge">{entry.key_prefix}…</code>
        <span class="entry-detail">{[scopeWords(entry.scopes), reachOf(entry)].filter(Boolean).join(' · ')}</span>
        <span class="entry-detail">{`${made} · ${used}`}</span>
      </p>
      <button type="button" class="button" aria-label={say(words.revokeKey, { name: entry.name })} onClick={onRevoke}>
        {words.revoke}
      </button>
    </li>
  )
}

function Keys() {
  const [isMaking, setMaking] = useState(false)
  const [isConnecting, setConnecting] = useState(false)
  const [revoking, setRevoking] = useState<Key>()
  /** Makes a key that reads statistics, named after the assistant; answers the key. */
  async function createFor(name: string, values: Readonly<Record<string, string>>): Promise<string> {
    const { key } = await askAccount('POST', 'keys', { name, scopes: [scopeNames[0]], ...values })
    await load()
    return key
  }
  async function revoke({ id }: Key): Promise<void> {
    if (!(await attempt('DELETE', `/api/account/keys/${id}`))) return
    toast(words.revoked)
    await load()
  }
  return (
    <Card title={words.keys} lead={words.keysLead}>
      <Entries rows={keys.value} none={words.noKeys}>
        {(entry) => <KeyRow key={entry.id} entry={entry} onRevoke={() => setRevoking(entry)} />}
      </Entries>
      <div class="row">
        <button type="button" class="button" onClick={() => setMaking(true)}>
          {words.createKey}
        </button>
        <button type="button" class="button" onClick={() => setConnecting(true)}>
          {connect}
        </button>
      </div>
      {isConnecting && <ConnectAssistant onCreate={createFor} onClose={() => setConnecting(false)} />}
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
      {revoking && (
        <Confirm
          title={say(words.revokeAsk, { name: revoking.name })}
          action={words.revoke}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <p>{words.revokeLead}</p>
        </Confirm>
      )}
    </Card>
  )
}

const loadClosed = () => import('../parts/closed-teams.tsx').then((part) => part.ClosedTeams)

function Account() {
  const { closed_teams: closed } = facts
  const Closed = useOnDemand(loadClosed, closed !== undefined)
  return (
    <div class="stack">
      <h1>{facts.heading}</h1>
      {closed && Closed && <Closed teams={closed} />}
      <Profile />
      {/* A second factor stands beside a password. */}
      {!facts.oidc?.is_only && <Password />}
      {(!facts.oidc?.is_only || closed) && <SecondFactor onChange={load} />}
      <Sessions />
      <Keys />
    </div>
  )
}

void load()
startSignedIn(<Account />, { width: 'narrow' })
