// The lines that connect an assistant with an API key, to be copied.
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import { useState } from 'preact/hooks'
import * as account from '../../../src/rules/words/en/account.ts'
import * as words from '../../../src/rules/words/en/assistants.ts'
import { assistantLines, type Client, clients, keyPlace } from '../copied/assistant-lines.ts'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { say } from '../text/say.ts'
import { Dialog } from './dialog.tsx'
import { AskedField, Form, PasswordField, Select } from './form.tsx'
import { Icon } from './icon.tsx'
import { copy } from './toast.tsx'

interface ConnectProps {
  /** A key that was just made; none: one can be made here. */
  readonly secret?: string
  /** Makes a key of this name; answers the key. */
  readonly onCreate?: (name: string, values: Readonly<Record<string, string>>) => Promise<string>
  readonly onClose: () => void
}

/** A button that makes the key. The present password is asked for if signing in was a while ago. */
function CreateKey({ onSend }: { onSend: (values: Readonly<Record<string, string>>) => Promise<void> }) {
  return (
    <Form onSend={onSend}>
      {({ fields, isSending }) => (
        <>
          <AskedField name="current_password" error={fields['current_password']} isExpected={facts.user?.must_confirm}>
            <PasswordField
              name="current_password"
              label={account.currentPassword}
              autocomplete="current-password"
              error={fields['current_password']}
            />
          </AskedField>
          <div>
            <button type="submit" class="button-main" aria-disabled={isSending}>
              {words.createKey}
            </button>
          </div>
        </>
      )}
    </Form>
  )
}

export function ConnectAssistant({ secret: given, onCreate, onClose }: ConnectProps) {
  const [client, setClient] = useState<Client>('claude_code')
  const [secret, setSecret] = useState(given)
  const base = facts.base_url || location.origin
  const lines = assistantLines(client, base, secret ?? keyPlace)
  const create = async (values: Readonly<Record<string, string>>) =>
    setSecret(await onCreate?.(words.clients[client], values))
  return (
    <Dialog title={words.connect} onClose={onClose}>
      <p>{secret === undefined ? words.lead : words.leadWithKey}</p>
      <Select
        name="client"
        label={words.client}
        value={client}
        options={clients.map((one) => [one, words.clients[one]] as const)}
        onChange={(next) => setClient(next as Client)}
      />
      {secret === undefined && onCreate && <CreateKey onSend={create} />}
      <div class="snippet">
        <p class="soft">{say(words.places[client], { address: `${base}/mcp` })}</p>
        <pre>
          <code>{lines}</code>
        </pre>
        <button type="button" class="button" onClick={() => copy(lines)}>
          <Icon of={Copy} />
          {words.copyLines}
        </button>
      </div>
      {secret !== undefined && !lines.includes(secret) && (
        <div class="snippet">
          <p class="soft">{words.keyApart}</p>
          <pre>
            <code>{secret}</code>
          </pre>
          <button type="button" class="button" onClick={() => copy(secret)}>
            <Icon of={Copy} />
            {account.copyKey}
          </button>
        </div>
      )}
      <p>
        <a href={at('/docs/assistants')} target="_blank" rel="noopener">
          {words.moreDocs}
        </a>
      </p>
    </Dialog>
  )
}
