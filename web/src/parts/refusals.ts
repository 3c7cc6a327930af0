// The service refuses in the short words that clients of its API know. Pages say the same in whole sentences.
import {
  funnelStepsMax,
  funnelStepsMin,
  goalsPerSiteMax,
  propertiesMax,
  propertyLengthMax,
} from '../../../src/rules/maxima.ts'
import { type ShieldType, shieldTypes } from '../../../src/rules/shield-types.ts'
import { byField, general, messages } from '../../../src/rules/words/en/refusals.ts'
import { say } from '../text/say.ts'
import { fieldKinds, messageKinds } from './refusal-kinds.ts'

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

/** The sentence about a field. `about` tells fields of one name apart. */
export function fieldSentence(field: string, said: string, about?: string): string {
  for (const { kind, gaps } of fieldKinds(said)) {
    const sentence = byField[about ? `${field}:${about}` : field]?.[kind] ?? byField[field]?.[kind] ?? general[kind]
    if (sentence) return say(sentence, { ...limits, ...fieldLimits[field], ...limitOf(about), ...gaps })
  }
  return asSentence(said)
}

/** A refusal of no field, as a sentence. */
export function messageSentence(said: string): string {
  const [found] = messageKinds(said)
  return found ? say(messages[found.kind], { ...limits, ...found.gaps }) : asSentence(said)
}
