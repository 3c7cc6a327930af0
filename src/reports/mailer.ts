// Mail by SMTP, and webhooks. Both refuse to wait long.
import { lookup as lookUp } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { createTransport } from 'nodemailer'
import type { MailServer } from '../config.ts'
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
}

/** A mailer that sends through a server. */
export function createMailer(options: { server: MailServer; from: string }): Mailer {
  const { server } = options
  const { encryption, user, password, authMethod, name, certificateName } = server
  const transport = createTransport({
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
  return {
    async send({ to, subject, text, html, picture, messageId, unsubscribe }) {
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
      await sending.catch((error: unknown) => {
        throw server.encryption === 'starttls' && isWithoutTls(error) ? new Error(noTls) : error
      })
    },
  }
}

/** Finds public addresses only: a webhook must not reach servers that only this machine can reach. */
const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    const usable = (found ?? []).filter(({ address }) => ipaddr.process(address).range() === 'unicast')
    const [one] = usable
    if (error || !one) callback(error ?? new Error(`${hostname} is no public address`), '', 0)
    else if (options.all) callback(null, usable)
    else callback(null, one.address, one.family)
  })

/** Posts JSON to a webhook; any status but 2xx is an error. Follows nothing. */
export async function postWebhook(address: string, body: object, allowsPrivate: boolean): Promise<void> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A written address is not looked up.
  if (!allowsPrivate && ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast')
    throw new Error(`${host} is no public address`)
  await new Promise<void>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Tidemark' },
      signal: AbortSignal.timeout(waitMs),
      ...(!allowsPrivate && { lookup: publicLookup }),
    })
    request.once('error', reject)
    request.once('response', (response) => {
      response.resume()
      const { statusCode = 0 } = response
      if (statusCode >= 200 && statusCode < 300) resolve()
      else reject(new Error(`the webhook answered ${statusCode}`))
    })
    request.end(JSON.stringify(body))
  })
}
