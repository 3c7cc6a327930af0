// Refusals of commands of operators.
import { messageWords } from '../refusal-words.ts'
import { badRequest, Failure } from './failure.ts'

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
