// The parts of a file that a reader keeps until it has read all of it: sums by value, properties by event. They are
// counted, so that a file with too much of them is refused in words before the memory of the import is full.
import { getHeapStatistics } from 'node:v8'
import { fileFailures } from '../failure.ts'

/** Share of the heap that readers may fill. The rest is for the records at hand and for the result of all of them. */
const heapShare = 0.5
/** Bytes of an entry beside its characters: its place in a map, its object and the headers of its texts. */
const entryBytes = 300

/** Counts an entry with so many characters. Throws a 400 Failure when the entries are too many for the memory. */
export type Keep = (characters: number) => void

/** A count for one reading of files. */
export function createKeep(bytesMax = heapShare * getHeapStatistics().heap_size_limit): Keep {
  let kept = 0
  return (characters) => {
    kept += entryBytes + 2 * characters
    if (kept > bytesMax) throw fileFailures.tooMuchToKeep(Math.round(bytesMax / 1024 ** 2))
  }
}

/** A copy of a text that was cut out of a longer one. Otherwise the longer one stays in memory with it. */
export const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
