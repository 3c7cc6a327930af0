// Plugin tokens: made, shown once, revoked.
import { useState } from 'preact/hooks'
import { pages } from '../../../src/rules/words/en/settings.ts'
import * as words from '../../../src/rules/words/en/tokens.ts'
import { Field } from '../parts/form.tsx'
import { FormDialog, SecretDialog } from '../parts/form-dialog.tsx'
import { AskingButton, Card, Entries, Entry } from '../parts/section.tsx'
import { isDone, toast } from '../parts/toast.tsx'
import { formatInstant } from '../text/format.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { useAnswer, type Values } from './kit.tsx'

type Token = Reply<'GET', 'tokens'>['tokens'][number]

function NewToken({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState('')
  async function create({ description }: Values): Promise<void> {
    setMade((await ask('POST', 'tokens', { body: { description: description ?? '' } })).token)
  }
  if (made) {
    return (
      <SecretDialog
        title={words.create}
        lead={words.made}
        secret={made}
        copyLabel={words.copyToken}
        doneLabel={words.done}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog title={words.create} action={words.create} onSend={create} onClose={onClose}>
      {(fields) => (
        <>
          {' '}
          <Field
            name="description"
            label={words.description}
            hint={words.descriptionHint}
            error={fields['description']}
            autocomplete="off"
            isFocused
          />
        </>
      )}
    </FormDialog>
  )
}

export function View() {
  const { answer, load } = useAnswer(() => ask('GET', 'tokens'))
  const [isMaking, setMaking] = useState(false)
  async function revoke({ id }: Token): Promise<void> {
    if (await isDone(ask('DELETE', 'tokens/:id', { params: { id } }))) toast(words.revoked)
    await load()
  }
  return (
    <Card title={pages.tokens} lead={words.lead}>
      <Entries rows={answer?.tokens} none={words.none}>
        {(token) => {
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
        }}
      </Entries>
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
