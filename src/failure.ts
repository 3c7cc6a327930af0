// Expected refusals: each has a status and a body, is thrown anywhere and rendered at one place (http/server).
// Anything else that is thrown is a bug: logged once at the edge, answered 500 without detail.

import {
  type Coded,
  type FieldRefusal,
  fieldRefusals,
  fieldWords,
  type Gaps,
  type MessageRefusal,
  messageRefusals,
  messageWords,
  type Problem,
  problemOf,
} from './refusal-words.ts'

/** Field -> messages. */
export type FieldErrors = Record<string, string[]>
export type FailureBody = { error: string } | { errors: FieldErrors }

/** Parts of a refusal besides its status and its words. Pages make their sentence of `code`, `field` and `gaps`. */
export interface FailureOptions extends Partial<Coded> {
  readonly headers?: Readonly<Record<string, string>>
  /** Name of the value that is refused, as the request has it. */
  readonly field?: string | undefined
  /** The error that led to the refusal, for the log. */
  readonly cause?: unknown
}

const none = {} as const

/** A refusal with its HTTP answer. */
export class Failure extends Error {
  readonly status: number
  readonly body: FailureBody
  readonly headers: Readonly<Record<string, string>>
  readonly code: Coded['code'] | undefined
  readonly field: string | undefined
  readonly gaps: Gaps

  constructor(status: number, body: FailureBody | string, options: FailureOptions = none) {
    const { headers = none, code, field, gaps = none, cause } = options
    const shaped = typeof body === 'string' ? { error: body } : body
    super('error' in shaped ? shaped.error : JSON.stringify(shaped.errors), cause === undefined ? none : { cause })
    this.name = 'Failure'
    this.status = status
    this.body = shaped
    this.headers = headers
    this.code = code
    this.field = field
    this.gaps = gaps
  }
}

const badRequest = (message: string, options?: FailureOptions) => new Failure(400, message, options)

type More = Omit<FailureOptions, 'code' | 'gaps'>

/** A refusal that names no field, with the code of its words. */
const refuse = (status: number, refusal: MessageRefusal, gaps: Gaps = none, more?: More) =>
  new Failure(status, messageWords(refusal, gaps), { code: messageRefusals[refusal][0], gaps, ...more })

/** A value of a field that is refused, in words that pages know. */
export const refuseField = (
  field: string,
  refusal: FieldRefusal,
  gaps: Gaps = none,
  more?: More & { status: number },
) =>
  new Failure(more?.status ?? 400, `${field}: ${fieldWords(refusal, gaps)}`, {
    code: fieldRefusals[refusal][0],
    field,
    gaps,
    ...more,
  })

/** The answer of the APIs that list messages by field; the code is of the first of them. */
const refuseFields = (errors: FieldErrors, { code, gaps }: Partial<Coded> = none) =>
  new Failure(422, { errors }, { field: Object.keys(errors)[0], ...(code && { code }), ...(gaps && { gaps }) })

const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })

/** Refusals every endpoint shares. */
export const commonFailures = {
  invalidJson: (cause?: unknown) => refuse(400, 'json', none, { cause }),
  bodyTooLarge: () => refuse(413, 'bodyTooLarge'),
  notFound: () => refuse(404, 'notFound'),
  malformed: () => badRequest('Malformed HTTP request'),
  headersTooLong: () => new Failure(431, 'The address and headers of the request are too long'),
  chunksTooLong: () => new Failure(413, 'The chunk extensions of the request are too long'),
  tooSlow: () => new Failure(408, 'The request did not arrive in time'),
  tooManyPages: () => refuse(429, 'pages', none, retryAfter(30)),
  methodNotAllowed: (allowed: string) => new Failure(405, 'Method not allowed', { headers: { allow: allowed } }),
  metricsToken: () =>
    new Failure(401, 'Metrics need the METRICS_TOKEN of this service as a Bearer token', {
      headers: { 'www-authenticate': 'Bearer' },
    }),
  metricsClosed: () =>
    new Failure(403, 'Metrics are open to this machine only. Set METRICS_TOKEN to read them from elsewhere'),
  databaseAway: (cause?: unknown) => refuse(503, 'databaseAway', none, { ...retryAfter(5), cause }),
  databaseReadOnly: (cause?: unknown) => refuse(503, 'readOnly', none, { ...retryAfter(30), cause }),
  /** db/turns: too many statistics wait already, or this one has waited too long. */
  tooManyQuestions: () => refuse(429, 'questions', none, retryAfter(5)),
  statementTimeout: (cause?: unknown) => refuse(503, 'timeout', none, { ...retryAfter(30), cause }),
  /** An error that nothing foresaw, by the number of the request in the log. */
  internal: (request: string) => refuse(500, 'internal', { request }),
}

