// Mails of one paragraph to one reader, each sent because somebody asked for something. Their words stand in
// words/<language>/mails.ts by the same names.
import type { Language } from './languages.ts'

/** The gaps of each mail. `url` is its link; `to` names its subject: a site, a team or an address. */
const mails = {
  invitation: ['to', 'url'],
  reset: ['url'],
  addressNotice: ['to'],
  confirmation: ['url'],
} as const

export type MailKind = keyof typeof mails
export type MailGaps<Kind extends MailKind> = Readonly<Record<(typeof mails)[Kind][number], string>>

/** Sends a mail to an address in a language. Rejects if the mail server does not take it. */
export type SendMail = <Kind extends MailKind>(
  kind: Kind,
  language: Language,
  to: string,
  gaps: MailGaps<Kind>,
) => Promise<void>
