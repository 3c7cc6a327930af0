// Recipients of the operator's own notices: e-mail addresses and channels, in one setting.

import { isChannelService } from '../rules/channel-services.ts'
import { type ChannelTarget, isFault, readTarget, recogniseTarget } from '../rules/channel-target.ts'
import { declare, Refusal } from './declare.ts'

export interface OperatorRecipients {
  readonly emails: readonly string[]
  readonly targets: readonly ChannelTarget[]
}

/** A channel as `service:address`, or an address whose host tells its service. Undefined: it is neither. */
function readChannel(text: string): ChannelTarget | undefined {
  const [, service, address = ''] = /^([a-z]+):(https?:\/\/.*)$/i.exec(text) ?? []
  if (service === undefined) return recogniseTarget(text)
  const name = service.toLowerCase()
  if (!isChannelService(name) || name === 'telegram') return undefined
  const read = readTarget(name, { address })
  return isFault(read) ? undefined : read
}

/** Reads recipients, split by commas or blanks. The Refusal that it throws holds no address: one may be a secret. */
export function readOperatorRecipients(text: string): OperatorRecipients {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  const emails = parts.filter((part) => /^[^\s@:/]+@[^\s@:/]+$/.test(part))
  const targets = parts.flatMap((part, index) => {
    if (emails.includes(part)) return []
    const target = readChannel(part)
    if (!target) throw new Refusal(`has no e-mail address and no channel at place ${index + 1}`)
    return [target]
  })
  return { emails, targets }
}

/** A setting that holds recipients. */
export const operatorRecipients = (name: string, help: string) => declare(name, help, readOperatorRecipients)
