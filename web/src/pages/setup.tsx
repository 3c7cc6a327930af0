// The first account. The holder of the link that the start printed makes it.
import { at } from '../at.ts'
import { facts } from '../facts.ts'
import { start } from '../main.tsx'
import { CardPage, CommandLine } from '../parts/card-page.tsx'
import { EmailField, Field, Form, PasswordField } from '../parts/form.tsx'
import { request } from '../request.ts'
import * as entry from '../text/en/entry.ts'
import { say } from '../text/say.ts'

const token = new URLSearchParams(location.search).get('token') ?? ''

async function createAccount(values: Readonly<Record<string, string>>): Promise<void> {
  const { next } = await request<{ next: string }>('POST', '/api/setup', { ...values, token })
  location.replace(at(next))
}

function NewAccount() {
  return (
    <CardPage>
      <p class="soft">{entry.setUpLead}</p>
      <Form onSend={createAccount}>
        {({ fields, isSending }) => (
          <>
            <EmailField error={fields['email']} />
            <Field
              name="name"
              label={entry.name}
              autocomplete="name"
              error={fields['name']}
              start={facts.prefill?.name ?? ''}
              isFocused
            />
            <PasswordField
              name="password"
              label={entry.password}
              autocomplete="new-password"
              error={fields['password']}
              hint={entry.passwordHint}
            />
            <button type="submit" class="button-main" aria-disabled={isSending}>
              {entry.createAccount}
            </button>
          </>
        )}
      </Form>
    </CardPage>
  )
}

function NoLink() {
  return (
    <CardPage>
      <p>{facts.token_state === 'missing' ? entry.setUpMissing : entry.setUpExpired}</p>
      <CommandLine text={say(entry.setUpCommand, { tidemark: facts.call ?? 'tidemark' })} />
    </CardPage>
  )
}

start(facts.token_state === 'ok' ? <NewAccount /> : <NoLink />, { width: 'narrow' })
