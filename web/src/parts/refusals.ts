// The service says by a code what is wrong. Pages say it in whole sentences.
import {
  funnelStepsMax,
  funnelStepsMin,
  goalsPerSiteMax,
  propertiesMax,
  propertyLengthMax,
} from '../../../src/rules/maxima.ts'
import { type ShieldType, shieldTypes } from '../../../src/rules/shield-types.ts'
import type { Refusal } from '../request.ts'
import { byField, general, messages } from '../text/en/refusals.ts'
import { say } from '../text/say.ts'

/** Limits that sentences name where the service says only that one is reached. */
const limits = { goals: goalsPerSiteMax, properties: propertiesMax, characters: propertyLengthMax }

/** Limits of a field, where not each of its refusals names them. */
const fieldLimits: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  steps: { least: funnelStepsMin, most: funnelStepsMax },
}

/** The limit of one kind of things, by what tells fields of one name apart. */
const limitOf = (about: string | undefined): Readonly<Record<string, number>> =>
  about !== undefined && Object.hasOwn(shieldTypes, about) ? { most: shieldTypes[about as ShieldType].max } : {}

/** Begins like a sentence and ends like one. Names of files keep their first letter. */
const asSentence = (words: string): string =>
  words.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase()) + (/[.!?”]$/.test(words) ? '' : '.')

type Sentences = Readonly<Record<string, string | undefined>>

/** The words for a code, if these pages have any: the most particular first. */
function wordsFor(field: string, code: string, about: string | undefined): string | undefined {
  const tables: readonly (Sentences | undefined)[] = [byField[`${field}:${about}`], byField[field], general, messages]
  return tables.find((table) => table?.[code])?.[code]
}

/** What is told of a refusal. */
export type Told = Pick<Refusal, 'message' | 'code' | 'field' | 'gaps'>

/**
 * A refusal as a sentence. `about` tells fields of one name apart. Without a code that these pages know, the words of
 * the service stand: it may be newer.
 */
export function sentenceOf({ message, code = '', field = '', gaps }: Told, about?: string): string {
  const words = wordsFor(field, code, about)
  if (!words) return asSentence(message)
  return say(words, { ...limits, ...fieldLimits[field], ...limitOf(about), said: message, ...gaps })
}
