// A new password, for whoever has a reset link.
import { facts } from '../facts.ts'
import { start } from '../main.tsx'
import { CardPage, CommandLine } from '../parts/card-page.tsx'
import { Form, PasswordField } from '../parts/form.tsx'
import { request } from '../request.ts'
import * as entry from '../text/en/entry.ts'
import { say } from '../text/say.ts'

const token = decodeURIComponent(location.pathname.slice('/reset/'.length))

async function save(values: Readonly<Record<string, string>>): Promise<void> {
  const { next } = await request<{ next: string }>('POST', '/api/reset', { password: values['password'], token })
  location.replace(next)
}

function NewPassword() {
  return (
    <CardPage>
      {facts.prefill && <p class="soft">{facts.prefill.email}</p>}
      <Form onSend={save}>
        {({ fields, isSending }) => (
          <>
            <input type="hidden" name="email" autocomplete="username" value={facts.prefill?.email ?? ''} />
            <PasswordField
              name="password"
              label={entry.newPassword}
              autocomplete="new-password"
              error={fields['password']}
              hint={entry.passwordHint}
              isFocused
            />
            <button type="submit" class="button-main" aria-disabled={isSending}>
              {entry.savePassword}
            </button>
          </>
        )}
      </Form>
    </CardPage>
  )
}

function Expired() {
  return (
    <CardPage>
      <p>{entry.resetExpired}</p>
      <CommandLine text={say(entry.forgottenCommand, { email: facts.prefill?.email ?? entry.you })} />
    </CardPage>
  )
}

start(facts.token_state === 'ok' ? <NewPassword /> : <Expired />, { width: 'narrow' })
