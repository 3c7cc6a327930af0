// Dropped events in words.
import { droppedEvents, dropReasons } from '../../../src/rules/words/en/drops.ts'
import { say } from '../text/say.ts'

const isReason = (reason: string): reason is keyof typeof dropReasons => Object.hasOwn(dropReasons, reason)

/** `Hostname not on your list: 31 events. Shields › Hostnames.` A reason of an earlier version stands by its name. */
export function droppedWords(reason: string, count: number): string {
  const [what, advice] = isReason(reason) ? dropReasons[reason] : [reason, '']
  return say(droppedEvents, { what, count, advice }).trim()
}
