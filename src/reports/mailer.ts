// Mail by SMTP, which refuses to wait long.
import type { MailServer } from '../config.ts'
import { nodemailer } from '../on-demand.ts'
import { minuteMs } from '../rules/durations.ts'
import type { Letter } from './letter.ts'
import { pictureId } from './picture.ts'

const waitMs = minuteMs / 2

const noTls =
  'the mail server offers no TLS (STARTTLS), and a password is not sent without it; ' +
  '?requireTLS=false in SMTP_URL allows it'

/** True for the error about a server that refused STARTTLS. */
const isWithoutTls = (error: unknown): boolean => {
  const { code, response } = error as { code?: unknown; response?: unknown }
  return code === 'ETLS' && typeof response === 'string'
}

export interface Mailer {
  /** Resolves when the server has taken it. `messageId` is the same each time it is tried. */
  send(mail: Letter & { to: string; messageId?: string; unsubscribe?: string }): Promise<void>
  /** Resolves when the server would take mail: connected, encrypted and signed in as the settings say. */
  check(): Promise<void>
}

/** The way to a server: connections are made for each letter. */
async function openTransport(server: MailServer) {
  const { encryption, user, password, authMethod, name, certificateName } = server
  const { createTransport } = await nodemailer()
  return createTransport({
    host: server.host,
    port: server.port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    tls: { rejectUnauthorized: server.checksCertificate, ...(certificateName && { servername: certificateName }) },
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    ...(authMethod && { authMethod }),
    ...(name && { name }),
    connectionTimeout: server.waitMs.connection ?? waitMs,
    greetingTimeout: server.waitMs.greeting ?? waitMs,
    socketTimeout: server.waitMs.socket ?? waitMs,
    // A letter is made of texts: nothing of it names a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A mailer that sends through a server. The first letter loads the package. */
export function createMailer(options: { server: MailServer; from: string }): Mailer {
  const { server } = options
  const explain = (error: unknown): never => {
    throw server.encryption === 'starttls' && isWithoutTls(error) ? new Error(noTls) : error
  }
  return {
    async send({ to, subject, text, html, picture, messageId, unsubscribe }) {
      const transport = await openTransport(server)
      const sending = transport.sendMail({
        from: options.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(messageId && { messageId: `<${messageId}>` }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        ...(picture && { attachments: [{ filename: 'graph.png', content: picture, cid: pictureId }] }),
      })
      await sending.catch(explain)
    },
    async check() {
      const transport = await openTransport(server)
      await transport.verify().catch(explain)
    },
  }
}
