// Refusals of events that programs send (spec/ingestion 23.1).
import { badRequest, Failure, retryAfter } from './failure.ts'

/** Says that neither the database nor the spool takes events. */
export const notTaken = 'Events cannot be taken in at the moment. Please try again'

export const eventFailures = {
  noList: () => badRequest('The body must be a JSON array of events, or application/x-ndjson with an event a line'),
  number: (most: number) => badRequest(`The body must have 1 to ${most} events`),
  tooMany: () => new Failure(429, 'Too many batches are waiting. Please try again', retryAfter(1)),
  notTaken: () => new Failure(503, notTaken, retryAfter(5)),
}
