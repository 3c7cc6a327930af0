// An invitation by e-mail or copied link: with an account it is accepted by its password, without one it makes one.
import { invitationDays } from '../../../src/rules/lifetimes.ts'
import { passwordCharactersMin } from '../../../src/rules/maxima.ts'
import type { SiteRole } from '../../../src/rules/roles.ts'
import * as entry from '../../../src/rules/words/en/entry.ts'
import { roles } from '../../../src/rules/words/en/roles.ts'
import { start } from '../main.tsx'
import { CardPage } from '../parts/card-page.tsx'
import { CodeField, Field, Form, PasswordField } from '../parts/form.tsx'
import { at, ownPath } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'
import { say } from '../text/say.ts'

const token = decodeURIComponent(ownPath().slice('/invite/'.length))
const { invitation } = facts

async function accept(values: Readonly<Record<string, string>>): Promise<void> {
  const { next } = await request('POST', `/api/invitations/${encodeURIComponent(token)}`, values)
  location.replace(at(next))
}

function Invitation({ to, role, hasAccount }: { to: string; role: SiteRole; hasAccount: boolean }) {
  return (
    <CardPage>
      <p>{say(entry.invitedSite, { to, role: roles[role].one })}</p>
      {hasAccount && <p class="soft">{entry.invitedHasAccount}</p>}
      <Form onSend={accept}>
        {({ fields, isSending }) => (
          <>
            <p class="soft">{facts.prefill?.email}</p>
            {!hasAccount && (
              <Field name="name" label={entry.name} autocomplete="name" error={fields['name']} isFocused />
            )}
            <PasswordField
              name="password"
              label={entry.password}
              autocomplete={hasAccount ? 'current-password' : 'new-password'}
              error={fields['password']}
              hint={hasAccount ? undefined : say(entry.passwordHint, { least: passwordCharactersMin })}
              isFocused={hasAccount}
            />
            {hasAccount && <CodeField error={fields['code']} />}
            <button type="submit" class="button-main" aria-disabled={isSending}>
              {entry.accept}
            </button>
          </>
        )}
      </Form>
    </CardPage>
  )
}

start(
  invitation ? (
    <Invitation to={invitation.to} role={invitation.role} hasAccount={invitation.has_account} />
  ) : (
    <CardPage>
      <p>{say(entry.inviteExpired, { days: invitationDays })}</p>
    </CardPage>
  ),
  { width: 'narrow' },
)
