// The dialog that lists the keys of the page.

import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { attempt } from '../../parts/toast.tsx'
import { useDashboard } from '../../state/dashboard.ts'
import { areKeysOn, shortcuts } from './shortcuts.ts'

const shownKey: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' }

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { facts } = useDashboard()
  return (
    <Dialog title={text.shortcutsTitle} onClose={onClose}>
      <table class="keys" aria-label={text.shortcutsTitle}>
        <thead>
          <tr>
            <th scope="col">{text.key}</th>
            <th scope="col">{text.action}</th>
          </tr>
        </thead>
        <tbody>
          {shortcuts.map(({ keys, words }) => (
            <tr key={keys[0]}>
              <td>
                {keys.length > 2 ? (
                  <>
                    <kbd>{keys[0]}</kbd> – <kbd>{keys.at(-1)}</kbd>
                  </>
                ) : (
                  keys.map((key) => <kbd key={key}>{shownKey[key] ?? key}</kbd>)
                )}
              </td>
              <td>{words ?? text.keyWords[keys[0]!]}</td>
            </tr>
          ))}
          <tr>
            <td>
              <kbd>Ctrl K</kbd> <kbd>⌘ K</kbd>
            </td>
            <td>{text.palette}</td>
          </tr>
        </tbody>
      </table>
      <div class="check">
        <input
          id="single-keys"
          type="checkbox"
          checked={areKeysOn.value}
          onChange={(event) => {
            areKeysOn.value = event.currentTarget.checked
            if (facts.user) void attempt('PUT', '/api/account', { shortcuts: areKeysOn.value })
          }}
        />
        <label for="single-keys">{text.singleKeys}</label>
      </div>
    </Dialog>
  )
}
