// Refusals that people can get: the code that pages choose their sentence by, and the words that clients of the API
// know. The files of failure/ make the answers; the sentences are in rules/words.

/** Refusals of a field: the code, and the words of the service. */
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
  retired: ['reserved', 'is a connector of Microsoft 365, which no longer works; use the address of a workflow'],
  noRecipient: ['signs', '{name} is no e-mail address and no webhook'],
  noWebhook: ['signs', '{name} is no webhook'],
  noAddress: ['invalid', '{name} is no e-mail address'],
  slash: ['signs', 'must start with /'],
  domainSigns: ['signs', 'only letters, numbers, slashes and period allowed'],
  domainReserved: ['signs', "must not contain URI reserved characters :?#[]@!$&'()*+,;="],
  choice: ['invalid', 'is invalid. Possible values: {values}'],
  invalid: ['invalid', 'is invalid'],
  map: ['invalid', 'must be a map with string keys and string values'],
  propertiesOfGoal: ['full', 'use at most {most} properties per goal'],
  sameDomain: ['same', 'New domain must be different than the current one'],
  bytes: ['large', 'must be at most {most}'],
  goalIds: ['invalid', 'must be ids of goals'],
  stepCount: ['invalid', 'should be {least} to {most} goals'],
} as const satisfies Readonly<Record<string, readonly [code: string, words: string]>>

export type FieldRefusal = keyof typeof fieldRefusals
/** Codes of refusals that name a field. */
export type FieldCode = (typeof fieldRefusals)[FieldRefusal][0]

/** Refusals of no field, in the same way. */
export const messageRefusals = {
  lastOwner: ['lastOwner', 'the last owner of a team cannot be removed'],
  role: ['role', 'Your role does not include {what}'],
  signedOut: ['signedOut', 'Please sign in'],
  wrongSignIn: ['wrongSignIn', 'E-mail or password is wrong'],
  passwordsOff: ['passwordsOff', 'Passwords are not in use here. Please sign in with {name}'],
  forged: ['forged', 'This request did not come from a page of this service'],
  linkPassword: ['linkPassword', 'This link asks for a password'],
  factorOn: ['factor', 'The second factor is on already'],
  factorNotBegun: ['factor', 'Begin with a new secret'],
  factorOff: ['factor', 'There is no second factor'],
  factorMissing: ['factorMissing', 'Give a second factor first: turn it on for your account, or enter its code'],
  json: ['request', 'Invalid JSON body'],
  emptyPayload: [
    'request',
    "Payload must contain at least one of the parameters 'domain', 'tracker_script_configuration'",
  ],
  siteIdMissing: ['request', 'Missing site ID. Please provide the required site_id parameter with your request.'],
  bodyTooLarge: ['tooLarge', 'Request body is too large'],
  chunkTooLarge: ['tooLarge', 'A chunk may have at most {most} bytes'],
  chunkTooLong: ['tooLarge', 'The chunk goes beyond the end that was announced'],
  notFound: ['gone', 'Not found'],
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
  erasureChanged: ['erasureChanged', 'the number to confirm is {number} now'],
  erasureNothing: ['erasureNothing', 'there are no such statistics'],
  erasureBegun: ['erasureBegun', 'the deletion has begun and cannot be stopped any more'],
  importing: ['importing', 'The file is being imported'],
  noRoom: ['noRoom', 'There is no room for this file on the disk of the service'],
  filesFull: ['filesFull', 'Only {most} files of a site can be under way at once'],
  exportsBusy: ['exportsBusy', 'Too many exports are under way. Please try again'],
  databaseAway: ['databaseAway', 'The database cannot be reached at the moment. Please try again'],
  readOnly: ['readOnly', 'The database does not accept changes at the moment. Please try again later'],
  password: ['password', 'Password is wrong'],
  expired: ['expired', 'This link has expired'],
  questions: ['questions', 'Too many questions at once. Please wait and try again'],
  pages: ['pages', 'Too many pages are open. Please close some of them'],
  timeout: ['timeout', 'The query took too long and was stopped. Please ask for a shorter period or fewer filters'],
  internal: ['internal', 'Internal error; request {request}'],
  consolidated: ['consolidated', 'This operation is unavailable for a consolidated view'],
  wrongTeam: ['wrongTeam', "You can't add sites to the selected team."],
  locked: [
    'locked',
    'This site is locked due to missing active subscription. ' +
      'In order to access it, the site owner should subscribe to a suitable plan',
  ],
  traffic: ['role', 'Only {roles} see what was dropped'],
  query: ['query', '{said}'],
  featurePlan: ['plan', 'The owner of this site does not have access to the {feature} feature'],
  plan: ['plan', 'Your current subscription plan does not include {feature}'],
  businessPlan: [
    'plan',
    '{feature} is part of the Business plan. To get access to this feature, please upgrade your account.',
  ],
  sitesFull: [
    'sitesFull',
    'Your account has reached the limit of {limit} sites. To unlock more sites, please upgrade your subscription.',
  ],
} as const satisfies Readonly<Record<string, readonly [code: string, words: string]>>

export type MessageRefusal = keyof typeof messageRefusals
/** Codes of refusals that name no field. */
export type MessageCode = (typeof messageRefusals)[MessageRefusal][0]

/** The facts of a refusal that a page makes its sentence of. */
export interface Coded<Code = FieldCode | MessageCode> {
  readonly code: Code
  /** Figures and names for the gaps of its words. */
  readonly gaps: Gaps
}

export type Gaps = Readonly<Record<string, string | number>>
const fill = (words: string, gaps: Gaps): string => words.replace(/\{(\w+)\}/g, (_, name: string) => String(gaps[name]))

/** A fault of a value: the words of the service, and the facts for a sentence. */
export interface Problem extends Coded<FieldCode> {
  readonly words: string
}

/** The problem that a value has. */
export const problemOf = (refusal: FieldRefusal, gaps: Gaps = {}): Problem => ({
  code: fieldRefusals[refusal][0],
  gaps,
  words: fieldWords(refusal, gaps),
})

/** The words of the service about a field. */
export const fieldWords = (refusal: FieldRefusal, gaps: Gaps = {}): string => fill(fieldRefusals[refusal][1], gaps)

/** The words of the service about no field. */
export const messageWords = (refusal: MessageRefusal, gaps: Gaps = {}): string =>
  fill(messageRefusals[refusal][1], gaps)
