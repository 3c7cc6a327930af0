// The target of a channel: read from what a person typed, recognised by its address, and shown without its secret
// (spec/management 13.1).
import { type ChannelField, type ChannelService, channelFields, channelServices } from './channel-services.ts'

export interface ChannelTarget {
  readonly service: ChannelService
  readonly address: string
  readonly token?: string
  readonly chat?: string
}

/** Why a field is no part of a target. `retired`: a connector of Microsoft 365, which Teams no longer takes. */
export interface TargetFault {
  readonly field: ChannelField
  readonly why: 'blank' | 'invalid' | 'retired' | 'tooLong'
}

const lengthMax = 2_000
const telegramServer = 'https://api.telegram.org'
const botToken = /^\d{1,20}:[\w-]{20,100}$/
/** The number of a chat, negative for groups, or the name of a public channel. */
const chatName = /^(-?\d{1,20}|@\w{4,64})$/
const ntfyToken = /^[\x21-\x7e]{1,200}$/

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** An address as `URL` writes it; undefined if it is no address, or has a user or a password. */
function webAddress(text: string): URL | undefined {
  if (!isWebAddress(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.username || url.password ? undefined : url
}

/** Connectors of Microsoft 365, which were retired in 2025. */
const isRetired = ({ hostname }: URL): boolean =>
  /(^|\.)webhook\.office(365)?\.com$/.test(hostname) || hostname === 'outlook.office.com'

const patterns = { token: { telegram: botToken, ntfy: ntfyToken }, chat: { telegram: chatName } } as const

/** The fault of a field that is given. */
function faultOf(service: ChannelService, field: ChannelField, text: string): TargetFault['why'] | undefined {
  if (text.length > lengthMax) return 'tooLong'
  if (field !== 'address') {
    const pattern = (patterns[field] as Readonly<Partial<Record<ChannelService, RegExp>>>)[service]
    return pattern?.test(text) ? undefined : 'invalid'
  }
  const url = webAddress(text)
  if (!url) return 'invalid'
  if (service === 'teams' && isRetired(url)) return 'retired'
  if (service === 'ntfy' && !/\/[\w-]{1,64}\/?$/.test(url.pathname)) return 'invalid'
  return undefined
}

/** A target from typed fields, or the first fault. */
export function readTarget(
  service: ChannelService,
  typed: Readonly<Partial<Record<ChannelField, string | null>>>,
): ChannelTarget | TargetFault {
  const given: Partial<Record<ChannelField, string>> = {}
  for (const field of channelFields(service)) {
    const text = typed[field]?.trim() ?? ''
    if (text === '') {
      if ((channelServices[service].needs as readonly ChannelField[]).includes(field)) return { field, why: 'blank' }
      continue
    }
    const why = faultOf(service, field, text)
    if (why) return { field, why }
    given[field] = field === 'address' ? new URL(text).href : text
  }
  const { address = telegramServer, ...rest } = given
  return { service, address, ...rest }
}

export const isFault = (read: ChannelTarget | TargetFault): read is TargetFault => 'why' in read

/** Hosts by which an address tells its service. */
const hosts: readonly (readonly [ChannelService, RegExp])[] = [
  ['slack', /^hooks\.slack(-gov)?\.com$/],
  ['discord', /^((ptb|canary)\.)?discord(app)?\.com$/],
  ['teams', /\.logic\.azure\.(com|us)$|\.powerplatform\.(com|us)$|\.powerapps\.(com|us)$/],
  ['ntfy', /^ntfy\.sh$/],
]

/**
 * The target of a pasted address, by its host. An address of Telegram holds token and chat as its API takes them.
 * Undefined: it is no address.
 * @example recogniseTarget('https://hooks.slack.com/services/T1/B1/x')?.service // 'slack'
 */
export function recogniseTarget(text: string): ChannelTarget | undefined {
  const url = webAddress(text.trim())
  if (!url || text.length > lengthMax) return undefined
  const [, token] = /^\/bot([^/]+)\/\w*$/.exec(url.pathname) ?? []
  const chat = url.searchParams.get('chat_id')
  const read =
    token && chat
      ? readTarget('telegram', { address: url.origin, token, chat })
      : readTarget(hosts.find(([, host]) => host.test(url.hostname))?.[0] ?? 'webhook', { address: url.href })
  return isFault(read) ? { service: 'webhook', address: url.href } : read
}

const shownLetters = 4

/**
 * A target as people may see it again: where it leads, and the end of its secret.
 * @example hintOf({ service: 'slack', address: 'https://hooks.slack.com/services/T1/B1/secretAb12' })
 *   // 'hooks.slack.com/…Ab12'
 */
export function hintOf({ service, address, chat }: ChannelTarget): string {
  const { host, pathname, search } = new URL(address)
  if (service === 'telegram') return `${host}/…${chat ? ` ${chat}` : ''}`
  const rest = pathname.slice(1) + search
  const end = rest.length >= 4 * shownLetters ? rest.slice(-shownLetters) : ''
  return rest === '' ? host : `${host}/…${end}`
}
