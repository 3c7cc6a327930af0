// The goals of a site.

export const lead = 'Actions you want visitors to take. The dashboard shows how many visitors complete each one.'
export const none = 'No goals yet. Add one to see conversions on the dashboard.'
export const noneFound = 'No goals match “{search}”.'
export const search = 'Search goals'
export const add = 'Add goal'
export const name = 'Goal'
export const kind = 'Kind'
export const kinds = { event: 'Custom event', page: 'Page path', scroll: 'Scroll depth' } as const
export const kindOf = { event: 'Event {name}', page: 'Page {name}', scroll: '{percent}% of {name}' } as const
export const currency = 'Currency'
export const currencyHint =
  'Optional. Currency of the revenue, for example EUR. Amounts in other currencies are converted.'
export const noRevenue = 'The plan of this team does not include goals with revenue.'
export const noProps = 'The plan of this team does not include goals with properties.'
export const properties = 'Properties'
export const eventName = 'Event name'
export const eventHint = 'Exactly as your site sends it, including capital letters.'
export const path = 'Page path'
export const pathHint = 'Use * for one part of the path and ** for any number of parts, for example /blog/**.'
export const seenPages = 'Pages seen lately'
export const threshold = 'Percent of the page'
export const displayName = 'Name on the dashboard'
export const displayHint = 'Optional. Leave empty to use the name of the event or page.'
export const onlyWith = 'Only with these properties'
export const key = 'Property {number}'
export const value = 'Value {number}'
export const moreProperties = 'Add property'
export const added = 'Goal added'
export const remove = 'Delete'
export const removeOf = 'Delete goal: {name}'
export const removeAsk = 'Delete the goal “{name}”?'
export const removeLead =
  'Past events are kept. Funnels that use this goal lose the step, and funnels left with one step are deleted.'
export const removed = 'Goal deleted'
export const edit = 'Edit'
export const editOf = 'Edit goal: {name}'
export const saved = 'Goal saved'
export const fixedCurrency =
  'The currency of a goal cannot be changed. To use another currency, delete the goal and add it again.'
export const fixedWhat =
  'The event or page of a goal cannot be changed. To use another one, delete the goal and add it again.'
