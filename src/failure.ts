// Expected refusals: each has a status and a body, is thrown anywhere and rendered at one place (http/server).
// Anything else that is thrown is a bug: logged once at the edge, answered 500 without detail.

import { type FieldRefusal, fieldWords, type Gaps, messageWords } from './refusal-words.ts'

/** Field -> messages. */
export type FieldErrors = Record<string, string[]>
export type FailureBody = { error: string } | { errors: FieldErrors }

/** A refusal with its HTTP answer. */
export class Failure extends Error {
  readonly status: number
  readonly body: FailureBody
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: FailureBody | string, headers: Record<string, string> = {}) {
    const shaped = typeof body === 'string' ? { error: body } : body
    super('error' in shaped ? shaped.error : JSON.stringify(shaped.errors))
    this.name = 'Failure'
    this.status = status
    this.body = shaped
    this.headers = headers
  }
}

const badRequest = (message: string) => new Failure(400, message)

/** A value of a field that is refused, in words that pages know. */
export const refuseField = (field: string, refusal: FieldRefusal, gaps: Gaps = {}) =>
  badRequest(`${field}: ${fieldWords(refusal, gaps)}`)

/** Refusals every endpoint shares. */
export const commonFailures = {
  invalidJson: () => badRequest('Invalid JSON body'),
  bodyTooLarge: () => new Failure(413, 'Request body is too large'),
  notFound: () => new Failure(404, 'Not found'),
  malformed: () => badRequest('Malformed HTTP request'),
  headersTooLong: () => new Failure(431, 'The address and headers of the request are too long'),
  chunksTooLong: () => new Failure(413, 'The chunk extensions of the request are too long'),
  tooSlow: () => new Failure(408, 'The request did not arrive in time'),
  tooManyPages: () => new Failure(429, 'Too many pages are open. Please close some of them', { 'retry-after': '30' }),
  methodNotAllowed: (allowed: string) => new Failure(405, 'Method not allowed', { allow: allowed }),
  metricsToken: () =>
    new Failure(401, 'Metrics need the METRICS_TOKEN of this service as a Bearer token', {
      'www-authenticate': 'Bearer',
    }),
  metricsClosed: () =>
    new Failure(403, 'Metrics are open to this machine only. Set METRICS_TOKEN to read them from elsewhere'),
  databaseAway: () => new Failure(503, messageWords('databaseAway'), { 'retry-after': '5' }),
  databaseReadOnly: () => new Failure(503, messageWords('readOnly'), { 'retry-after': '30' }),
  /** db/turns: too many statistics wait already, or this one has waited too long. */
  tooManyQuestions: () =>
    new Failure(429, 'Too many questions at once. Please wait and try again', { 'retry-after': '5' }),
  statementTimeout: () =>
    new Failure(503, 'The query took too long and was stopped. Please ask for a shorter period or fewer filters', {
      'retry-after': '30',
    }),
}

const upgrade = (feature: string) => new Failure(402, messageWords('businessPlan', { feature }))

/** Something that was deleted, or never was. */
const gone = (thing: string) => new Failure(404, messageWords('gone', { thing }))
const planLacks = (feature: string) => new Failure(402, messageWords('plan', { feature }))

/** spec/management 2.4 and 3. */
export const goalFailures = {
  invalid: (errors: FieldErrors) => new Failure(422, { errors }),
  revenuePlan: () => upgrade('Revenue Goals'),
  propsPlan: () => upgrade('Custom Properties'),
  consolidated: () =>
    new Failure(422, { errors: { event_name: ['Revenue goals cannot be created for consolidated views'] } }),
  limit: (isPage: boolean) => {
    const message = [fieldWords('fullOf', { noun: 'goals' })]
    return new Failure(422, { errors: isPage ? { event_name: message, path: message } : { event_name: message } })
  },
  currencyTaken: (name: string, currency: string | null) =>
    new Failure(422, {
      errors: { event_name: [fieldWords('currency', { name, currency: currency ?? 'none' })] },
    }),
  notFound: () => gone('Goal'),
}

