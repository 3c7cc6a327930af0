// A process in the place of an import's: what it does is the name of the file.
import { setTimeout as delay } from 'node:timers/promises'

const acts: Readonly<Record<string, () => unknown>> = {
  done: () => process.send?.({ done: 'it is done' }, () => process.exit(0)),
  'word without an end': () => process.send?.({ done: 'it is done' }, () => process.abort()),
  'no word': () => process.exit(0),
  abort: () => process.abort(),
  throws: () => {
    throw new Error('nobody catches this')
  },
  loop: () => {
    for (;;);
  },
  heap: () => {
    for (const all: unknown[] = []; ; ) all.push(Array.from({ length: 1_000 }, (_, index) => ({ index })))
  },
  array: () => ','.repeat(2 ** 28).split(','),
  beside: async () => {
    for (const all: Buffer[] = []; ; await delay(1)) all.push(Buffer.alloc(4_000_000, 1))
  },
  'alive for ever': () => setInterval(() => process.send?.({ isAlive: true }), 20),
}

process.on('disconnect', () => process.exit(1))
process.once('message', ({ upload }: { upload: { name: string } }) => acts[upload.name]?.())
