// The service refuses in the short words that clients of its API know. Pages say the same in whole sentences.
import { goalsPerSiteMax, propertiesMax, propertyLengthMax } from '../../../src/rules/maxima.ts'
import { type ShieldType, shieldTypes } from '../../../src/rules/shield-types.ts'
import { byField, general, messages } from '../text/en/refusals.ts'
import { say } from '../text/say.ts'

/** Kinds of refusals by what the service says of a field, the first that fits. Groups fill the gaps of the sentence. */
const kinds: readonly (readonly [kind: string, said: RegExp])[] = [
  ['blank', /^(?:can't be blank|is required.*|(?:key|value) length is 1\.\..*|.* field missing.*)$/],
  ['currency', /^'(?<name>.*)' \(with currency: (?<currency>\w+)\) has already been taken$/],
  ['taken', /has already been taken|cannot be registered/],
  ['full', /^maximum reached$|^Maximum number of .* reached$|^Can't add any more/],
  ['longBytes', /^should be at most (?<most>\d+) byte/],
  ['long', /^should be at most (?<most>\d+)/],
  ['tooLong', /^is too long/],
  ['short', /^should be at least (?<least>\d+)/],
  ['number', /^must be a whole number from (?<least>\d+) to (?<most>\d+)$|range \[0, 100\]/],
  ['common', /among the most common/],
  ['address', /must not be the e-mail address/],
  ['wrongCode', /^is wrong, or was used already$/],
  ['wrong', /^is wrong$/],
  ['needed', /^is needed/],
  ['member', /^is a member already$/],
  ['guest', /^is a guest already$/],
  [
    'reserved',
    /^The event name '(?<name>.*)' is reserved|is reserved|^one of the goals was deleted|goal \d+ could not/,
  ],
  ['reserved', /^(?<name>.*): reports go to e-mail addresses$/],
  ['signs', /^(?<name>.*) is no e-mail address and no webhook$|^(?<other>.*) is no webhook$/],
  ['invalid', /^(?<name>.*) is no e-mail address$/],
  ['signs', /^must start with \/$|^only letters|reserved characters/],
  ['invalid', /^is invalid|^must be ids|^should be \d+ to \d+ goals$/],
]

/** Limits that sentences name where the service says only that one is reached. */
const limits = { goals: goalsPerSiteMax, properties: propertiesMax, characters: propertyLengthMax }

/** The limit of one kind of things, by what tells fields of one name apart. */
const limitOf = (about: string | undefined): Readonly<Record<string, number>> =>
  about !== undefined && Object.hasOwn(shieldTypes, about) ? { most: shieldTypes[about as ShieldType].max } : {}

/** Begins like a sentence and ends like one. Names of files keep their first letter. */
const asSentence = (words: string): string =>
  words.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase()) + (/[.!?”]$/.test(words) ? '' : '.')

/** The sentence about a field. `about` tells fields of one name apart. */
export function fieldSentence(field: string, said: string, about?: string): string {
  for (const [kind, pattern] of kinds) {
    const found = pattern.exec(said)
    if (!found) continue
    const sentence = byField[about ? `${field}:${about}` : field]?.[kind] ?? byField[field]?.[kind] ?? general[kind]
    const gaps = Object.fromEntries(Object.entries(found.groups ?? {}).map(readGap))
    if (sentence) return say(sentence, { ...limits, ...limitOf(about), ...gaps })
  }
  return asSentence(said)
}

/** Figures are written as other figures of the page. */
const readGap = ([name, text]: [string, string]): [string, string | number] => [
  name === 'other' && text ? 'name' : name,
  /^\d+$/.test(text) ? Number(text) : (text ?? ''),
]

/** Refusals of no field, the first that fits. */
const messageKinds: readonly (readonly [kind: string, said: RegExp])[] = [
  ['lastOwner', /^the last owner of a team/],
  ['role', /^Your role does not include (.+)$/],
  ['gone', /^(Goal|Funnel|Member|Guest|Invitation|Rule|Token|Import|Upload|Note|Segment|Site) could not be found$/],
  ['linkGone', /^Shared link could not be found$/],
  ['full', /^Maximum number of (.+) reached$/],
  ['propertiesFull', /^Can't add any more custom properties$/],
  ['tries', /^Too many tries/],
  ['busy', /^Too many people sign in/],
  ['noMail', /^This service sends no mail/],
  ['addressKnown', /^This address is known already/],
  ['importRunning', /^an(?:other)? import of this site is running$/],
  ['importGoing', /^an import of this file is being deleted$/],
  ['importUnmarked', /^this import was made by an earlier version/],
  ['importing', /^The file is being imported$/],
  ['noRoom', /^There is no room for this file/],
  ['filesFull', /^Only (\d+) files of a site/],
  ['exportsBusy', /^Too many exports are under way/],
  ['databaseAway', /^The database cannot be reached/],
  ['password', /^Password is wrong$/],
  ['expired', /^This link has expired$/],
  ['plan', /part of the Business plan/],
  ['plan', /subscription plan does not include/],
  ['sitesFull', /^Your account has reached the limit of (\d+) sites/],
]

/** A refusal of no field, as a sentence. */
export function messageSentence(said: string): string {
  for (const [kind, pattern] of messageKinds) {
    const found = pattern.exec(said)
    const sentence = messages[kind]
    if (found && sentence)
      return say(sentence, { ...limits, ...Object.fromEntries([...found].map((text, at) => [String(at), text])) })
  }
  return asSentence(said)
}
