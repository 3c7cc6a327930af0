// A file gives itself the time of a quiet machine and of the usual effort; it gets the patience of the suite.
import { patience } from '../../test/support/effort.ts'

/** Makes what a test says of its time the time of this machine. */
export function makePatient(test: { setTimeout(ms: number): void }): void {
  const setTimeout = test.setTimeout.bind(test)
  test.setTimeout = (ms) => setTimeout(ms * patience())
}
