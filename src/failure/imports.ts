// Refusals about imports: files, uploads, records of imports.
import { badRequest, Failure, gone, none, refuse, refuseField, retryAfter } from './failure.ts'

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
