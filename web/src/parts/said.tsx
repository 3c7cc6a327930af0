// The sentence of an error. The sentences are fetched when there is one to say; without them the service's words stand.
import { useEffect, useState } from 'preact/hooks'
import type { Told } from './refusal-sentences.ts'

/** An error as it is caught: a refusal has a status and what the service told. */
interface Caught extends Told {
  readonly status?: number
  readonly message?: string
}

/** The sentence of an error or a refusal. `about` tells fields of one name apart. */
export async function saidBy(error: unknown, about?: string): Promise<string> {
  const caught = (error ?? {}) as Caught
  const { message = String(error), status } = caught
  const words = status && (await import('./refusals.ts').catch(() => undefined))
  return words ? words.sentenceOf({ ...caught, message }, about) : message
}

/** The same as a part of a page. */
export function Said({ of }: { of: unknown }) {
  const [words, setWords] = useState('')
  useEffect(() => {
    saidBy(of).then(setWords)
  }, [of])
  return <>{words}</>
}
