// The words of refusals that a page says in whole sentences. The service says them as clients of its API know them, in
// failure.ts; pages tell them apart by the same templates (web/src/parts/refusals.ts).

/** Refusals of a field: the kind of sentence that pages have for it, and the words of the service. */
export const fieldRefusals = {
  blank: ['blank', "can't be blank"],
  required: ['blank', 'is required to {purpose}'],
  keyLength: ['blank', 'key length is {least}..{most} characters'],
  valueLength: ['blank', 'value length is {least}..{most} characters'],
  pathMissing: ['blank', 'page_path field missing for page scroll goal'],
  currency: ['currency', "'{name}' (with currency: {currency}) has already been taken"],
  taken: ['taken', 'has already been taken'],
  domainTaken: ['taken', 'This domain cannot be registered. Perhaps one of your colleagues registered it?'],
  full: ['full', 'maximum reached'],
  fullOf: ['full', 'Maximum number of {noun} reached'],
  longBytes: ['longBytes', 'should be at most {most} byte(s)'],
  long: ['long', 'should be at most {most} character(s)'],
  longList: ['long', 'should be at most {most}'],
  tooLong: ['tooLong', 'is too long'],
  short: ['short', 'should be at least {least} character(s)'],
  number: ['number', 'must be a whole number from {least} to {most}'],
  scroll: ['number', 'Should be -1 (missing) or in range [{least}, {most}]'],
  common: ['common', 'is among the most common ones'],
  address: ['address', 'must not be the e-mail address'],
  wrongCode: ['wrongCode', 'is wrong, or was used already'],
  wrong: ['wrong', 'is wrong'],
  needed: ['needed', 'is needed, since signing in was a while ago'],
  codeNeeded: ['needed', 'is needed to sign in to this account'],
  member: ['member', 'is a member already'],
  guest: ['guest', 'is a guest already'],
  eventReserved: ['reserved', "The event name '{name}' is reserved and cannot be used as a goal"],
  nameReserved: ['reserved', 'This name is reserved. Please choose another one'],
  goalGone: ['reserved', 'one of the goals was deleted'],
  goalUnknown: ['reserved', 'the goal {id} could not be found'],
  reportsByMail: ['reserved', '{name}: reports go to e-mail addresses'],
  noRecipient: ['signs', '{name} is no e-mail address and no webhook'],
  noWebhook: ['signs', '{name} is no webhook'],
  noAddress: ['invalid', '{name} is no e-mail address'],
  slash: ['signs', 'must start with /'],
  domainSigns: ['signs', 'only letters, numbers, slashes and period allowed'],
  domainReserved: ['signs', "must not contain URI reserved characters :?#[]@!$&'()*+,;="],
  choice: ['invalid', 'is invalid. Possible values: {values}'],
  invalid: ['invalid', 'is invalid'],
  goalIds: ['invalid', 'must be ids of goals'],
  stepCount: ['invalid', 'should be {least} to {most} goals'],
} as const satisfies Readonly<Record<string, readonly [kind: string, words: string]>>

export type FieldRefusal = keyof typeof fieldRefusals
/** The kinds of sentences about a field. */
export type FieldKind = (typeof fieldRefusals)[FieldRefusal][0]

/** Refusals of no field, in the same way. */
export const messageRefusals = {
  lastOwner: ['lastOwner', 'the last owner of a team cannot be removed'],
  role: ['role', 'Your role does not include {what}'],
  linkGone: ['linkGone', 'Shared link could not be found'],
  gone: ['gone', '{thing} could not be found'],
  full: ['full', 'Maximum number of {noun} reached'],
  propertiesFull: ['propertiesFull', "Can't add any more custom properties"],
  tries: ['tries', 'Too many tries. Please wait and try again'],
  busy: ['busy', 'Too many people sign in at the moment. Please try again'],
  otherName: [
    'otherName',
    'This page is at {page}, but the service is at {base}. Open it there, or set BASE_URL to the address people use',
  ],
  noMail: ['noMail', 'This service sends no mail. Please ask its operator for a link that signs you in'],
  addressKnown: [
    'addressKnown',
    'This address is known already. Please ask the operator of this service for a sign-in link',
  ],
  importRunning: ['importRunning', 'an import of this site is running'],
  importBusy: ['importRunning', 'another import of this site is running'],
  importGoing: ['importGoing', 'an import of this file is being deleted'],
  importUnmarked: ['importUnmarked', 'this import was made by an earlier version, which did not mark what it brought'],
  importing: ['importing', 'The file is being imported'],
  noRoom: ['noRoom', 'There is no room for this file on the disk of the service'],
  filesFull: ['filesFull', 'Only {most} files of a site can be under way at once'],
  exportsBusy: ['exportsBusy', 'Too many exports are under way. Please try again'],
  databaseAway: ['databaseAway', 'The database cannot be reached at the moment. Please try again'],
  readOnly: ['readOnly', 'The database does not accept changes at the moment. Please try again later'],
  password: ['password', 'Password is wrong'],
  expired: ['expired', 'This link has expired'],
  plan: ['plan', 'Your current subscription plan does not include {feature}'],
  businessPlan: [
    'plan',
    '{feature} is part of the Business plan. To get access to this feature, please upgrade your account.',
  ],
  sitesFull: [
    'sitesFull',
    'Your account has reached the limit of {limit} sites. To unlock more sites, please upgrade your subscription.',
  ],
} as const satisfies Readonly<Record<string, readonly [kind: string, words: string]>>

export type MessageRefusal = keyof typeof messageRefusals
export type MessageKind = (typeof messageRefusals)[MessageRefusal][0]

export type Gaps = Readonly<Record<string, string | number>>
const fill = (words: string, gaps: Gaps): string => words.replace(/\{(\w+)\}/g, (_, name: string) => String(gaps[name]))

/** The words of the service about a field. */
export const fieldWords = (refusal: FieldRefusal, gaps: Gaps = {}): string => fill(fieldRefusals[refusal][1], gaps)

/** The words of the service about no field. */
export const messageWords = (refusal: MessageRefusal, gaps: Gaps = {}): string =>
  fill(messageRefusals[refusal][1], gaps)
