// Piscina's entry: one thread of the write path. What it does is in src/ingest/record.ts.
import { workerData } from 'piscina'
import { createRecord } from '../src/ingest/record.ts'
import type { Task, TaskResult } from '../src/ingest/wire.ts'

const record = createRecord(workerData as Parameters<typeof createRecord>[0])

/** Runs one task of a lane. */
export default (task: Task): Promise<TaskResult> => record.run(task)
