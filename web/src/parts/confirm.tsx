// Asks before what cannot be undone.
import type { ComponentChildren } from 'preact'
import * as shared from '../text/en/shared.ts'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

export function Confirm({ title, action, onConfirm, onClose, children }: ConfirmProps) {
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
            class="button-bad"
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
