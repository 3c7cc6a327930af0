// Channels of a site: chats and webhooks that reports and notices go to.
import type { ChannelField, ChannelService } from '../../channel-services.ts'

export const channels = 'Channels'
export const lead = 'Chats and webhooks that reports and notices can go to. Choose them below, beside e-mail addresses.'
export const none = 'No channels yet. Add one to get reports and notices where your team talks.'
export const services: Readonly<Record<ChannelService, string>> = {
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  webhook: 'Webhook',
}
/** Where to find the address of each service. */
export const help: Readonly<Record<ChannelService, string>> = {
  slack: 'In Slack, create an app with an incoming webhook and copy its address.',
  discord: 'In the settings of the Discord channel, open Integrations, then Webhooks, and copy the webhook address.',
  telegram: 'Create a bot with @BotFather, add it to the group, and enter its token and the number of the chat.',
  teams:
    'In Teams, create the workflow “Send webhook alerts to a channel” and copy its address. Office 365 connectors no longer work.',
  ntfy: 'The address of a topic. Anyone who knows the name of a topic can read it, so choose one that is hard to guess.',
  webhook: 'Receives JSON with a signature, so that your program can tell real messages from others.',
}
export const service = 'Service'
export const fields: Readonly<Record<ChannelField, string>> = { address: 'Address', token: 'Token', chat: 'Chat' }
export const addressHint = 'For example {example}. It is shown only in part from now on.'
export const serverHint = 'Leave empty for {example}.'
export const tokenHint = 'Leave empty if the topic is open. Otherwise an access token, or user:password.'
export const chatHint = 'For example -1001234567890, or @name for a public channel.'
export const name = 'Name'
export const optional = 'Optional.'
export const add = 'Add channel'
export const added = 'Channel added'
export const change = 'Change'
export const changeOf = 'Change channel: {name}'
export const changeHint = 'Leave empty to keep it.'
export const save = 'Save'
export const saved = 'Channel saved'
export const broken = 'Broken'
export const brokenLead = 'Nothing is sent to {name} since {time}: {failure}. Enter the address again, or send a test.'
export const testOf = 'Send a test: {name}'
export const testSent = 'Test sent to {name}'
export const secret = 'New secret'
export const secretOf = 'New signing secret: {name}'
export const secretAsk = 'Make a new signing secret for {name}?'
export const secretLead = 'Messages are signed with the new secret at once. The previous one stops working.'
export const secretMade =
  'Copy this secret now. You will not be able to see it again. Your program checks signatures with it.'
export const copySecret = 'Copy secret'
export const done = 'Done'
export const remove = 'Delete'
export const removeOf = 'Delete channel: {name}'
export const removeAsk = 'Delete the channel {name}?'
export const removeLead = 'Reports and notices are no longer sent there.'
export const removed = 'Channel deleted'
