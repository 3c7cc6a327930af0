// Refusals of every endpoint.
import { badRequest, Failure, none, refuse, retryAfter } from './failure.ts'

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