/** Things of a site or a person that have become too many (registry/room). */
export const roomFailures = {
  full: (noun: string) => badRequest(messageWords('full', { noun })),
}

/** spec/management 4.2 and 7. */
export const siteFailures = {
  emptyPayload: () =>
    badRequest("Payload must contain at least one of the parameters 'domain', 'tracker_script_configuration'"),
  notFound: () => gone('Site'),
  consolidated: () => badRequest('This operation is unavailable for a consolidated view'),
  invalid: (field: string, message: string) => badRequest(`${field}: ${message}`),
  domainTaken: () => refuseField('domain', 'domainTaken'),
  wrongTeam: () => new Failure(403, "You can't add sites to the selected team."),
  teamNeeded: () => badRequest("You must select a team with 'team_id' parameter."),
  siteLimit: (limit: number) => new Failure(402, messageWords('sitesFull', { limit })),
  parameterRequired: (name: string, purpose: string) =>
    badRequest(`Parameter \`${name}\` ${fieldWords('required', { purpose })}`),
  /** Of the plugin's links. */
  sharedLinkGone: () => gone('Shared Link'),
  propertyLimit: () => badRequest(messageWords('propertiesFull')),
  propertyTooLong: () => badRequest(`Parameter \`property\` ${fieldWords('tooLong')}`),
  propsPlan: () => planLacks('Custom Properties'),
  sharedLinksPlan: () => planLacks('Shared Links'),
  teamsPlan: () => planLacks('team members'),
  /** Of the plugin's links alone; with a field, as a page says it there. */
  nameReserved: (field?: string) => badRequest(`${field ? `${field}: ` : ''}${fieldWords('nameReserved')}`),
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
  wrongPassword: () => new Failure(403, `current_password: ${fieldWords('wrong')}`),
  lastOwner: () => badRequest(messageWords('lastOwner')),
  noSites: () => badRequest('the team has no sites'),
  lastOwnerOf: (team: string) =>
    badRequest(`the user is the last owner of team ${team}; add another owner or delete its sites first`),
}

/** spec/dashboard 11. */
export const settingsFailures = {
  role: (what: string) => new Failure(403, messageWords('role', { what })),
  memberGone: () => gone('Member'),
  guestGone: () => gone('Guest'),
  invitationGone: () => gone('Invitation'),
  shieldGone: () => gone('Rule'),
  tokenGone: () => gone('Token'),
  exportsBusy: () => new Failure(503, messageWords('exportsBusy'), { 'retry-after': '5' }),
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
  running: () => new Failure(409, messageWords('importRunning')),
  /** Of files: later they may be imported. */
  busy: () => new Failure(409, messageWords('importBusy'), { 'retry-after': '60' }),
  goingAway: () => new Failure(409, messageWords('importGoing'), { 'retry-after': '60' }),
  unpackedTooLarge: (max: number) => badRequest(`the file has more than ${max} bytes unpacked`),
  notWhole: () => badRequest('the file is packed, but broken or cut off'),
  unmarked: () => new Failure(409, messageWords('importUnmarked')),
}

const nothingImported = (fault: string) => badRequest(`${fault}; nothing was imported`)

/** Files that cannot be imported (docs/imports.md). */
export const fileFailures = {
  oneAtATime: () => badRequest('one file at a time'),
  noZip: () => badRequest('this is no zip archive'),
  tooManyFiles: (max: number) => badRequest(`the archive has more than ${max} files`),
  notUnpacked: (file: string) =>
    badRequest(`${file} of the archive cannot be unpacked: it is broken, encrypted, or not packed with deflate`),
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
  notStored: (first: number, last: number, fault: string) =>
    badRequest(`lines ${first} to ${last} cannot be stored: ${fault}`),
  beforeRetention: (day: string) =>
    new Failure(409, `the file has events before ${day}, where the retention of this site begins`),
}

const notTriedAgain = (fault: string) =>
  badRequest(`${fault} It is not tried again. Rows that came in before stay; delete the import to remove them.`)

