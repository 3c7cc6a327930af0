// How much the tests try that make up their cases: `TIDEMARK_TEST_EFFORT`, or `make test EFFORT=long`.

/** Cases of a property, of the number that stands beside it. */
const efforts = {
  /** For each save (`make quick`): finds what is broken often. */
  quick: 0.2,
  /** Each push. */
  usual: 1,
  /** A night, and before a release. */
  long: 4,
} as const

export type Effort = keyof typeof efforts

const isEffort = (name: string): name is Effort => Object.hasOwn(efforts, name)

/** @throws {Error} naming the efforts that there are, for another one. */
export function readEffort(name: string | undefined): Effort {
  if (!name) return 'usual'
  if (isEffort(name)) return name
  throw new Error(`TIDEMARK_TEST_EFFORT is ${name}; there are ${Object.keys(efforts).join(', ')}`)
}

/** How often a property runs that usually runs `usual` times. */
export const runsFor = (usual: number, effort: Effort): number => Math.max(1, Math.round(usual * efforts[effort]))

/** The same by the effort of this run. */
export const runs = (usual: number): number => runsFor(usual, readEffort(process.env.TIDEMARK_TEST_EFFORT))

/** A machine that others use too is at times three to four times as slow. Only what hangs needs the whole time. */
const slowest = 4

/** Times as long as on a quiet machine, with the usual effort, that a test or a file may take. */
export const patience = (): number => slowest * Math.max(1, efforts[readEffort(process.env.TIDEMARK_TEST_EFFORT)])

/** How long a browser may take for one step, in milliseconds. */
export const browserStepMs = 30_000 * slowest
