// Refusals of the service, outside a browser: pages know the kind of each.
import t from 'tap'
import { funnelFailures, goalFailures, refuseField, sessionFailures, settingsFailures } from '../../src/failure.ts'
import {
  type FieldRefusal,
  fieldRefusals,
  fieldWords,
  type MessageRefusal,
  messageRefusals,
  messageWords,
} from '../../src/refusal-words.ts'
import { readEventName } from '../../src/rules/goal.ts'
import { byField, general } from '../../src/rules/words/en/refusals.ts'
import { fieldKinds, messageKinds } from '../../web/src/parts/refusal-kinds.ts'

const gaps = { least: 2, most: 8, name: 'x y', currency: 'EUR', noun: 'goals', values: 'a, b', purpose: 'begin' }
const all = {
  ...gaps,
  page: 'http://a',
  base: 'http://b',
  id: 7,
  what: 'imports',
  thing: 'Goal',
  feature: 'Funnels',
  limit: 50,
}
const gapsOf = (words: string) =>
  Object.fromEntries([...words.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, all[name as keyof typeof all]]))

t.test('every refusal is of its own kind, with what stands in its gaps', async (t) => {
  for (const [refusal, [kind, words]] of Object.entries(fieldRefusals)) {
    const said = fieldWords(refusal as FieldRefusal, all)
    t.strictSame(fieldKinds(said)[0], { kind, gaps: gapsOf(words) }, said)
  }
  for (const [refusal, [kind, words]] of Object.entries(messageRefusals)) {
    const said = messageWords(refusal as MessageRefusal, all)
    t.strictSame(messageKinds(said)[0], { kind, gaps: gapsOf(words) }, said)
  }
  t.strictSame(fieldKinds('must be a map'), [], 'words that no page knows')
})

t.test('every kind has a sentence', async (t) => {
  const kindsOf = (table: object) => new Set(Object.values(table).map(([kind]) => kind))
  const said = new Set([general, ...Object.values(byField)].flatMap((sentences) => Object.keys(sentences)))
  t.strictSame(
    [...kindsOf(fieldRefusals)].filter((kind) => !said.has(kind)),
    [],
  )
})

t.test('refusals say what clients know', async (t) => {
  const said: [string, string][] = [
    [refuseField('name', 'long', { most: 255 }).message, 'name: should be at most 255 character(s)'],
    [
      refuseField('retention_months', 'number', { least: 1, most: 9 }).message,
      'retention_months: must be a whole number from 1 to 9',
    ],
    [settingsFailures.role('shields').message, 'Your role does not include shields'],
    [settingsFailures.shieldGone().message, 'Rule could not be found'],
    [funnelFailures.goalUnknown(7).message, 'steps: the goal 7 could not be found'],
    [sessionFailures.wrongPassword().message, 'E-mail or password is wrong'],
    [sessionFailures.passwordNeeded().message, 'current_password: is needed, since signing in was a while ago'],
    [
      goalFailures.currencyTaken('Buy', null).message,
      `{"event_name":["'Buy' (with currency: none) has already been taken"]}`,
    ],
  ]
  for (const [message, words] of said) t.equal(message, words)
  t.strictSame(readEventName('engagement'), {
    problem: "The event name 'engagement' is reserved and cannot be used as a goal",
  })
})
