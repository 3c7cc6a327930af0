// Short notices at the lower edge, read out as they come.

import { signal } from '@preact/signals'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { request } from '../service/request.ts'
import { saidBy } from './said.tsx'

interface Toast {
  readonly text: string
  readonly isRefusal: boolean
  readonly undo?: (() => void) | undefined
}

/** A person reads, decides, and reaches the button that undoes. */
const toastMs = 8_000
const toasts = signal<readonly Toast[]>([])

const without = (text: string) => toasts.value.filter((one) => one.text !== text)

function show(text: string, isRefusal: boolean, undo?: () => void): void {
  const made = { text, isRefusal, undo }
  // The same words twice are one notice: the newer.
  toasts.value = [...without(text).slice(-2), made]
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one !== made)
  }, toastMs)
}

/** Says that something was done, and offers to undo it. */
export const toast = (text: string, undo?: () => void): void => show(text, false, undo)

/** Says that something was not done, in a whole sentence. Without the sentences the service's own words stand. */
export async function refuse(error: unknown): Promise<void> {
  show(await saidBy(error), true)
}

const nextKey = 'tidemark.toast'

/** Says something on the page that is opened next. */
export function toastNext(text: string): void {
  try {
    sessionStorage.setItem(nextKey, text)
  } catch {
    // Then it goes unsaid.
  }
}

export function showToastOfLastPage(): void {
  try {
    const text = sessionStorage.getItem(nextKey)
    sessionStorage.removeItem(nextKey)
    if (text) toast(text)
  } catch {
    // Nothing was kept.
  }
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(shared.copied)
  } catch {
    refuse(shared.notCopied)
  }
}

/** Does what a button stands for, and tells whether it was done; a refusal is said. */
export const attempt = (...question: Parameters<typeof request>): Promise<boolean> => isDone(request(...question))

/** Waits for what a button asked for, and tells whether it was done; a refusal is said. */
export async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    refuse(error)
    return false
  }
}

export function Toasts() {
  const [done, refused] = [false, true].map((kind) =>
    toasts.value
      .filter(({ isRefusal }) => isRefusal === kind)
      .map(({ text, undo }) => (
        <p key={text} class={kind ? 'toast toast-bad' : 'toast'}>
          {text}
          {undo && (
            <button
              type="button"
              onClick={() => {
                toasts.value = without(text)
                undo()
              }}
            >
              {shared.undo}
            </button>
          )}
        </p>
      )),
  )
  return (
    <div class="toasts">
      {/* Both are there from the start: what appears in them is read out. */}
      <div role="status">{done}</div>
      {refused?.length ? <div role="alert">{refused}</div> : null}
    </div>
  )
}
