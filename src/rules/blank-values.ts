// The names of the empty value in answers, which filters take too. Pages and mails say them in the reader's language.
// SQL has them by marks (`fillBlanks` in db/statements.ts).
export const blankValues = {
  /** A source or referrer, when a visit has none. */
  direct: 'Direct / None',
  /** The channel of such a visit, which is stored. */
  directChannel: 'Direct',
  /** Any other fact of a visit. */
  notSet: '(not set)',
  /** A custom property of an event. */
  none: '(none)',
} as const

export type BlankValue = keyof typeof blankValues
