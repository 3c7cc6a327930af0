// Facts for a privacy statement: which sentences hold follows from the settings of a site, in every language.
import t from 'tap'
import { languageCodes } from '../../src/rules/languages.ts'
import { type CountedSite, markdownOf, textOf, writePrivacyFacts } from '../../src/rules/privacy-facts.ts'
import * as words from '../../src/rules/words/en/privacy-facts.ts'

const standard: CountedSite = {
  domain: 'example.com',
  service: 'https://stats.example.com/base',
  preset: 'standard',
  pixel: false,
  retentionMonths: null,
  place: 'country',
  measured: {},
  properties: [],
  revenueEvents: [],
  shields: { ip: [], country: [], network: [], page: [], hostname: [] },
  knowsNetworks: false,
}

type Sentence = keyof typeof words.facts
const formsOf = (sentence: Sentence): readonly string[] => {
  const text = words.facts[sentence]
  return typeof text === 'string' ? [text] : Object.values(text)
}
const patternOf = (text: string) =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{\w+\\\}/g, '.+')}$`)
const sentences = Object.keys(words.facts) as readonly Sentence[]

/** The names of the sentences that hold for a site. */
const held = (site: CountedSite): readonly Sentence[] => {
  const said = writePrivacyFacts(site, 'en').sections.flatMap(({ facts }) => facts)
  return sentences.filter((name) => formsOf(name).some((form) => said.some((one) => patternOf(form).test(one))))
}

const atFirst: readonly Sentence[] = held(standard)

/** A change of the site; the sentences that come, and those that go. */
const rows: readonly (readonly [Partial<CountedSite>, comes: readonly Sentence[], goes: readonly Sentence[]])[] = [
  [
    { preset: 'no_script', pixel: true, measured: { outbound_links: true, hash_based_routing: true } },
    ['noScript', 'scriptDropped'],
    ['engagement', 'script', 'optOut'],
  ],
  [{ preset: 'no_campaigns' }, ['referrerHost', 'campaignsAgreed', 'campaignsRefused'], ['referrer', 'campaigns']],
  [{ retentionMonths: 1 }, ['months'], ['forever']],
  [{ retentionMonths: 25 }, ['months'], ['forever']],
  [{ place: 'city' }, ['city'], ['country']],
  [{ place: 'none' }, ['noPlace'], ['country']],
  [{ pixel: true }, ['pixel'], []],
  [{ measured: { outbound_links: true } }, ['outbound_links'], []],
  [{ measured: { file_downloads: true, track_404_pages: true } }, ['file_downloads', 'track_404_pages'], []],
  [{ measured: { form_submissions: true, tagged_events: true } }, ['form_submissions', 'tagged_events'], []],
  [{ measured: { hash_based_routing: true } }, ['fragment'], []],
  [{ properties: ['author', 'logged_in'] }, ['properties'], ['noProperties']],
  [{ revenueEvents: ['Purchase'] }, ['revenue'], []],
  [{ shields: { ...standard.shields, ip: ['192.0.2.1'], country: ['DE', 'FR'] } }, ['shieldIp', 'shieldCountry'], []],
  [{ shields: { ...standard.shields, page: ['/a'], hostname: ['b'] } }, ['shieldPage', 'shieldHostname'], []],
  [{ shields: { ...standard.shields, network: ['AS1', 'hosting'] } }, [], []],
  [
    { knowsNetworks: true, shields: { ...standard.shields, network: ['AS1', 'hosting'] } },
    ['shieldNetwork', 'shieldHosting', 'networkForgotten'],
    [],
  ],
]

t.test('sentences follow from settings', (t) => {
  const seen = new Set(atFirst)
  for (const [change, comes, goes] of rows) {
    const now = held({ ...standard, ...change })
    const expected = sentences.filter(
      (name) => comes.includes(name) || (atFirst.includes(name) && !goes.includes(name)),
    )
    t.strictSame(now, expected, JSON.stringify(change))
    for (const name of now) seen.add(name)
  }
  t.strictSame(
    sentences.filter((name) => !seen.has(name)),
    [],
    'each sentence holds for some site',
  )
  t.end()
})

t.test('values stand in their sentences, no address of a shield among them', (t) => {
  const text = textOf(
    writePrivacyFacts(
      {
        ...standard,
        retentionMonths: 25,
        properties: ['author', 'plan', 'a_b'],
        shields: { ...standard.shields, ip: ['203.0.113.77'], country: ['DE', 'FR'] },
      },
      'en',
    ),
  )
  for (const part of ['25 months', 'author, plan, and a_b', 'DE and FR', 'to stats.example.com,', 'deleted 48 hours'])
    t.match(text, part)
  t.match(text, 'https://stats.example.com/base/ignore/example.com')
  t.notMatch(text, '203.0.113.77')
  t.end()
})

t.test('every language says as much, without a gap that is left', (t) => {
  for (const [change] of rows) {
    const site = { ...standard, ...change }
    const lengths = writePrivacyFacts(site, 'en').sections.map(({ facts }) => facts.length)
    for (const language of languageCodes) {
      const facts = writePrivacyFacts(site, language)
      t.strictSame(
        facts.sections.map(({ facts }) => facts.length),
        lengths,
        `${language} ${JSON.stringify(change)}`,
      )
      t.notMatch(textOf(facts), /[{}]|undefined/)
      if (language !== 'en') t.notMatch(textOf(facts), /\b(the|visitor|stored)\b/, language)
    }
  }
  t.end()
})

t.test('names cannot change the form of a text', (t) => {
  const site = { ...standard, properties: ['*bold*', '[a](javascript:x)', '<img>', '# a\n# b', '`c`'] }
  const markdown = markdownOf(writePrivacyFacts(site, 'en'))
  t.match(markdown, String.raw`\*bold\*, \[a\](javascript:x), \<img\>, \# a \# b, and \`c\``)
  t.equal(markdown.match(/^# /gm)?.length, 1)
  t.equal(markdown.match(/^## /gm)?.length, 6)
  t.end()
})
