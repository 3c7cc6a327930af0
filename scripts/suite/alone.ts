// Runs one test file in this process, as `node FILE` does, with the patience of the suite: node scripts/suite/alone.ts FILE
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { makePatient } from './patience.ts'

// The file finds itself where it would be without this one.
process.argv.splice(1, 1)
makePatient(t)
await import(pathToFileURL(resolve(process.argv[1]!)).href)
