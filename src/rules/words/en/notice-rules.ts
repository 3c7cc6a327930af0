// Notices on any number: the dialog that makes them, and their list in the settings.
import type { RuleCondition } from '../../notice-rule.ts'

export const title = 'Tell me when …'
export const lead = 'Checked every five minutes. You are told once, and again after it was no longer true.'
export const filters = 'With the filters of this dashboard: {filters}'
export const noFilters = 'For the whole site.'
export const metric = 'Metric'
export const condition = 'Condition'
export const conditions: Readonly<Record<RuleCondition, string>> = {
  above: 'is above',
  below: 'is below',
  up: 'rises by percent or more',
  down: 'falls by percent or more',
  changed: 'changes by percent or more',
}
export const value = 'Value'
export const percent = 'Percent, against the same hours of the {weeks} weeks before'
export const hours = 'Over'
export const hourList = '{count} h'
export const dropped = 'Dropped events'
export const reason = 'Reason'
export const anyReason = 'Any reason'
export const name = 'Name'
export const nameHint = 'Notices begin with it.'
export const quiet = 'Quiet hours'
export const quietFrom = 'From'
export const quietTo = 'Until'
export const never = 'None'
export const quietHint = 'In the time zone of the site. Nothing is sent between these hours.'
export const recipients = 'E-mail addresses'
export const recipientsHint = 'One on each line. A pasted webhook address becomes a channel.'
export const channels = 'Channels'
export const add = 'Create notice'
export const added = 'Notice created'
export const own = 'Your notices'
export const ownLead = 'Numbers that you asked to be told about. Make one on the dashboard: Options › Tell me when …'
export const none = 'None yet. Set filters on the dashboard, then choose Options › Tell me when …'
export const open = 'Open'
export const openOf = 'Open the numbers: {name}'
export const remove = 'Delete'
export const removeOf = 'Delete notice: {name}'
export const removeAsk = 'Delete the notice {name}?'
export const removeLead = 'Nobody is told any more.'
export const removed = 'Notice deleted'
export const told = 'Last sent {time}'
export const notTold = 'Not sent yet'
export const problem = 'The number of {name} cannot be read: {problem}'
export const noOne = 'Enter an e-mail address or choose a channel.'
