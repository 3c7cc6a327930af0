// The lines that connect an assistant with an API key, to be copied.
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import { useState } from 'preact/hooks'
import * as words from '../../../src/rules/words/en/assistants.ts'
import { assistantLines, type Client, clients, keyPlace } from '../copied/assistant-lines.ts'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { say } from '../text/say.ts'
import { Dialog } from './dialog.tsx'
import { Select } from './form.tsx'
import { Icon } from './icon.tsx'
import { copy } from './toast.tsx'

interface ConnectProps {
  /** A key that was just made; none: the lines say where it belongs. */
  readonly secret?: string
  readonly onClose: () => void
}

export function ConnectAssistant({ secret, onClose }: ConnectProps) {
  const [client, setClient] = useState<Client>('claude_code')
  const base = facts.base_url || location.origin
  const lines = assistantLines(client, base, secret ?? keyPlace)
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
      <p>
        <a href={at('/docs/assistants')} target="_blank" rel="noopener">
          {words.moreDocs}
        </a>
      </p>
    </Dialog>
  )
}
