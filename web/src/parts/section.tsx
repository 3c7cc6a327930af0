// Parts of a page: cards with a heading, and lists of entries with their buttons.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Confirm } from './confirm.tsx'

interface CardProps {
  readonly title: string
  readonly lead?: string
  /** For links to it. */
  readonly id?: string
  readonly children: ComponentChildren
}

export function Card({ title, lead, id, children }: CardProps) {
  return (
    <section class="card section" aria-label={title} id={id}>
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

/** A line of a list: a thing, and its buttons. */
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

interface EntriesProps<Row> {
  /** Undefined: they are not there yet. */
  readonly rows: readonly Row[] | undefined
  /** The sentence in place of rows, if there are no rows. */
  readonly none?: string
  readonly name?: string
  /** The entry of a row, with its key. */
  readonly children: (row: Row) => ComponentChildren
}

/** A list of entries. */
export function Entries<Row>({ rows, none, name, children }: EntriesProps<Row>) {
  return (
    <>
      {none && rows?.length === 0 && <p>{none}</p>}
      <ul class="entries" aria-label={name}>
        {rows?.map(children)}
      </ul>
    </>
  )
}

interface EntryTableProps<Row> {
  readonly name: string
  /** The heads of the columns. The last column has buttons: its head is for readers alone. */
  readonly heads: readonly string[]
  readonly rows: readonly Row[]
  /** The table row of a row, with its key. */
  readonly children: (row: Row) => ComponentChildren
}

/** Entries of several columns. Without rows it draws nothing. */
export function EntryTable<Row>({ name, heads, rows, children }: EntryTableProps<Row>) {
  if (rows.length === 0) return null
  return (
    <div class="scroll-x">
      <table class="entry-table" aria-label={name}>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col">
                {at < heads.length - 1 ? head : <span class="sr">{head}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(children)}</tbody>
      </table>
    </div>
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
