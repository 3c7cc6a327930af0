// Parts of a page: cards with a heading, and lists of entries with their buttons.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Confirm } from './confirm.tsx'

export function Card({ title, lead, children }: { title: string; lead?: string; children: ComponentChildren }) {
  return (
    <section class="card section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {lead && <p class="soft">{lead}</p>}
      </header>
      {children}
    </section>
  )
}

interface EntryProps {
  readonly title: string
  readonly badge?: string | false | undefined
  readonly detail?: string
  readonly children?: ComponentChildren
}

/** A line of a list: what it is, and what can be done with it. */
export function Entry({ title, badge, detail, children }: EntryProps) {
  return (
    <li class="entry">
      <p class="grow">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {badge && <span class="badge">{badge}</span>}
        {detail && <span class="entry-detail">{detail}</span>}
      </p>
      {children}
    </li>
  )
}

interface AskingButtonProps {
  /** The visible words. `name` also tells what they are about. */
  readonly label: string
  readonly name: string
  readonly question: string
  readonly lead?: string
  readonly onConfirm: () => void
}

/** A button that asks first. */
export function AskingButton({ label, name, question, lead, onConfirm }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" class="button" aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <Confirm title={question} action={label} onConfirm={onConfirm} onClose={() => setAsking(false)}>
          {lead && <p>{lead}</p>}
        </Confirm>
      )}
    </>
  )
}
