// The thread of one upload's import. What it does is in src/imports/upload-work.ts.
import { workerData } from 'node:worker_threads'
import { type UploadTask, workOn } from '../src/imports/upload-work.ts'

await workOn(workerData as UploadTask)
