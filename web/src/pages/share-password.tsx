// A shared link with a password; in a frame only a way out of it, for browsers keep the answer's cookie from frames.

import * as entry from '../../../src/rules/words/en/entry.ts'
import { dressShared } from '../browser/theme.ts'
import { start } from '../main.tsx'
import { CardPage } from '../parts/card-page.tsx'
import { Form, PasswordField } from '../parts/form.tsx'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'

const { share } = facts

async function open(values: Readonly<Record<string, string>>): Promise<void> {
  await request('POST', `/api/share/${encodeURIComponent(share?.auth ?? '')}/password`, values)
  location.reload()
}

function Ask() {
  return (
    <CardPage>
      <p class="soft">{entry.shareLead}</p>
      <Form onSend={open} refusedField="password">
        {({ fields, isSending }) => (
          <>
            <PasswordField
              name="password"
              label={entry.password}
              autocomplete="off"
              error={fields['password']}
              isFocused
            />
            <button type="submit" class="button-main" aria-disabled={isSending}>
              {entry.openDashboard}
            </button>
          </>
        )}
      </Form>
    </CardPage>
  )
}

/** The same address without what makes it an embed. */
function ownTab(): string {
  const url = new URL(location.href)
  for (const name of ['embed', 'theme', 'background', 'width']) url.searchParams.delete(name)
  return url.href
}

function Framed() {
  return (
    <CardPage>
      <p>{entry.framed}</p>
      <a class="button-main" href={ownTab()} target="_blank" rel="noopener">
        {entry.openInTab}
      </a>
    </CardPage>
  )
}

start(share?.embed || window.top !== window ? <Framed /> : <Ask />, { width: 'narrow', hasBanner: !share?.embed })
if (share) dressShared(share)
