// Dialogs around a form, and around a secret that is shown once.
import type { ComponentChildren } from 'preact'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { Dialog } from './dialog.tsx'
import { Form, type FormProps, type FormState } from './form.tsx'
import { copy } from './toast.tsx'

interface FootProps {
  /** The words of the button that sends. */
  readonly action: string
  /** The action cannot be undone. */
  readonly isBad?: boolean
  readonly isSending: boolean
  readonly onClose: () => void
}

/** The last line of a form in a dialog: the way out, and the button that sends. */
export function DialogFoot({ action, isBad = false, isSending, onClose }: FootProps) {
  return (
    <div class="dialog-foot">
      <button type="button" class="button" onClick={onClose}>
        {shared.cancel}
      </button>
      <button type="submit" class={isBad ? 'button-bad' : 'button-main'} aria-disabled={isSending}>
        {action}
      </button>
    </div>
  )
}

interface FormDialogProps extends Omit<FootProps, 'isSending'> {
  readonly title: string
  /** Before the form. */
  readonly lead?: string
  readonly onSend: FormProps['onSend']
  /** The fields, with the message of each. */
  readonly children: (fields: FormState['fields']) => ComponentChildren
}

export function FormDialog({ title, lead, onSend, children, ...foot }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={foot.onClose}>
      {lead && <p>{lead}</p>}
      <Form onSend={onSend}>
        {({ fields, isSending }) => (
          <>
            {children(fields)}
            <DialogFoot {...foot} isSending={isSending} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

interface SecretDialogProps {
  readonly title: string
  readonly lead: string
  readonly secret: string
  readonly copyLabel: string
  readonly doneLabel: string
  readonly onClose: () => void
  /** A further way on, in the foot. */
  readonly further?: ComponentChildren
}

export function SecretDialog({ title, lead, secret, copyLabel, doneLabel, onClose, further }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {further}
          <button type="button" class="button" onClick={() => copy(secret)}>
            {copyLabel}
          </button>
          <button type="button" class="button-main" onClick={onClose}>
            {doneLabel}
          </button>
        </>
      }
    >
      <p>{lead}</p>
      <pre class="secret">
        <code>{secret}</code>
      </pre>
    </Dialog>
  )
}
