// The keys that each language of mails has.
import type { Notice } from '../../rules/report-kinds.ts'

/** A text that depends on a count: a form for each of the plural categories that the language has. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** A mail of one paragraph, most with a link. */
export interface Short {
  readonly subject: string
  readonly text: string
  readonly link?: string
}

export interface Words {
  readonly minutes: string
  readonly seconds: string
  /** The days of a week, in a subject. */
  readonly days: string
  readonly noValue: string

  /** Names of values that are empty. */
  readonly notSet: string
  readonly none: string
  readonly direct: string

  readonly same: string
  readonly up: string
  readonly down: string
  readonly points: Forms

  readonly weekSubject: string
  readonly monthSubject: string
  readonly graph: string

  readonly dashboard: string
  readonly openDashboard: string
  readonly recipients: string
  readonly unsubscribe: string
  /** An address in a mail of plain text. */
  readonly address: string

  /** Each counts the visitors or hours that it is about. */
  readonly notices: Readonly<Record<Notice, Forms>>
  /** A notice as the text of its mail. */
  readonly sentence: string

  readonly invitation: Short
  readonly reset: Short
  readonly addressNotice: Short
  readonly confirmation: Short
}
