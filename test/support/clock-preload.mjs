// Loaded before a process of a test (`--import`): its time, and that of its threads, is the number of milliseconds in the file that
// TEST_CLOCK_FILE names (support/process). Timers are left alone. JavaScript, because threads load it before they can read TypeScript.
import { openSync, readSync } from 'node:fs'

const file = openSync(process.env.TEST_CLOCK_FILE ?? '', 'r')
const bytes = Buffer.alloc(8)
const MachineDate = Date

function now() {
  readSync(file, bytes, 0, 8, 0)
  return bytes.readDoubleLE()
}

globalThis.Date = class extends MachineDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts))
  }

  static now = now
}
