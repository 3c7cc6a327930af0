// Asks for the columns of a journey, page by page. Answers are kept while the panel is open.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JourneyAnswer } from '../../../src/http/contracts/stats.ts'
import type { Told } from '../parts/refusal-sentences.ts'
import { Refusal, request } from '../service/request.ts'
import type { JourneyBody } from '../state/journey.ts'

const path = '/api/v2/journeys'
const keptMax = 100

/** Asks once for each body; a further asker of the same gets the same answer. */
export type AskJourney = (body: JourneyBody, signal: AbortSignal) => Promise<JourneyAnswer>

/** `auth`: the parameter of a shared link, or nothing. */
export function createJourneys(auth: string): AskJourney {
  const kept = new Map<string, JourneyAnswer>()
  return async (body, signal) => {
    const key = JSON.stringify(body)
    const known = kept.get(key)
    if (known) return known
    const answer = await request('POST', auth === '' ? path : `${path}?${auth}`, body, signal)
    kept.set(key, answer)
    if (kept.size > keptMax) kept.delete(kept.keys().next().value as string)
    return answer
  }
}

export interface Problem extends Told {
  readonly status: number
  readonly message: string
}

const problemOf = (error: unknown): Problem => ({
  ...(error as Told),
  status: error instanceof Refusal ? error.status : 0,
  message: (error as Error).message,
})

interface Loaded {
  /** The question of these answers, its pages aside. */
  readonly key: string
  readonly answers: readonly JourneyAnswer[]
}

export interface Column {
  /** The pages of the answer, of an older question while `isLoading`. */
  readonly answers: readonly JourneyAnswer[]
  readonly problem: Problem | null
  readonly isLoading: boolean
  /** Asks for the next page. */
  readonly more: () => void
  readonly retry: () => void
}

/** One column: the pages of a question that have been asked for. */
export function useColumn(ask: AskJourney, body: JourneyBody, rowsMax: number): Column {
  const key = JSON.stringify(body)
  const [loaded, setLoaded] = useState<Loaded>({ key: '', answers: [] })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [attempts, setAttempts] = useState(0)
  const [isPaging, setPaging] = useState(false)
  const closing = useRef<AbortController | undefined>(undefined)
  async function load(before: readonly JourneyAnswer[]): Promise<void> {
    closing.current?.abort()
    const controller = new AbortController()
    closing.current = controller
    setProblem(null)
    const offset = before.reduce((sum, { next }) => sum + next.length, 0)
    try {
      const answer = await ask({ ...body, limit: rowsMax, ...(offset > 0 ? { offset } : {}) }, controller.signal)
      if (!controller.signal.aborted) setLoaded({ key, answers: [...before, answer] })
    } catch (error) {
      if (!controller.signal.aborted) setProblem(problemOf(error))
    }
    if (!controller.signal.aborted) setPaging(false)
  }
  useEffect(() => {
    void load([])
    return () => closing.current?.abort()
  }, [key, attempts])
  return {
    answers: loaded.answers,
    problem,
    isLoading: problem === null && (loaded.key !== key || isPaging),
    more: () => {
      setPaging(true)
      void load(loaded.answers)
    },
    retry: () => setAttempts(attempts + 1),
  }
}
