// Fills texts for rules that pages share with mails.
import { type Forms, type Gaps, say } from './say.ts'

/** As `say`, with the count of the forms apart from the other gaps. */
export const fill = (text: string | Forms, gaps: Gaps, count?: number): string =>
  say(text, count === undefined ? gaps : { ...gaps, count })
