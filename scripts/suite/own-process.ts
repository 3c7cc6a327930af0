// The test files that need a process of their own: those of two folders, and the files of a list,
// each with the reason. The others share long-lived processes, whatever they start.
import { dirname } from 'node:path'

const why = {
  environment: 'commands read the environment of the process, and it sets that',
  memory: 'it measures the memory of the process',
  processor: 'it measures the processor time of the process',
  zone: 'it changes the time zone of the process',
  folder: 'it moves the folder of temporary files',
  printed: 'it reads what the process prints',
}

/** By path below test/. */
export const ownProcess: Readonly<Record<string, string>> = {
  'commands/audit-log': why.environment,
  'commands/coverage': why.environment,
  'commands/data': why.environment,
  'commands/import-export-files': why.environment,
  'commands/operator': why.environment,
  'commands/site-erase': why.environment,
  'commands/sql': why.environment,
  'commands/site-facts': why.environment,
  'db/session-settings': why.environment,
  'db/usable': why.environment,
  'docs/privacy': why.memory,
  'http/signs': why.environment,
  'imports/import-process': why.folder,
  'imports/importers': why.processor,
  'imports/time-zones': why.zone,
  'imports/web-log': why.processor,
  'ingest/geo': why.memory,
  'ingest/spool-waiting': why.environment,
}

/** Their files are a cluster's and the suite's own. */
const ownFolders: readonly string[] = ['citus', 'suite']

export function needsOwnProcess(file: string): boolean {
  const name = file.replace(/^test\//, '').replace(/\.test\.ts$/, '')
  return name in ownProcess || ownFolders.includes(dirname(name))
}
