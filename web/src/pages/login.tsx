// Sign in with e-mail and password, or once by a link of `tidemark user link`.
import { linkHours } from '../../../src/rules/lifetimes.ts'
import * as entry from '../../../src/rules/words/en/entry.ts'
import { start } from '../main.tsx'
import { CardPage, CommandLine } from '../parts/card-page.tsx'
import { CodeField, EmailField, Form, PasswordField } from '../parts/form.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { Refusal, request } from '../service/request.ts'
import { say } from '../text/say.ts'

/** Own paths only. The server has checked `next`, and the page trusts no address. */
export const nextPath = (): string => at(facts.next ?? '/sites')

const token = new URLSearchParams(location.search).get('token') ?? ''

async function signInByLink(): Promise<void> {
  await request('POST', '/api/session', { token })
  location.replace(nextPath())
}

async function signIn(values: Readonly<Record<string, string>>): Promise<void> {
  try {
    await request('POST', '/api/session', values)
  } catch (error) {
    const isWrong = error instanceof Refusal && error.status === 401 && error.field !== 'code'
    throw isWrong ? new Refusal(0, entry.wrong) : error
  }
  location.replace(nextPath())
}

/** A link changes nothing until a person presses: programs that look at links in mails do not use it up. */
function ByLink() {
  return (
    <CardPage>
      {facts.prefill && <p class="soft">{say(entry.linkFor, { email: facts.prefill.email })}</p>}
      <Form onSend={signInByLink}>
        {({ isSending }) => (
          <button type="submit" class="button-main" aria-disabled={isSending}>
            {entry.signIn}
          </button>
        )}
      </Form>
    </CardPage>
  )
}

/** The button is a link: the service has a page of its own. */
function AtService({ name }: { name: string }) {
  return (
    <a class="button-main" href={at(`/login/oidc?${new URLSearchParams({ next: nextPath() })}`)}>
      {say(entry.signInWith, { name })}
    </a>
  )
}

function Login() {
  const { oidc } = facts
  if (oidc?.is_only)
    return (
      <CardPage>
        <AtService name={oidc.name} />
      </CardPage>
    )
  return (
    <CardPage>
      {facts.token_state === 'expired' && (
        <p role="alert" class="notice notice-warn">
          {say(entry.signInExpired, { hours: linkHours })}
        </p>
      )}
      {facts.needs_setup && (
        <div class="notice">
          <p>{entry.noAccount}</p>
          <CommandLine text={say(entry.setUpCommand, { tidemark: facts.call ?? 'tidemark' })} />
        </div>
      )}
      <Form onSend={signIn} refusedField="password">
        {({ fields, isSending }) => (
          <>
            <EmailField error={fields['email']} isFocused />
            <PasswordField
              name="password"
              label={entry.password}
              autocomplete="current-password"
              error={fields['password']}
            />
            <CodeField error={fields['code']} />
            <button type="submit" class="button-main" aria-disabled={isSending}>
              {entry.signIn}
            </button>
          </>
        )}
      </Form>
      {oidc && <AtService name={oidc.name} />}
      <p>
        <a href={at('/reset')}>{entry.forgot}</a>
      </p>
    </CardPage>
  )
}

start(facts.token_state === 'ok' ? <ByLink /> : <Login />, { width: 'narrow' })
