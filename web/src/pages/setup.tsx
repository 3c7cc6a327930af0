// The first account. The holder of the link that the start printed makes it.
import { linkHours } from '../../../src/rules/lifetimes.ts'
import { passwordCharactersMin } from '../../../src/rules/maxima.ts'
import * as entry from '../../../src/rules/words/en/entry.ts'
import { start } from '../main.tsx'
import { CardPage, CommandLine } from '../parts/card-page.tsx'
import { EmailField, Field, Form, PasswordField } from '../parts/form.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'
import { say } from '../text/say.ts'

const token = new URLSearchParams(location.search).get('token') ?? ''

async function createAccount(values: Readonly<Record<string, string>>): Promise<void> {
  const { next } = await request('POST', '/api/setup', { ...values, token })
  location.replace(at(next))
}

/** The address of the first account, unless `provision` made it up from the domain of the site. */
const ownAddress = (): string => {
  const { email = '' } = facts.prefill ?? {}
  return /^owner(-[0-9a-f]{16})?@/.test(email) ? '' : email
}

function NewAccount() {
  const email = ownAddress()
  return (
    <CardPage>
      <p class="soft">{entry.setUpLead}</p>
      <Form onSend={createAccount}>
        {({ fields, isSending }) => (
          <>
            <EmailField error={fields['email']} start={email} isFocused={email === ''} />
            <Field
              name="name"
              label={entry.name}
              autocomplete="name"
              error={fields['name']}
              start={facts.prefill?.name ?? ''}
              isFocused={email !== ''}
            />
            <PasswordField
              name="password"
              label={entry.password}
              autocomplete="new-password"
              error={fields['password']}
              hint={say(entry.passwordHint, { least: passwordCharactersMin })}
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
  if (facts.is_set_up) {
    return (
      <CardPage>
        <p>{entry.setUpDone}</p>
        <a class="button-main" href={at('/login')}>
          {entry.signIn}
        </a>
      </CardPage>
    )
  }
  return (
    <CardPage>
      <p>{facts.token_state === 'missing' ? entry.setUpMissing : say(entry.setUpExpired, { hours: linkHours })}</p>
      <CommandLine text={say(entry.setUpCommand, { tidemark: facts.call ?? 'tidemark' })} />
    </CardPage>
  )
}

start(facts.token_state === 'ok' ? <NewAccount /> : <NoLink />, { width: 'narrow' })
