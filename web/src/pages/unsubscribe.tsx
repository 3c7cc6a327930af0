// Where the link of a mail leads: one press takes its reader off the list.

import { useState } from 'preact/hooks'
import * as words from '../../../src/rules/words/en/reports.ts'
import { start } from '../main.tsx'
import { CardPage } from '../parts/card-page.tsx'
import { Form } from '../parts/form.tsx'
import { ownPath } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'
import { say } from '../text/say.ts'

function Unsubscribe() {
  const [isDone, setDone] = useState(false)
  const told = facts.unsubscribe
  if (isDone)
    return (
      <CardPage>
        <p role="status">{words.done}</p>
      </CardPage>
    )
  if (!told)
    return (
      <CardPage>
        <p>{words.gone}</p>
      </CardPage>
    )
  async function send(): Promise<void> {
    await request('POST', ownPath())
    setDone(true)
  }
  const kind = told.kind === 'rule' ? words.rule : words.kinds[told.kind][0]
  return (
    <CardPage>
      <p>{say(words.ask, { address: told.address, kind, site: told.site })}</p>
      <Form onSend={send}>
        {({ isSending }) => (
          <button type="submit" class="button-main" aria-disabled={isSending}>
            {words.unsubscribe}
          </button>
        )}
      </Form>
    </CardPage>
  )
}

start(<Unsubscribe />, { width: 'narrow' })
