// Expected refusals: each has a status and a body, is thrown anywhere and rendered at one place (http/server).
// Anything else that is thrown is a bug: logged once at the edge, answered 500 without detail.

export type FailureBody = { error: string } | { errors: Record<string, string[]> }

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

/** Refusals every endpoint shares. */
export const commonFailures = {
  invalidJson: () => new Failure(400, 'Invalid JSON body'),
  bodyTooLarge: () => new Failure(413, 'Request body is too large'),
  notFound: () => new Failure(404, 'Not found'),
  methodNotAllowed: (allowed: string) => new Failure(405, 'Method not allowed', { allow: allowed }),
  databaseAway: () => new Failure(503, 'The database cannot be reached at the moment. Please try again', { 'retry-after': '5' }),
  statementTimeout: () =>
    new Failure(503, 'The query took too long and was stopped. Please ask for a shorter period or fewer filters', { 'retry-after': '30' }),
}
