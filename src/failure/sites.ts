// Refusals about sites and their things: goals, funnels, segments, notes, links, settings.
import { fieldWords, type Problem, problemOf } from '../refusal-words.ts'
import {
  badRequest,
  type FieldErrors,
  gone,
  none,
  planLacks,
  refuse,
  refuseField,
  refuseFields,
  retryAfter,
  upgrade,
} from './failure.ts'

/** spec/management 2.4 and 3. */
export const goalFailures = {
  /** Messages by field; `problem` is the first of them. */
  invalid: (errors: FieldErrors, problem?: Problem) => refuseFields(errors, problem),
  revenuePlan: () => upgrade('Revenue Goals'),
  propsPlan: () => upgrade('Custom Properties'),
  consolidated: () =>
    refuseFields({ event_name: ['Revenue goals cannot be created for consolidated views'] }, { code: 'invalid' }),
  limit: (isPage: boolean) => {
    const problem = problemOf('fullOf', { noun: 'goals' })
    const message = [problem.words]
    return refuseFields(isPage ? { event_name: message, path: message } : { event_name: message }, problem)
  },
  currencyTaken: (name: string, currency: string | null) => {
    const problem = problemOf('currency', { name, currency: currency ?? 'none' })
    return refuseFields({ event_name: [problem.words] }, problem)
  },
  notFound: () => gone('Goal'),
}

/** Things of a site or a person that have become too many (registry/room). */
export const roomFailures = {
  full: (noun: string) => refuse(400, 'full', { noun }),
}

/** spec/management 4.2 and 7. */
export const siteFailures = {
  emptyPayload: () => refuse(400, 'emptyPayload'),
  notFound: () => gone('Site'),
  kitUnknown: () => gone('Kit'),
  consolidated: () => refuse(400, 'consolidated'),
  invalid: (field: string, message: string) => badRequest(`${field}: ${message}`, { code: 'invalid', field }),
  /** A value that a reader of rules/ refused. */
  problem: (field: string, { words, code, gaps }: Problem) => badRequest(`${field}: ${words}`, { code, field, gaps }),
  domainTaken: () => refuseField('domain', 'domainTaken'),
  wrongTeam: () => refuse(403, 'wrongTeam'),
  teamNeeded: () => badRequest("You must select a team with 'team_id' parameter.", { code: 'blank', field: 'team_id' }),
  siteLimit: (limit: number) => refuse(402, 'sitesFull', { limit }),
  parameterRequired: (name: string, purpose: string) =>
    badRequest(`Parameter \`${name}\` ${fieldWords('required', { purpose })}`, { code: 'blank', field: name }),
  /** Of the plugin's links. */
  sharedLinkGone: () => gone('Shared Link'),
  propertyLimit: () => refuse(400, 'propertiesFull'),
  propertyTooLong: () =>
    badRequest(`Parameter \`property\` ${fieldWords('tooLong')}`, { code: 'tooLong', field: 'property' }),
  propsPlan: () => planLacks('Custom Properties'),
  sharedLinksPlan: () => planLacks('Shared Links'),
  teamsPlan: () => planLacks('team members'),
  /** Of the plugin's links alone; with a field, as a page says it there. */
  nameReserved: (field?: string) =>
    badRequest(`${field ? `${field}: ` : ''}${fieldWords('nameReserved')}`, { code: 'reserved', field: 'name' }),
}

/** spec/management 7.7. */
export const funnelFailures = {
  notFound: () => gone('Funnel'),
  plan: () => upgrade('Funnels'),
  goalUnknown: (id: number) => refuseField('steps', 'goalUnknown', { id }),
  goalGone: () => refuseField('steps', 'goalGone'),
}

/** spec/dashboard 11. */
export const settingsFailures = {
  role: (what: string) => refuse(403, 'role', { what }),
  memberGone: () => gone('Member'),
  guestGone: () => gone('Guest'),
  invitationGone: () => gone('Invitation'),
  shieldGone: () => gone('Rule'),
  tokenGone: () => gone('Token'),
  exportsBusy: () => refuse(503, 'exportsBusy', none, retryAfter(5)),
}

/** spec/dashboard 5.6. */
export const segmentFailures = {
  notFound: () => gone('Segment'),
  plan: () => planLacks('segments of the site'),
}

/** spec/dashboard 4.5. */
export const noteFailures = {
  notFound: () => gone('Note'),
}

/** spec/management 19. */
export const erasureFailures = {
  notFound: () => gone('Deletion'),
  /** The number that was confirmed is not the number there is now. */
  changed: (number: number) => refuse(409, 'erasureChanged', { number }),
  /** A field of a scope that was refused. */
  scope: (field: string, problem: string, isMissing: boolean) =>
    badRequest(`${field}: ${problem}`, { code: isMissing ? 'blank' : 'invalid', field }),
  nothing: () => refuse(400, 'erasureNothing'),
  begun: () => refuse(409, 'erasureBegun'),
}

/** spec/management 13.1. */
export const channelFailures = { gone: () => gone('Channel') }
/** spec/management 13.2. */
export const ruleFailures = { gone: () => gone('Notice') }
