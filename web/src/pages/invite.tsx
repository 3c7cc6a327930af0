// An invitation by e-mail or copied link: with an account it is accepted by its password, without one it makes one.
import { inviterWords, placeWords } from '../../../src/rules/invited.ts'
import { invitationDays } from '../../../src/rules/lifetimes.ts'
import { passwordCharactersMin } from '../../../src/rules/maxima.ts'
import * as entry from '../../../src/rules/words/en/entry.ts'
import * as invitations from '../../../src/rules/words/en/invitations.ts'
import { roles } from '../../../src/rules/words/en/roles.ts'
import { start } from '../main.tsx'
import { CardPage } from '../parts/card-page.tsx'
import { CodeField, Field, Form, PasswordField } from '../parts/form.tsx'
import { at, ownPath } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'
import { fill } from '../text/fill.ts'
import { say } from '../text/say.ts'

const token = decodeURIComponent(ownPath().slice('/invite/'.length))
const { invitation } = facts

async function accept(values: Readonly<Record<string, string>>): Promise<void> {
  const { next } = await request('POST', `/api/invitations/${encodeURIComponent(token)}`, values)
  location.replace(at(next))
}

type Invited = NonNullable<typeof invitation>

function Invitation({ to, role, has_account: hasAccount, by, place }: Invited) {
  const where = place ? placeWords(place, invitations, fill) : to
  const gaps = { to: where || to, role: roles[role].one }
  return (
    <CardPage>
      <p>
        {by
          ? say(entry.invitedBy, { who: inviterWords(by, invitations, fill), ...gaps })
          : say(entry.invitedSite, gaps)}
      </p>
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
    <Invitation {...invitation} />
  ) : (
    <CardPage>
      <p>{say(entry.inviteExpired, { days: invitationDays })}</p>
    </CardPage>
  ),
  { width: 'narrow' },
)
