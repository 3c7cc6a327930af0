// Expected refusals: each has a status and a body, is thrown anywhere and rendered at one place (http/server).
// Anything else that is thrown is a bug: logged once at the edge, answered 500 without detail. They stand by subject in
// the folder of this name, and everybody imports them from here.
export * from './failure/accounts.ts'
export * from './failure/common.ts'
export * from './failure/events.ts'
export { Failure, type FieldErrors, refuseField } from './failure/failure.ts'
export * from './failure/imports.ts'
export * from './failure/sites.ts'
export * from './failure/stats.ts'
export * from './failure/upkeep.ts'