/** spec/dashboard 11, `imports`. */
export const uploadFailures = {
  notFound: () => gone('Upload'),
  tooLarge: (max: number) => new Failure(413, `bytes: must be at most ${max}`),
  tooMany: (max: number) => badRequest(messageWords('filesFull', { most: max })),
  chunkTooLarge: (max: number) => new Failure(413, `A chunk may have at most ${max} bytes`),
  tooLong: () => new Failure(413, 'The chunk goes beyond the end that was announced'),
  offset: (offset: number) => new Failure(409, `offset: ${offset} have arrived`, { 'upload-offset': `${offset}` }),
  importing: () => new Failure(409, messageWords('importing')),
  noRoom: () => new Failure(507, messageWords('noRoom')),
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
  importRunning: () => new Failure(409, `timezone: ${messageWords('importRunning')}`),
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
  signedOut: () => new Failure(401, 'Please sign in'),
  wrongPassword: () => new Failure(401, 'E-mail or password is wrong'),
  passwordNeeded: () => new Failure(403, `current_password: ${fieldWords('needed')}`),
  forged: () => new Failure(403, 'This request did not come from a page of this service'),
  /** A page of this service under a name that is not its own. */
  otherName: (page: string, base: string) => new Failure(403, messageWords('otherName', { page, base })),
  busy: () => new Failure(503, messageWords('busy'), { 'retry-after': '5' }),
  tooManyTries: (retrySeconds: number) =>
    new Failure(429, messageWords('tries'), { 'retry-after': String(retrySeconds) }),
  noMail: () => new Failure(403, messageWords('noMail')),
  linkExpired: () => new Failure(410, messageWords('expired')),
  sharedLinkGone: () => new Failure(404, messageWords('linkGone')),
  sharedLinkPassword: () => new Failure(401, 'This link asks for a password'),
  wrongSharedPassword: () => new Failure(401, messageWords('password')),
  /** The maker of an invitation may see its link. It must not open access that others gave to that address. */
  addressShared: () => new Failure(403, messageWords('addressKnown')),
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
  only: (name: string) => new Failure(403, `Passwords are not in use here. Please sign in with ${name}`),
}

/** Second factors; a missing code is no guess, and so no 401. */
export const secondFactorFailures = {
  codeNeeded: () => refuseField('code', 'codeNeeded'),
  isOn: () => badRequest('The second factor is on already'),
  notBegun: () => badRequest('Begin with a new secret'),
  isOff: () => badRequest('There is no second factor'),
  wrongCode: () => new Failure(401, `code: ${fieldWords('wrongCode')}`),
}

const missingKey = 'Missing API key. Please use a valid API key as a Bearer Token.'
const bearerRealm = 'Bearer realm="Tidemark"'

/** spec/management 5 and 6.3. */
export const authFailures = {
  /** Of clients that look for the way in, as assistants do (spec/assistants 1). */
  missingBearer: () => new Failure(401, missingKey, { 'www-authenticate': bearerRealm }),
  badBearer: () =>
    new Failure(401, 'Invalid API key. Please use a valid API key as a Bearer Token.', {
      'www-authenticate': `${bearerRealm}, error="invalid_token"`,
    }),
  badToken: () =>
    new Failure(401, 'Plugins API: unauthorized', { 'www-authenticate': 'Basic realm="Plugins API Access"' }),
  missingKey: () => new Failure(401, missingKey),
  missingSiteId: () => badRequest('Missing site ID. Please provide the required site_id parameter with your request.'),
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
      { 'retry-after': String(retrySeconds) },
    ),
  burstLimit: (limit: number, seconds: number, retrySeconds: number) =>
    new Failure(
      429,
      `Too many API requests in a short period of time. ` +
        `The limit is ${limit} per ${seconds} seconds. Please throttle your requests.`,
      { 'retry-after': String(retrySeconds) },
    ),
  statsPlan: () => new Failure(402, noAccess('Stats API')),
  sitesPlan: () => new Failure(402, noAccess('Sites API')),
  locked: () =>
    new Failure(
      402,
      'This site is locked due to missing active subscription. ' +
        'In order to access it, the site owner should subscribe to a suitable plan',
    ),
}

