// The content of each box of the page: its answer, or why it is missing. A newer question cancels the older one.
// Answers that cannot change are kept for five minutes.
import { computed, type Signal, signal, batch as together } from '@preact/signals'
import type { Told } from '../parts/refusal-sentences.ts'
import type { Body, Query } from '../state/api.ts'
import type { Question } from '../state/questions.ts'
import { askAll, BatchRefusal, refusalIn } from './batch.ts'

export interface Answer extends Question {
  readonly body: Body
  readonly ms: number
  readonly at: number
}

export interface Problem extends Told {
  readonly status: number
  readonly message: string
}

export interface Box {
  readonly answer: Answer | null
  readonly problem: Problem | null
  readonly isLoading: boolean
}

export interface BoxesOptions {
  readonly siteId: string
  readonly auth: string
  readonly now: () => number
  /** True when an answer to this question can no longer change. */
  readonly isOver: (question: Question) => boolean
  readonly onRefusal: (refusal: BatchRefusal) => void
  readonly onVersion: (version: string) => void
}

const keptMs = 5 * 60_000
const suggestionsKeptMs = 60_000
const keptMax = 300
const retryMaxMs = 30_000
const problemOf = (refusal: BatchRefusal): Problem => ({ ...refusal, message: refusal.message })
const empty: Box = { answer: null, problem: null, isLoading: true }

export function createBoxes(options: BoxesOptions) {
  const { siteId, auth, now } = options
  const boxes = new Map<string, Signal<Box>>()
  const kept = new Map<string, { body: Body; ms: number; at: number }>()
  /** Which question each box waits for or shows. */
  const wanted = new Map<string, string>()
  const wantedNames = signal<readonly string[]>([])
  const offlineSince = signal<number | null>(null)
  let running: { readonly controller: AbortController; readonly keys: Map<string, string> }[] = []
  let retry: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let last: readonly Question[] = []

  /** Ranges between instants move on with every question and stay the same one. */
  const keyOf = (query: Query) =>
    JSON.stringify(query.date_range[1].length > 10 ? { ...query, date_range: 'now' } : query)

  function boxOf(name: string): Signal<Box> {
    let box = boxes.get(name)
    if (!box) {
      box = signal(empty)
      boxes.set(name, box)
    }
    return box
  }

  function keep(key: string, answer: { body: Body; ms: number; at: number }): void {
    kept.delete(key)
    kept.set(key, answer)
    if (kept.size > keptMax) kept.delete(kept.keys().next().value as string)
  }

  function recall(question: Question, key: string) {
    const known = kept.get(key)
    return known && now() - known.at < keptMs && options.isOver(question) ? known : undefined
  }

  const online = () => {
    attempts = 0
    offlineSince.value = null
  }

  /** Network away: numbers stay, and the same is asked again after 1, 2, 4 … 30 s. */
  function goOffline(): void {
    offlineSince.value ??= now()
    clearTimeout(retry)
    retry = setTimeout(() => load(last, true), Math.min(retryMaxMs, 1000 * 2 ** attempts++))
  }

  async function run(
    asked: readonly { readonly question: Question; readonly key: string }[],
    activity?: string,
  ): Promise<void> {
    const controller = new AbortController()
    const one = { controller, keys: new Map(asked.map(({ question, key }) => [question.box, key])) }
    running.push(one)
    const byId = new Map(asked.map(({ question, key }) => [question.box, { question, key }]))
    try {
      await askAll(
        asked.map(({ question }) => ({ id: question.box, query: question.query })),
        {
          siteId,
          auth,
          activity,
          signal: controller.signal,
          onVersion: options.onVersion,
          onLine: (line) => {
            online()
            const { question, key } = byId.get(line.id)!
            const isWanted = wanted.get(line.id) === key
            const box = boxOf(line.id)
            if (line.status === 200) {
              const answer = { body: line.body, ms: line.ms, at: now() }
              keep(key, answer)
              if (isWanted) box.value = { answer: { ...question, ...answer }, problem: null, isLoading: false }
            } else if (isWanted) {
              box.value = { ...box.value, problem: problemOf(refusalIn(line.status, line.body)), isLoading: false }
            }
          },
        },
      )
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof BatchRefusal && error.status === 0) return goOffline()
      const refusal = error instanceof BatchRefusal ? error : new BatchRefusal(500, String(error))
      options.onRefusal(refusal)
      together(() => {
        for (const [name, key] of one.keys) {
          const box = boxOf(name)
          if (wanted.get(name) === key && box.value.isLoading)
            box.value = {
              ...box.value,
              problem: problemOf(refusal),
              isLoading: false,
            }
        }
      })
    } finally {
      running = running.filter((other) => other !== one)
    }
  }

  /** Makes the boxes answer these questions. `force`: also those that are answered already, since an `activity`. */
  function load(questions: readonly Question[], force = false, activity?: string): void {
    last = questions
    clearTimeout(retry)
    const asked: { question: Question; key: string }[] = []
    together(() => {
      for (const question of questions) {
        const key = keyOf(question.query)
        const box = boxOf(question.box)
        const isUnderWay = running.some(({ keys }) => keys.get(question.box) === key)
        const isSame = wanted.get(question.box) === key
        wanted.set(question.box, key)
        const isShown = isSame && box.value.answer !== null && !box.value.isLoading && box.value.problem === null
        const known = recall(question, key)
        if (known && !force) box.value = { answer: { ...question, ...known }, problem: null, isLoading: false }
        else if (isShown && !force) continue
        else if (isUnderWay && !force) box.value = { ...box.value, isLoading: true }
        else {
          // A refresh does not dim a box that shows its answer.
          box.value = { ...box.value, isLoading: !(isShown && force) || offlineSince.value !== null, problem: null }
          asked.push({ question, key })
        }
      }
      const names = questions.map(({ box }) => box)
      for (const name of [...wanted.keys()]) {
        if (!names.includes(name)) wanted.delete(name)
      }
      wantedNames.value = names
      for (const { controller, keys } of running) {
        if (
          ![...keys].some(([name, key]) => wanted.get(name) === key && !asked.some((one) => one.question.box === name))
        )
          controller.abort()
      }
    })
    if (asked.length > 0) void run(asked, activity)
  }

  /** A question that no box waits for: details, suggestions. `isAnew`: an answer that is kept is not good enough. */
  async function ask(query: Query, signal: AbortSignal, isAnew = false): Promise<{ body: Body; ms: number }> {
    const key = keyOf(query)
    const known = kept.get(key)
    if (known && !isAnew && now() - known.at < suggestionsKeptMs) return known
    return new Promise((resolve, reject) => {
      askAll([{ id: 'one', query }], {
        siteId,
        auth,
        signal,
        onLine: (line) => {
          if (line.status !== 200) return reject(refusalIn(line.status, line.body))
          const { body, ms } = line
          keep(key, { body, ms, at: now() })
          resolve({ body, ms })
        },
      }).catch(reject)
    })
  }

  const isBusy = computed(() => wantedNames.value.some((name) => boxOf(name).value.isLoading))

  return {
    boxOf,
    load,
    ask,
    isBusy,
    offlineSince,
    /** Asks the questions on show once more. */
    refresh: () => load(last, true),
    /** Asks one box again after its failure. */
    retry(name: string) {
      const question = last.find(({ box }) => box === name)
      if (!question) return
      boxOf(name).value = { ...boxOf(name).value, isLoading: true, problem: null }
      void run([{ question, key: keyOf(question.query) }])
    },
    retryNow() {
      if (offlineSince.value !== null) load(last, true)
    },
  }
}
