// Mails of one paragraph to one reader, each sent because somebody asked for something. Their words stand in
// words/<language>/mails.ts by the same names.
import type { Invited } from './invited.ts'
import type { Language } from './languages.ts'

/** The gaps of each mail. `url` is its link; `to` is an address. */
interface Gaps {
  readonly invitation: { readonly invited: Invited; readonly url: string }
  readonly reset: { readonly url: string }
  readonly addressNotice: { readonly to: string }
  readonly confirmation: { readonly url: string }
}

export type MailKind = keyof Gaps
export type MailGaps<Kind extends MailKind> = Gaps[Kind]

/** Sends a mail to an address in a language. Rejects if the mail server does not take it. */
export type SendMail = <Kind extends MailKind>(
  kind: Kind,
  language: Language,
  to: string,
  gaps: MailGaps<Kind>,
) => Promise<void>
