// The service names a fault by a code. Pages choose their sentence for it here, the most particular first.
import {
  funnelStepsMax,
  funnelStepsMin,
  goalsPerSiteMax,
  propertiesMax,
  propertyLengthMax,
} from '../../../src/rules/maxima.ts'
import { type ShieldType, shieldTypes } from '../../../src/rules/shield-types.ts'
import { byField, general, messages } from '../../../src/rules/words/en/refusals.ts'

/** Limits that sentences name where the service says only that one is reached. */
const limits = { goals: goalsPerSiteMax, properties: propertiesMax, characters: propertyLengthMax }

/** Limits of a field, where not each of its refusals names them. */
const fieldLimits: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  steps: { least: funnelStepsMin, most: funnelStepsMax },
}

/** The limit of one kind of things, by what tells fields of one name apart. */
const limitOf = (about: string | undefined): Readonly<Record<string, number>> =>
  about !== undefined && Object.hasOwn(shieldTypes, about) ? { most: shieldTypes[about as ShieldType].max } : {}

/** Facts of a refusal beside its words: its code, the field of the request, figures and names for its sentence. */
export interface Told {
  readonly code?: string | undefined
  readonly field?: string | undefined
  readonly gaps?: Readonly<Record<string, string | number>> | undefined
}

type Sentences = Readonly<Record<string, string | undefined>>

/** The words for a code, if these pages have any: the most particular first. */
function wordsFor(field: string, code: string, about: string | undefined): string | undefined {
  const tables: readonly (Sentences | undefined)[] = [byField[`${field}:${about}`], byField[field], general, messages]
  return tables.find((table) => table?.[code])?.[code]
}

/** The sentence of a refusal and what its gaps are filled with. Undefined for a code that these pages do not know. */
export function sentenceFor(
  { code = '', field = '', gaps }: Told,
  about?: string,
): readonly [words: string, gaps: Readonly<Record<string, string | number>>] | undefined {
  const words = wordsFor(field, code, about)
  return words ? [words, { ...limits, ...fieldLimits[field], ...limitOf(about), ...gaps }] : undefined
}
