// Mail by SMTP, and webhooks. Both refuse to wait long.
import { lookup as lookUp } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { createTransport } from 'nodemailer'
import { minuteMs } from '../rules/time.ts'
import { type Letter, pictureId } from './letter.ts'

const waitMs = minuteMs / 2

export interface Mailer {
  /** Resolves when the server has taken it. `messageId` is the same each time it is tried. */
  send(mail: Letter & { to: string; messageId?: string; unsubscribe?: string }): Promise<void>
}

/** A mailer; `smtps://` begins with TLS, `smtp://` takes it where it is offered. */
export function createMailer(options: { smtpUrl: string; from: string }): Mailer {
  const url = new URL(options.smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isSecure ? 465 : 587)),
    secure: isSecure,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    // A letter is made of texts: nothing of it names a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, picture, messageId, unsubscribe }) {
      await transport.sendMail({
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
    },
  }
}

/** Finds an address only where it is everybody's: a webhook must not reach what only this machine reaches. */
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
