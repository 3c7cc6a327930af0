// Refusals of the service, outside a browser: every refusal that a page can get has a code, and every code a sentence.
import t from 'tap'
import {
  accountFailures,
  authFailures,
  commonFailures,
  type Failure,
  funnelFailures,
  goalFailures,
  identityFailures,
  importFailures,
  noteFailures,
  refuseField,
  roomFailures,
  secondFactorFailures,
  segmentFailures,
  sessionFailures,
  settingsFailures,
  siteFailures,
  statsFailures,
  uploadFailures,
} from '../../src/failure.ts'
import { type FieldRefusal, fieldRefusals, messageRefusals, messageWords, problemOf } from '../../src/refusal-words.ts'
import { readCurrency, readCustomProps, readEventName, readPath } from '../../src/rules/goal.ts'
import { byField, general, messages } from '../../src/rules/words/en/refusals.ts'
import { sentenceFor } from '../../web/src/parts/refusal-sentences.ts'

const gaps = {
  least: 2,
  most: 8,
  name: 'x y',
  currency: 'EUR',
  noun: 'goals',
  values: 'a, b',
  purpose: 'begin',
  page: 'http://a',
  base: 'http://b',
  id: 7,
  what: 'imports',
  thing: 'Goal',
  feature: 'Funnels',
  limit: 50,
  roles: 'owners',
  request: 'abc',
  said: 'why',
}

t.test('every code has a sentence', async (t) => {
  const said = new Set([general, ...Object.values(byField)].flatMap((sentences) => Object.keys(sentences)))
  const codes = new Set(Object.values(fieldRefusals).map(([code]) => code))
  t.strictSame(
    [...codes].filter((code) => !said.has(code)),
    [],
    'of fields',
  )
  const ofMessages = new Set<string>(Object.values(messageRefusals).map(([code]) => code))
  t.strictSame(
    [...ofMessages].filter((code) => !Object.hasOwn(messages, code)),
    [],
    'of no field',
  )
  t.strictSame(
    Object.keys(messages).filter((code) => !ofMessages.has(code)),
    [],
    'and no sentence is left over',
  )
  t.strictSame(
    [...said].filter((code) => !codes.has(code as never)),
    [],
    'nor one of a field',
  )
})

type Table = Readonly<Record<string, unknown>>

/** Refusals that no page gets: of keys, of text that is no request, and pages that the service itself draws. */
const neverOfPages = new Set([
  'common.malformed',
  'common.headersTooLong',
  'common.chunksTooLong',
  'common.tooSlow',
  'common.methodNotAllowed',
  'common.metricsToken',
  'common.metricsClosed',
  'account.noSites',
  'account.lastOwnerOf',
  'import.unpackedTooLarge',
  'import.notWhole',
  'upload.brokeOff',
  'upload.deadly',
  'upload.lost',
  'identity.away',
  'identity.refused',
  'identity.begunElsewhere',
  'identity.unverified',
  'identity.noAddress',
  'identity.unknown',
  'identity.otherIdentity',
  'auth.missingBearer',
  'auth.badBearer',
  'auth.badToken',
  'auth.missingKey',
  'auth.badStatsKey',
  'auth.badSitesKey',
  'auth.hourlyLimit',
  'auth.burstLimit',
  'auth.statsPlan',
  'auth.sitesPlan',
])

const tables: Readonly<Record<string, Table>> = {
  common: commonFailures,
  goal: goalFailures,
  room: roomFailures,
  site: siteFailures,
  funnel: funnelFailures,
  account: accountFailures,
  settings: settingsFailures,
  segment: segmentFailures,
  note: noteFailures,
  import: importFailures,
  upload: uploadFailures,
  session: sessionFailures,
  identity: identityFailures,
  factor: secondFactorFailures,
  auth: authFailures,
  stats: statsFailures,
}

/** Arguments that suit each function: texts, and what a few of them take besides. */
const argumentsOf: Readonly<Record<string, readonly unknown[]>> = {
  'goal.invalid': [{ event_name: ["can't be blank"] }, problemOf('blank')],
  'site.problem': ['custom_props', problemOf('map')],
  'stats.period': ['x', ['day', 'month']],
}

