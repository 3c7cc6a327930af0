// Refusals about people: accounts, signing in, second factors, keys and their plans.
import { badRequest, Failure, none, refuse, refuseField, retryAfter } from './failure.ts'

/** Accounts, their keys and teams (spec/dashboard 12). */
export const accountFailures = {
  wrongPassword: () => refuseField('current_password', 'wrong', none, { status: 403 }),
  lastOwner: () => refuse(400, 'lastOwner'),
  noSites: () => badRequest('the team has no sites'),
  lastOwnerOf: (team: string) =>
    badRequest(`the user is the last owner of team ${team}; add another owner or delete its sites first`),
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
  noAddress: () => new Failure(403, 'The proxy that signed you in did not name an e-mail address'),
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
  /** A session without a second factor at something that needs one. */
  missing: () => refuse(403, 'factorMissing'),
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
