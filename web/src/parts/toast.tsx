// Short notices at the lower edge, read out as they come.
import { signal } from '@preact/signals'
import { request } from '../request.ts'
import { shared } from '../text/en/shared.ts'

interface Toast {
  readonly id: number
  readonly text: string
}

const TOAST_MS = 5_000
const toasts = signal<readonly Toast[]>([])
let count = 0

export function toast(text: string): void {
  const id = ++count
  // The same words twice are one notice: the newer.
  toasts.value = [...toasts.value.filter((one) => one.text !== text).slice(-2), { id, text }]
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id)
  }, TOAST_MS)
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(shared.copied)
  } catch {
    toast(shared.notCopied)
  }
}

/** Does what a button stands for; a refusal is said, and `undefined` is the outcome. */
export async function attempt<Answer>(...args: Parameters<typeof request<Answer>>): Promise<Answer | undefined> {
  try {
    return await request<Answer>(...args)
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text }) => (
        <p key={id} class="toast">
          {text}
        </p>
      ))}
    </div>
  )
}