const refusals = Object.entries(tables).flatMap(([area, table]) =>
  Object.entries(table)
    .map(([name, make]) => [`${area}.${name}`, make] as const)
    .filter(([name]) => !neverOfPages.has(name))
    .map(
      ([name, make]) =>
        [name, (make as (...given: unknown[]) => Failure)(...(argumentsOf[name] ?? ['x', 'y']))] as const,
    ),
)

const wordsOf = ({ body }: Failure): string => ('error' in body ? body.error : Object.values(body.errors)[0]?.[0]) ?? ''

/** Gaps of the sentence that nothing fills, or the lack of a sentence. */
function openGaps({ code, field, gaps }: Failure): string[] {
  const found = sentenceFor({ code, field, gaps })
  if (!found) return ['no sentence']
  const [words, filled] = found
  return [...words.matchAll(/\{(\w+)\}/g)]
    .map(([, gap = '']) => gap)
    .filter((gap) => gap !== 'said' && !(gap in filled))
}

t.test('every refusal that a page can get has a code that pages know', async (t) => {
  t.ok(refusals.length > 80, `${refusals.length} refusals`)
  for (const [name, failure] of refusals) {
    t.type(failure.code, 'string', name)
    t.strictSame(openGaps(failure), [], `${name}: ${failure.field ?? ''} ${failure.code}`)
  }
})

t.test('so has every field, and the words are those of its code', async (t) => {
  for (const [refusal, [code, words]] of Object.entries(fieldRefusals)) {
    const failure = refuseField('name', refusal as FieldRefusal, gaps)
    t.strictSame([failure.code, failure.field, failure.gaps], [code, 'name', gaps])
    t.equal(wordsOf(failure), `name: ${words.replace(/\{(\w+)\}/g, (_, gap: string) => String(gaps[gap as 'least']))}`)
  }
})

t.test('readers of rules name the problem by its code', async (t) => {
  const long = 'x'.repeat(3_000)
  const read = [
    [readEventName(null), 'blank'],
    [readEventName(7), 'invalid'],
    [readEventName(' '), 'blank'],
    [readEventName(long), 'long'],
    [readEventName('engagement'), 'reserved'],
    [readPath(''), 'blank'],
    [readCurrency('xyz'), 'invalid'],
    [readCurrency(''), 'blank'],
    [readCustomProps('x'), 'invalid'],
    [readCustomProps({ a: 1 }), 'invalid'],
    [readCustomProps({ a: '1', b: '2', c: '3', d: '4' }), 'full'],
    [readCustomProps({ '': 'x' }), 'blank'],
    [readCustomProps({ x: long }), 'blank'],
  ] as const
  for (const [found, code] of read) t.equal('problem' in found && found.problem.code, code)
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
    [messageWords('internal', { request: 'abc' }), 'Internal error; request abc'],
  ]
  for (const [message, words] of said) t.equal(message, words)
})

t.test('pages say the sentence of the code, the most particular first', async (t) => {
  const sentences: [Parameters<typeof sentenceFor>, string | undefined][] = [
    [[{ code: 'blank', field: 'domain' }], 'Enter the domain of your site, for example example.com.'],
    [[{ code: 'full', field: 'value' }, 'ip'], 'The list has reached the limit of {most} addresses. Remove one first.'],
    [[{ code: 'full', field: 'value' }], 'The limit is reached. Delete one first.'],
    [[{ code: 'importRunning', field: 'timezone' }], 'An import into this site is running. Wait until it is done.'],
    [[{ code: 'gone' }], 'This has been deleted in the meantime. Reload the page.'],
    [[{ code: 'newer' }], undefined],
    [[{}], undefined],
  ]
  for (const [told, sentence] of sentences) t.equal(sentenceFor(...told)?.[0], sentence)
  t.match(sentenceFor({ code: 'full', field: 'value' }, 'ip')?.[1], { most: 30 })
  t.match(sentenceFor({ code: 'long', field: 'text', gaps: { most: 1000 } })?.[1], { most: 1000 })
})
