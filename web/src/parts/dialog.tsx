// The native dialog, opened as it appears and closed as it goes; the browser keeps the focus and gives it back.
import X from 'lucide/dist/esm/icons/x.mjs'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly title: string
  /** Called when it closes by Escape, a press outside or its button; the owner then leaves it out. */
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** `wide` for tables, `bare` for one that shows neither title nor button. */
  readonly look?: 'wide' | 'bare'
  readonly class?: string
  readonly footer?: ComponentChildren
}

export function Dialog({ title, onClose, children, look, class: name, footer }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const id = useId()
  // Opens before the effects of its content run, since they may set the focus.
  useLayoutEffect(() => {
    const dialog = ref.current as HTMLDialogElement
    const opener = document.activeElement
    dialog.showModal()
    // Where nothing asks for the focus the browser gives it to the way out: the title is read, and shows no ring.
    if (document.activeElement === close.current) heading.current?.focus()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      class={`dialog ${look ? `dialog-${look}` : ''} ${name ?? ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // A field of the dialog that is cancelled bubbles up to here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div class="dialog-body">
        <header class={look === 'bare' ? 'sr' : 'dialog-head'}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {look !== 'bare' && (
            <button
              type="button"
              ref={close}
              class="button-quiet button-icon"
              aria-label={shared.close}
              onClick={onClose}
            >
              <Icon of={X} />
            </button>
          )}
        </header>
        {children}
        {footer && <footer class="dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  )
}
