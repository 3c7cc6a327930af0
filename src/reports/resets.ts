// Links for new passwords, by mail. The answer does not wait for the mail: neither the answer nor its time says if an
// address has an account (spec/dashboard 12).
import { Failure, sessionFailures } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Limits } from '../registry/limits.ts'
import { type OneTimeLinks, oneTimeUrl } from '../registry/one-time-links.ts'
import type { Users } from '../registry/users.ts'
import { chooseLanguage, languageCodes } from '../rules/languages.ts'
import type { SendMail } from '../rules/mails.ts'

/** Letters under way in a process; a mail server that hangs must not gather more. */
const underWayMax = 50

/** Mails a link. It takes an address, and the header Accept-Language of who asks, for accounts without a language. */
export type SendReset = (email: string, accepted: string | undefined) => void

/**
 * Makes the sender of links for new passwords. It mails a link to the account of an address, if there is one within its
 * limit of mails, and throws the 503 when too many are under way.
 */
export function createResets(options: {
  users: Pick<Users, 'find'>
  links: OneTimeLinks
  limits: Pick<Limits, 'takeMail'>
  sendMail: SendMail
  baseUrl: string
  log: Log
}): SendReset {
  const { users, links, limits, sendMail, baseUrl, log } = options
  let underWay = 0
  const mayMail = (email: string) =>
    limits.takeMail('reset', email).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failure) return false
        throw error
      },
    )
  const deliver = async (email: string, accepted: string | undefined): Promise<void> => {
    // The mail goes to the account's own address, so it is counted there, whatever text found the account.
    const user = await users.find(email)
    if (!user || !(await mayMail(user.email))) return
    const link = await links.createReset(user.email)
    if (!link) return
    const language = chooseLanguage({ accepted }, link.language, languageCodes)
    await sendMail('reset', language, link.email, { url: oneTimeUrl(baseUrl, 'reset', link.token) })
  }
  return (email, accepted) => {
    if (underWay >= underWayMax) throw sessionFailures.busy()
    underWay += 1
    deliver(email, accepted)
      .catch((error: unknown) => log.warn({ err: error }, 'a link for a new password could not be sent'))
      .finally(() => {
        underWay -= 1
      })
  }
}
