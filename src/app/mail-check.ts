// The check of the mail server for `tidemark doctor`: the mailer's own connection, which is closed again.
import type { Config } from '../config.ts'
import { createMailer } from '../reports/mailer.ts'

/** Resolves when the mail server would take mail. Rejects with the reason. */
export async function checkMail({ mailServer, mailFrom }: Pick<Config, 'mailServer' | 'mailFrom'>): Promise<void> {
  if (mailServer) await createMailer({ server: mailServer, from: mailFrom }).check()
}
