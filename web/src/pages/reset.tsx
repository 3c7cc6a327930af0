// A new password: the link for it by mail, and its choice by the holder of the link.

import { useState } from 'preact/hooks'
import { linkHours } from '../../../src/rules/lifetimes.ts'
import { passwordCharactersMin } from '../../../src/rules/maxima.ts'
import * as entry from '../../../src/rules/words/en/entry.ts'
import { start } from '../main.tsx'
import { CardPage, CommandLine } from '../parts/card-page.tsx'
import { Checkbox, CodeField, EmailField, Form, PasswordField } from '../parts/form.tsx'
import { at, ownPath } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'
import { say } from '../text/say.ts'

const token = decodeURIComponent(ownPath().slice('/reset/'.length))

function NewPassword() {
  const [revokesKeys, setRevokesKeys] = useState(false)
  async function save({ password, code }: Readonly<Record<string, string>>): Promise<void> {
    const body = { password, code, token, revoke_keys: revokesKeys }
    const { next } = await request('POST', '/api/reset', body)
    location.replace(at(next))
  }
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
              hint={say(entry.passwordHint, { least: passwordCharactersMin })}
              isFocused
            />
            <CodeField error={fields['code']} />
            <Checkbox
              label={entry.revokeKeys}
              hint={entry.revokeKeysHint}
              isChecked={revokesKeys}
              onChange={setRevokesKeys}
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
      <p>{say(entry.resetExpired, { hours: linkHours })}</p>
      <a href={at('/reset')}>{entry.forgot}</a>
    </CardPage>
  )
}

function ByMail() {
  const [isSent, setSent] = useState(false)
  async function send({ email }: Readonly<Record<string, string>>): Promise<void> {
    await request('POST', '/api/reset/link', { email })
    setSent(true)
  }
  if (isSent) return <p role="status">{say(entry.linkSent, { hours: linkHours })}</p>
  return (
    <Form onSend={send}>
      {({ fields, isSending }) => (
        <>
          <p class="soft">{entry.forgotLead}</p>
          <EmailField error={fields['email']} isFocused />
          <button type="submit" class="button-main" aria-disabled={isSending}>
            {entry.sendLink}
          </button>
        </>
      )}
    </Form>
  )
}

function Forgotten() {
  return (
    <CardPage>
      {facts.sends_mail ? (
        <ByMail />
      ) : (
        <>
          <p>{entry.noMail}</p>
          <CommandLine text={say(entry.forgottenCommand, { tidemark: facts.call ?? 'tidemark', email: entry.you })} />
        </>
      )}
      <a href={at('/login')}>{entry.backToSignIn}</a>
    </CardPage>
  )
}

const pages = { ok: <NewPassword />, expired: <Expired />, missing: <Forgotten /> }
start(pages[facts.token_state ?? 'expired'], { width: 'narrow' })
