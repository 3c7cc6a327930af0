// Services that channels are of: chats and webhooks (spec/management 13.1). Pages read this table too, so it holds
// plain data. The shape that each one takes is in reports/shapes.

interface ServiceEntry {
  /** The fields of its target that must be given, and those that may be. */
  readonly needs: readonly ChannelField[]
  readonly may: readonly ChannelField[]
  /** An address for the hint of its field. */
  readonly example: string
  /** True if messages to it are signed. */
  readonly isSigned?: boolean
}

/** A part of a target: an address, the token of a bot or an account, a chat. */
export type ChannelField = 'address' | 'token' | 'chat'

export const channelServices = {
  slack: { needs: ['address'], may: [], example: 'https://hooks.slack.com/services/T0/B0/abc' },
  discord: { needs: ['address'], may: [], example: 'https://discord.com/api/webhooks/123/abc' },
  telegram: { needs: ['token', 'chat'], may: ['address'], example: 'https://api.telegram.org' },
  teams: { needs: ['address'], may: [], example: 'https://example.environment.api.powerplatform.com/powerautomate' },
  ntfy: { needs: ['address'], may: ['token'], example: 'https://ntfy.sh/your-topic' },
  webhook: { needs: ['address'], may: [], example: 'https://hooks.example.com/tidemark', isSigned: true },
} as const satisfies Readonly<Record<string, ServiceEntry>>

export type ChannelService = keyof typeof channelServices

export const channelServiceNames = Object.keys(channelServices) as readonly ChannelService[]

export const isChannelService = (name: unknown): name is ChannelService =>
  typeof name === 'string' && Object.hasOwn(channelServices, name)

/** The fields of a service, those that it needs first. */
export const channelFields = (service: ChannelService): readonly ChannelField[] => {
  const { needs, may }: ServiceEntry = channelServices[service]
  return [...needs, ...may]
}

/** How many channels a site may have. */
export const channelsMax = 20
