// Piscina's entry: one thread of the write path. What it does is in src/ingest/record.ts. CommonJS, since Piscina asks for
// it by `require`: of an ES module Node 22 aborts the whole process where the thread is stopped while it loads.
const { workerData } = require('piscina') as typeof import('piscina')

/** Runs one task of a lane. */
module.exports = Promise.all([import('../src/ingest/record.ts'), import('../src/machine.ts')]).then(
  ([{ createRecord }, { releaseStart }]) => {
    const record = createRecord(workerData as Parameters<typeof createRecord>[0])
    releaseStart()
    return record.run
  },
)