/** spec/stats 2, 12 to 14 and 22. */
export const statsFailures = {
  period: (value: string, known: readonly string[]) =>
    badRequest(
      `Error parsing \`period\` parameter: invalid period \`${value}\`. ` +
        `Accepted time periods are ${known
          .slice(0, -1)
          .map((name) => `\`${name}\``)
          .join(', ')} and \`${known.at(-1)}\``,
    ),
  dateRequired: () => badRequest('The `date` parameter is required when using a custom period'),
  dateRange: () =>
    badRequest(
      'Invalid format for `date` parameter. ' +
        'When using a custom period, please include two ISO-8601 formatted dates joined by a comma',
    ),
  date: (reason: 'invalid_format' | 'invalid_date') =>
    badRequest(`Error parsing \`date\` parameter: ${reason}. Please specify a valid date in ISO-8601 format`),
  rangeTooLong: (length: string) =>
    badRequest(`Invalid \`date\` parameter: a range of at most ${length} can be queried`),
  interval: (value: string) =>
    badRequest(
      `Error parsing \`interval\` parameter: invalid interval \`${value}\`. Valid intervals are \`day\`, \`month\``,
    ),
  filterProperty: (name: string) =>
    badRequest(
      `Invalid filter property '${name}'. ` +
        'Please provide a valid filter property: an `event:` or `visit:` dimension',
    ),
  filterInvalid: (detail: string) => badRequest(`Invalid filter: ${detail}`),
  filterLimit: (limit: number) => badRequest(`Invalid filters: at most ${limit} filters are allowed`),
  filterPlace: (name: string) =>
    badRequest(
      `Invalid filters. The dimension \`${name}\` can only be filtered at the top level` +
        (name === 'event:goal' ? ', with `is` or `contains`' : ''),
    ),
  filterCountry: () =>
    badRequest('Invalid visit:country filter, visit:country needs to be a valid 2-letter country code'),
  filterCase: () => badRequest('Invalid filter: `case_sensitive` is not allowed with pattern operators'),
  goalNegated: () => badRequest('The operator `!=` is not supported for goals'),
  pageGoalUnknown: (path: string) =>
    badRequest(`The pageview goal for the pathname \`${path}\` is not configured for this site`),
  goalUnknown: (name: string) => badRequest(`The goal \`${name}\` is not configured for this site`),
  metricTwice: () => badRequest('Metrics cannot be queried multiple times'),
  metricUnknown: (name: string) =>
    badRequest(`The metric \`${name}\` is not recognized. Find valid metrics in the documentation of the stats API`),
  metric: (name: string, refusal: string) => badRequest(`Metric \`${name}\` ${refusal}`),
  sessionMetricFilter: (metric: string, dimension: string) =>
    badRequest(`Session metric \`${metric}\` cannot be queried when using a filter on \`${dimension}\``),
  sessionMetricBreakdown: (metric: string, dimension: string) =>
    badRequest(`Session metric \`${metric}\` cannot be queried for breakdown by \`${dimension}\``),
  propertyRequired: () =>
    badRequest('The `property` parameter is required. Please provide at least one property to show a breakdown by'),
  propertyInvalid: (name: string) =>
    badRequest(
      `Invalid property '${name}'. ` +
        'Please provide a valid property for the breakdown endpoint: an `event:` or `visit:` dimension',
    ),
  propertyHostname: () => badRequest("Property 'event:hostname' is currently not supported for breakdowns"),
  limit: () => badRequest('Please provide limit as a number between 1 and 1000'),
  page: () => badRequest('Please provide page as a positive number'),
  propsPlan: (status: 400 | 402) =>
    new Failure(status, 'The owner of this site does not have access to the custom properties feature'),
  revenuePlan: () => badRequest('The owner of this site does not have access to the revenue metrics feature'),
  funnelsPlan: () => badRequest('The owner of this site does not have access to the funnels feature'),
  funnelUnknown: (id: number | string) => badRequest(`The funnel \`${id}\` is not configured for this site`),
  trafficRole: (roles: string) => new Failure(403, `Only ${roles} see what was dropped`),
  query: (message: string) => badRequest(message),
}
