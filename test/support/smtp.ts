// A real mail server for tests: keeps what arrives, refuses whom it is told to refuse.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  readonly to: string
  readonly raw: string
}

export interface TestSmtp {
  /** For SMTP_URL. */
  readonly url: string
  readonly mails: Mail[]
  /** Addresses that it does not know. */
  readonly refused: Set<string>
  /** Is told of every mail; the one before is told no more. */
  onMail: (() => void) | undefined
  stop(): void
}

export async function startSmtp(): Promise<TestSmtp> {
  const mails: Mail[] = []
  const refused = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, done) {
      done(refused.has(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (bytes: Buffer) => {
        raw += bytes.toString('latin1')
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw })
        smtp.onMail?.()
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const smtp: TestSmtp = { url, mails, refused, onMail: undefined, stop: () => void server.close() }
  return smtp
}

const utf8Of = (text: string, coding: BufferEncoding): string => Buffer.from(text, coding).toString('utf8')

/** A mail as it is read: headers unfolded, words and texts decoded. Pictures stay as they came. */
export const wordsOf = ({ raw }: Mail): string =>
  raw
    .replace(
      /(Content-Type: text\/[^;]+; charset=utf-8\r\nContent-Transfer-Encoding: )base64\r\n\r\n([\w+/=\r\n]+)/g,
      (_, head: string, text: string) => `${head}8bit\r\n\r\n${utf8Of(text, 'base64')}`,
    )
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/\?= =\?UTF-8\?[QB]\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, text: string) => text.replaceAll('_', ' '))
    .replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_, text: string) => utf8Of(text, 'base64'))
    .replace(/=\r\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) => utf8Of(bytes.replaceAll('=', ''), 'hex'))
