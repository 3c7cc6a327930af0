// Asks before something is done, above all where it cannot be undone.
import type { ComponentChildren } from 'preact'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  readonly action: string
  /** Nothing is lost by it: the button does not warn. */
  readonly isHarmless?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

export function Confirm({ title, action, isHarmless, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {shared.cancel}
          </button>
          <button
            type="button"
            class={isHarmless ? 'button-main' : 'button-bad'}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
