// A page that is one card in the middle: a heading, and a form or a few words.
import type { ComponentChildren } from 'preact'
import { facts } from '../service/facts.ts'
import { Mark } from './icon.tsx'
import { copy } from './toast.tsx'

export function CardPage({ heading = facts.heading, children }: { heading?: string; children: ComponentChildren }) {
  return (
    <div class="card card-page">
      <Mark size={36} />
      <h1>{heading}</h1>
      {children}
    </div>
  )
}

/** A line for a terminal; a press copies it. */
export function CommandLine({ text }: { text: string }) {
  return (
    <button type="button" class="command-line" onClick={() => copy(text)}>
      <code>{text}</code>
    </button>
  )
}
