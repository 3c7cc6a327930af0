// Plugin tokens: made, shown once, revoked.
import { useState } from 'preact/hooks'
import { formatInstant } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field, Form } from '../parts/form.tsx'
import { AskingButton, Card, Entry } from '../parts/section.tsx'
import { attempt, copy, toast } from '../parts/toast.tsx'
import { request } from '../request.ts'
import * as shared from '../text/en/shared.ts'
import * as words from '../text/en/tokens.ts'
import { say } from '../text/say.ts'
import { settingsApi, useAnswer, type Values } from './kit.tsx'

interface Token {
  readonly id: number
  readonly hint: string
  readonly description: string
  readonly last_used_at: string | null
}

function NewToken({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState('')
  async function create({ description }: Values): Promise<void> {
    setMade((await request<{ token: string }>('POST', settingsApi('tokens'), { description })).token)
  }
  if (made) {
    return (
      <Dialog
        title={words.create}
        onClose={onClose}
        footer={
          <>
            <button type="button" class="button" onClick={() => copy(made)}>
              {words.copyToken}
            </button>
            <button type="button" class="button-main" onClick={onClose}>
              {words.done}
            </button>
          </>
        }
      >
        <p>{words.made}</p>
        <pre class="secret">
          <code>{made}</code>
        </pre>
      </Dialog>
    )
  }
  return (
    <Dialog title={words.create} onClose={onClose}>
      <Form onSend={create}>
        {({ fields, isSending }) => (
          <>
            <Field
              name="description"
              label={words.description}
              hint={words.descriptionHint}
              error={fields['description']}
              autocomplete="off"
              isFocused
            />
            <div class="dialog-foot">
              <button type="button" class="button" onClick={onClose}>
                {shared.cancel}
              </button>
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {words.create}
              </button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

export function View() {
  const { answer, load } = useAnswer<{ tokens: readonly Token[] }>(settingsApi('tokens'))
  const [isMaking, setMaking] = useState(false)
  async function revoke({ id }: Token): Promise<void> {
    if (await attempt('DELETE', settingsApi(`tokens/${id}`))) toast(words.revoked)
    await load()
  }
  return (
    <Card title={words.title} lead={words.lead}>
      {answer?.tokens.length === 0 && <p>{words.none}</p>}
      <ul class="entries">
        {answer?.tokens.map((token) => {
          const { description: name, hint, last_used_at: used } = token
          const detail = used ? say(words.lastUsed, { time: formatInstant(used) }) : words.never
          return (
            <Entry key={token.id} title={name} badge={`…${hint}`} detail={detail}>
              <AskingButton
                label={words.revoke}
                name={say(words.revokeOf, { name })}
                question={say(words.revokeAsk, { name })}
                lead={words.revokeLead}
                onConfirm={() => revoke(token)}
              />
            </Entry>
          )
        })}
      </ul>
      <div>
        <button type="button" class="button" onClick={() => setMaking(true)}>
          {words.create}
        </button>
      </div>
      {isMaking && (
        <NewToken
          onClose={() => {
            setMaking(false)
            void load()
          }}
        />
      )}
    </Card>
  )
}
