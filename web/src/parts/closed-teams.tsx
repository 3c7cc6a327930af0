// Teams that ask for a second factor, which this session lacks: what to do, and the code if the account has one.
import { useEffect, useState } from 'preact/hooks'
import * as words from '../../../src/rules/words/en/closed-teams.ts'
import * as factor from '../../../src/rules/words/en/second-factor.ts'
import { at } from '../service/at.ts'
import { request } from '../service/request.ts'
import { say } from '../text/say.ts'
import { askAccount } from './ask-account.ts'
import { Field, Form } from './form.tsx'
import { Card } from './section.tsx'
import { refuse } from './toast.tsx'

export function ClosedTeams({ teams }: { teams: readonly string[] }) {
  const [isOn, setOn] = useState<boolean>()
  useEffect(() => {
    askAccount('GET', 'second-factor').then(({ is_on }) => setOn(is_on), refuse)
  }, [])
  async function give(values: Readonly<Record<string, string>>): Promise<void> {
    await request('POST', '/api/account/second-factor/code', values)
    location.assign(at('/sites'))
  }
  return (
    <Card title={words.title} lead={say(words.lead, { count: teams.length, teams: teams.join(', ') })}>
      {isOn ? (
        <Form onSend={give}>
          {({ fields, isSending }) => (
            <>
              <Field
                name="code"
                label={factor.code}
                hint={factor.anyCodeHint}
                error={fields['code']}
                autocomplete="one-time-code"
                isFocused
              />
              <div>
                <button type="submit" class="button-main" aria-disabled={isSending}>
                  {words.enter}
                </button>
              </div>
            </>
          )}
        </Form>
      ) : (
        <p>
          {words.turnOn} <a href={at('/sites')}>{words.goOn}</a>
        </p>
      )}
    </Card>
  )
}
