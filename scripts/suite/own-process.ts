// The test files that need a process of their own: those that start something, and these, each with the reason. The
// others share one.
import { startsSomething } from './order.ts'

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
  'commands/data': why.environment,
  'commands/import-export-files': why.environment,
  'commands/operator': why.environment,
  'db/session-settings': why.environment,
  'db/usable': why.environment,
  'docs/privacy': why.memory,
  'imports/import-process': why.folder,
  'imports/importers': why.processor,
  'imports/time-zones': why.zone,
  'imports/web-log': why.processor,
  'ingest/spool-waiting': why.environment,
}

export const needsOwnProcess = (file: string): boolean =>
  file.replace(/^test\//, '').replace(/\.test\.ts$/, '') in ownProcess || startsSomething(file)