const upgrade = (feature: string) => refuse(402, 'businessPlan', { feature })

/** Something that was deleted, or never was. */
const gone = (thing: string) => refuse(404, 'gone', { thing })
const planLacks = (feature: string) => refuse(402, 'plan', { feature })

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

/** Accounts, their keys and teams (spec/dashboard 12). */
export const accountFailures = {
  wrongPassword: () => refuseField('current_password', 'wrong', none, { status: 403 }),
  lastOwner: () => refuse(400, 'lastOwner'),
  noSites: () => badRequest('the team has no sites'),
  lastOwnerOf: (team: string) =>
    badRequest(`the user is the last owner of team ${team}; add another owner or delete its sites first`),
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

/** spec/dashboard 11, `imports`. */
export const importFailures = {
  notFound: () => gone('Import'),
  running: () => refuse(409, 'importRunning'),
  /** Of files: later they may be imported. */
  busy: () => refuse(409, 'importBusy', none, retryAfter(60)),
  goingAway: () => refuse(409, 'importGoing', none, retryAfter(60)),
  unpackedTooLarge: (max: number) => badRequest(`the file has more than ${max} bytes unpacked`),
  notWhole: (cause?: unknown) => badRequest('the file is packed, but broken or cut off', { cause }),
  unmarked: () => refuse(409, 'importUnmarked'),
}

const nothingImported = (fault: string) => badRequest(`${fault}; nothing was imported`)

/** Files that cannot be imported (docs/imports.md). */
export const fileFailures = {
  oneAtATime: () => badRequest('one file at a time'),
  noZip: (cause?: unknown) => badRequest('this is no zip archive', { cause }),
  tooManyFiles: (max: number) => badRequest(`the archive has more than ${max} files`),
  notUnpacked: (file: string, cause?: unknown) =>
    badRequest(`${file} of the archive cannot be unpacked: it is broken, encrypted, or not packed with deflate`, {
      cause,
    }),
  tooMuchToKeep: (megabytes: number) =>
    nothingImported(`the files have more different values than an import has memory for (${megabytes} MB); split them`),
  /** Reasons of a reader, each a line. */
  unusable: (reasons: readonly string[]) => badRequest(reasons.join('\n')),
  severalSites: (sites: string, advice: string) =>
    nothingImported(`the files have rows of several websites, by ${sites}; ${advice}`),
  noFile: (file: string) => nothingImported(`there is no file ${file}`),
  noHeader: (fault: string) => nothingImported(`no header line: ${fault}`),
  noList: (file: string) => nothingImported(`${file} is not a whole JSON list of visits`),
  version: (found: string, wanted: string) => nothingImported(`the export has version ${found} and not ${wanted}`),
  encoding: (line: number, fault: string) => nothingImported(`line ${line}: ${fault}`),
  line: (file: string, line: number, fault: string) => nothingImported(`${file} line ${line}: ${fault}`),
  sumsTooLarge: (day: string) => nothingImported(`the sums of ${day} are too large`),
  notStored: (first: number, last: number, fault: Error) =>
    badRequest(`lines ${first} to ${last} cannot be stored: ${fault.message}`, { cause: fault }),
  beforeRetention: (day: string) =>
    new Failure(409, `the file has events before ${day}, where the retention of this site begins`),
}

const notTriedAgain = (fault: string) =>
  badRequest(`${fault} It is not tried again. Rows that came in before stay; delete the import to remove them.`)

/** spec/dashboard 11, `imports`. */
export const uploadFailures = {
  notFound: () => gone('Upload'),
  tooLarge: (max: number) => refuseField('bytes', 'bytes', { most: max }, { status: 413 }),
  tooMany: (max: number) => refuse(400, 'filesFull', { most: max }),
  chunkTooLarge: (max: number) => refuse(413, 'chunkTooLarge', { most: max }),
  tooLong: () => refuse(413, 'chunkTooLong'),
  offset: (offset: number) =>
    new Failure(409, `offset: ${offset} have arrived`, {
      headers: { 'upload-offset': `${offset}` },
      code: 'invalid',
      field: 'offset',
    }),
  importing: () => refuse(409, 'importing'),
  noRoom: (cause?: unknown) => refuse(507, 'noRoom', none, { cause }),
  brokeOff: (fault: string) => badRequest(`the import broke off: ${fault}`),
  /** Files that ended the process of their import twice, by the reason. */
  deadly: {
    memory: (megabytes: number) =>
      notTriedAgain(
        `The file ended the import twice: it needs more than ${megabytes} MB of memory. Split the file, ` +
          'or ask the operator to import it with the command.',
      ),
    silent: (minutes: number) =>
      notTriedAgain(`The file ended the import twice: one step of it took more than ${minutes} minutes.`),
    total: (hours: number) =>
      notTriedAgain(`The file ended the import twice: it took more than ${hours} hours. Split the file.`),
    crash: () => notTriedAgain('The file ended the import twice: its process broke off.'),
  },
  lost: (times: number) => notTriedAgain(`The service ended ${times} times while it imported this file.`),
}

/** Commands of operators; pages never say these. */
export const upkeepFailures = {
  siteGone: () => new Failure(404, 'site not found'),
  basePathTaken: (path: string, own: string) =>
    badRequest(`BASE_URL cannot have the path ${path}: the service has ${own} itself`),
  fileGone: (file: string) => new Failure(404, `${file} not found`),
  notDate: (text: string) => badRequest(`${JSON.stringify(text)} is no date`),
  copyBusy: () => new Failure(409, 'a service or an import writes to this database: stop it first'),
  copyUsed: () => new Failure(409, 'the database to copy to is not empty'),
  copyDiffers: (table: string, site: number, rows: string | undefined, copied: string | undefined) =>
    new Failure(409, `${table} of site ${site} differs: ${rows} rows, ${copied} in the copy`),
  importRunning: () =>
    new Failure(409, `timezone: ${messageWords('importRunning')}`, { field: 'timezone', code: 'importRunning' }),
  undivided: () => new Failure(409, 'traffic is not divided: only on Citus a site is of parts'),
  parts: (most: number) => badRequest(`parts is from 2 to ${most}`),
  timezoneChanging: () => new Failure(409, 'the time zone of this site is being changed'),
  spreadAlready: () => new Failure(409, 'the site is spread over another number of parts, and stays so'),
}

const noAccess = (api: string) =>
  `The account that owns this API key does not have access to ${api}. ` +
  `Please make sure you're using the API key of a subscriber account and that the subscription plan includes ${api}`

/** spec/dashboard 12 and 13. */
export const sessionFailures = {
  signedOut: () => refuse(401, 'signedOut'),
  wrongPassword: () => refuse(401, 'wrongSignIn'),
  passwordNeeded: () => refuseField('current_password', 'needed', none, { status: 403 }),
  forged: () => refuse(403, 'forged'),
  /** A page of this service under a name that is not its own. */
  otherName: (page: string, base: string) => refuse(403, 'otherName', { page, base }),
  busy: () => refuse(503, 'busy', none, retryAfter(5)),
  tooManyTries: (retrySeconds: number) => refuse(429, 'tries', none, retryAfter(retrySeconds)),
  noMail: () => refuse(403, 'noMail'),
  linkExpired: () => refuse(410, 'expired'),
  sharedLinkGone: () => refuse(404, 'linkGone'),
  sharedLinkPassword: () => refuse(401, 'linkPassword'),
  wrongSharedPassword: () => refuse(401, 'password'),
  /** The maker of an invitation may see its link. It must not open access that others gave to that address. */
  addressShared: () => refuse(403, 'addressKnown'),
}

/** Sign-in by a service; who is refused reads these on a page. */
export const identityFailures = {
  away: () => new Failure(503, 'The sign-in service cannot be reached at the moment. Please try again'),
  refused: () => new Failure(403, 'The sign-in service did not say who you are. Please try again'),
  begunElsewhere: () =>
    new Failure(403, 'This sign-in did not begin in this browser, or took too long. Please begin again'),
  unverified: () => new Failure(403, 'The sign-in service has not verified your e-mail address'),
  unknown: (email: string) => new Failure(403, `There is no account for ${email}. Please ask for an invitation`),
  otherIdentity: (email: string) =>
    new Failure(403, `The account of ${email} belongs to somebody else at the sign-in service`),
  only: (name: string) => refuse(403, 'passwordsOff', { name }),
}

/** Second factors; a missing code is no guess, and so no 401. */
export const secondFactorFailures = {
  codeNeeded: () => refuseField('code', 'codeNeeded'),
  isOn: () => refuse(400, 'factorOn'),
  notBegun: () => refuse(400, 'factorNotBegun'),
  isOff: () => refuse(400, 'factorOff'),
  wrongCode: () => refuseField('code', 'wrongCode', none, { status: 401 }),
}

const missingKey = 'Missing API key. Please use a valid API key as a Bearer Token.'
const bearerRealm = 'Bearer realm="Tidemark"'

/** spec/management 5 and 6.3. */
export const authFailures = {
  /** Of clients that look for the way in, as assistants do (spec/assistants 1). */
  missingBearer: () => new Failure(401, missingKey, { headers: { 'www-authenticate': bearerRealm } }),
  badBearer: () =>
    new Failure(401, 'Invalid API key. Please use a valid API key as a Bearer Token.', {
      headers: { 'www-authenticate': `${bearerRealm}, error="invalid_token"` },
    }),
  badToken: () =>
    new Failure(401, 'Plugins API: unauthorized', {
      headers: { 'www-authenticate': 'Basic realm="Plugins API Access"' },
    }),
  missingKey: () => new Failure(401, missingKey),
  missingSiteId: () => refuse(400, 'siteIdMissing'),
  badStatsKey: () =>
    new Failure(
      401,
      'Invalid API key or site ID. ' +
        "Please make sure you're using a valid API key with access to the site you've requested.",
    ),
  badSitesKey: () =>
    new Failure(
      401,
      "Invalid API key. Please make sure you're using a valid API key with access to the resource you've requested.",
    ),
  hourlyLimit: (limit: number, retrySeconds: number) =>
    new Failure(
      429,
      `Too many API requests. Your API key is limited to ${limit} requests per hour. ` +
        'Please contact us to request more capacity.',
      retryAfter(retrySeconds),
    ),
  burstLimit: (limit: number, seconds: number, retrySeconds: number) =>
    new Failure(
      429,
      `Too many API requests in a short period of time. ` +
        `The limit is ${limit} per ${seconds} seconds. Please throttle your requests.`,
      retryAfter(retrySeconds),
    ),
  statsPlan: () => new Failure(402, noAccess('Stats API')),
  sitesPlan: () => new Failure(402, noAccess('Sites API')),
  locked: () => refuse(402, 'locked'),
}

/** A question of statistics that cannot be answered; the words name the part of it. */
const badQuery = (message: string, options?: FailureOptions) => badRequest(message, { code: 'query', ...options })
const featureLacks = (status: 400 | 402, feature: string) => refuse(status, 'featurePlan', { feature })

/** spec/stats 2, 12 to 14 and 22. */
export const statsFailures = {
  period: (value: string, known: readonly string[]) =>
    badQuery(
      `Error parsing \`period\` parameter: invalid period \`${value}\`. ` +
        `Accepted time periods are ${known
          .slice(0, -1)
          .map((name) => `\`${name}\``)
          .join(', ')} and \`${known.at(-1)}\``,
    ),
  dateRequired: () => badQuery('The `date` parameter is required when using a custom period'),
  dateRange: () =>
    badQuery(
      'Invalid format for `date` parameter. ' +
        'When using a custom period, please include two ISO-8601 formatted dates joined by a comma',
    ),
  date: (reason: 'invalid_format' | 'invalid_date') =>
    badQuery(`Error parsing \`date\` parameter: ${reason}. Please specify a valid date in ISO-8601 format`),
  rangeTooLong: (length: string) => badQuery(`Invalid \`date\` parameter: a range of at most ${length} can be queried`),
  interval: (value: string) =>
    badQuery(
      `Error parsing \`interval\` parameter: invalid interval \`${value}\`. Valid intervals are \`day\`, \`month\``,
    ),
  filterProperty: (name: string) =>
    badQuery(
      `Invalid filter property '${name}'. ` +
        'Please provide a valid filter property: an `event:` or `visit:` dimension',
    ),
  filterInvalid: (detail: string, cause?: unknown) => badQuery(`Invalid filter: ${detail}`, { cause }),
  filterLimit: (limit: number) => badQuery(`Invalid filters: at most ${limit} filters are allowed`),
  filterPlace: (name: string) =>
    badQuery(
      `Invalid filters. The dimension \`${name}\` can only be filtered at the top level` +
        (name === 'event:goal' ? ', with `is` or `contains`' : ''),
    ),
  filterCountry: () =>
    badQuery('Invalid visit:country filter, visit:country needs to be a valid 2-letter country code'),
  filterCase: () => badQuery('Invalid filter: `case_sensitive` is not allowed with pattern operators'),
  goalNegated: () => badQuery('The operator `!=` is not supported for goals'),
  pageGoalUnknown: (path: string) =>
    badQuery(`The pageview goal for the pathname \`${path}\` is not configured for this site`),
  goalUnknown: (name: string) => badQuery(`The goal \`${name}\` is not configured for this site`),
  metricTwice: () => badQuery('Metrics cannot be queried multiple times'),
  metricUnknown: (name: string) =>
    badQuery(`The metric \`${name}\` is not recognized. Find valid metrics in the documentation of the stats API`),
  metric: (name: string, refusal: string) => badQuery(`Metric \`${name}\` ${refusal}`),
  sessionMetricFilter: (metric: string, dimension: string) =>
    badQuery(`Session metric \`${metric}\` cannot be queried when using a filter on \`${dimension}\``),
  sessionMetricBreakdown: (metric: string, dimension: string) =>
    badQuery(`Session metric \`${metric}\` cannot be queried for breakdown by \`${dimension}\``),
  propertyRequired: () =>
    badQuery('The `property` parameter is required. Please provide at least one property to show a breakdown by'),
  propertyInvalid: (name: string) =>
    badQuery(
      `Invalid property '${name}'. ` +
        'Please provide a valid property for the breakdown endpoint: an `event:` or `visit:` dimension',
    ),
  propertyHostname: () => badQuery("Property 'event:hostname' is currently not supported for breakdowns"),
  limit: () => badQuery('Please provide limit as a number between 1 and 1000'),
  page: () => badQuery('Please provide page as a positive number'),
  propsPlan: (status: 400 | 402) => featureLacks(status, 'custom properties'),
  revenuePlan: () => featureLacks(400, 'revenue metrics'),
  funnelsPlan: () => featureLacks(400, 'funnels'),
  funnelUnknown: (id: number | string) => badQuery(`The funnel \`${id}\` is not configured for this site`),
  trafficRole: (roles: string) => refuse(403, 'traffic', { roles }),
  query: (message: string) => badQuery(message),
}
