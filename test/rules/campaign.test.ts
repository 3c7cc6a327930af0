// The traces of campaigns that an event loses without consent (spec/ingestion 26.3). Sites, offices and products whose
// reports and documents name the kinds of traces stand beside the rows.
import t from 'tap'
import { withoutCampaign } from '../../src/rules/campaign.ts'
import { findSource } from '../../src/rules/source.ts'
import { hasConsentIn, parseSubmission, type Submission } from '../../src/rules/submission.ts'

const context = { userAgent: 'agent', ip: '192.0.2.1', ipType: null, receivedAtMs: 0 }
function submit(body: object): Submission {
  const parsed = parseSubmission(JSON.stringify({ n: 'pageview', d: 'example.com', ...body }), context)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.submission
}

/** A page's address, the page that linked there; the page, referrer and source that are left. */
type Row = readonly [from: string, u: string, r: string, page: string, referrer: string | null, source: string | null]
const google = 'https://www.google.com/search'
const rows: readonly Row[] = [
  // matomo 21941, 22301: campaign parameters count as personal data without consent, tag-manager PR 766 switches them off
  ['utm', 'https://example.com/a?utm_source=mail&utm_medium=email&utm_campaign=x', '', '/a', null, null],
  ['tag beside a referrer', 'https://example.com/a?utm_source=mail', google, '/a', 'google.com', 'Google'],
  ['source and ref', 'https://example.com/?source=a&ref=b', '', '/', null, null],
  // matomo "hybrid tracking": without consent no full address of the referrer
  ['path of the referrer', 'https://example.com/', 'https://news.test/2026/mail-17', '/', 'news.test', 'news.test'],
  ['an app', 'https://example.com/', 'android-app://com.slack/T1/B1', '/', 'android-app://com.slack', 'Slack'],
  // UnlyEd/next-right-now PR 138, langfuse-docs PR 3294, prisma/web PR 8207, measure PR 4227: click ids after consent
  ['gclid', 'https://example.com/a?gclid=1', google, '/a', 'google.com', 'Google'],
  ['fbclid', 'https://example.com/a?fbclid=1', '', '/a', null, null],
  ['msclkid', 'https://example.com/a?msclkid=1', 'https://www.bing.com/', '/a', 'bing.com', 'Bing'],
  // medius/utm_form 13, peanut-ui PR 2126: tags behind the route of hash mode; matomo FAQ 120, tidy-url PR 17: names
  ['hash mode', 'https://example.com/#/shop?utm_source=mail&page=2', '', '/#/shop?page=2', null, null],
  ['the last one', 'https://example.com/#/shop?page=2&mtm_campaign=x', '', '/#/shop?page=2', null, null],
  ['all of them', 'https://example.com/#/shop?pk_campaign=x&fbclid=1', '', '/#/shop', null, null],
  // ga-dev-tools 301, 399, 400, 622, chrome-utm-stripper 10: builders of links that put tags behind #
  ['fragment of parameters', 'https://example.com/#utm_source=mail&utm_medium=x', '', '/', null, null],
  ['some in a fragment', 'https://example.com/#utm_source=mail&tab=2', '', '/#tab=2', null, null],
  ['other spellings', 'https://example.com/#/a?UTM_Source=x&Gclid=1&_hsenc=2&mc_eid=3', '', '/#/a', null, null],
  ['a name alone is no parameter', 'https://example.com/#/a?ref&utm_guide', '', '/#/a?ref&utm_guide', null, null],
  ['a value alone', 'https://example.com/#/a?q=utm_source', '', '/#/a?q=utm_source', null, null],
  // Programs that write %3F for ?, and links without ?, make tags a part of the path.
  ['encoded mark', 'https://example.com/a%3Futm_source%3Dmail', '', '/a', null, null],
  ['missing mark', 'https://example.com/a&utm_source=mail', '', '/a', null, null],
  ['no campaign', 'https://example.com/a?page=2', '', '/a', null, null],
  ['a path with other signs', 'https://example.com/a;b=1/c&d', '', '/a;b=1/c&d', null, null],
]

t.test('pages, referrers and sources without campaigns', (t) => {
  for (const [says, u, r, page, referrer, source] of rows) {
    const kept = withoutCampaign(submit({ u, r, h: u.includes('#') ? 1 : 0 }))
    t.equal(kept.url.pathname, page, says)
    t.strictSame(
      findSource({ hostname: 'example.com', referrer: kept.referrer, query: kept.url.query }),
      {
        ...{ referrer, source, clickId: null },
        ...{ utmSource: null, utmMedium: null, utmCampaign: null, utmContent: null, utmTerm: null },
      },
      says,
    )
  }
  t.end()
})

t.test('the property of a missing page follows its page; other properties are the site’s own', (t) => {
  const event = { n: '404', u: 'https://example.com/#/x?utm_source=mail', h: 1 }
  t.strictSame(withoutCampaign(submit(event)).props, { path: '/#/x' })
  const url = 'https://other.test/?utm_source=example'
  t.strictSame(withoutCampaign(submit({ ...event, n: 'Click', p: { url } })).props, { url })
  t.end()
})

t.test('how an event says that the visitor agreed', (t) => {
  const consent = (body: object) => submit({ u: 'https://example.com/', ...body }).hasConsent
  for (const yes of [{ c: 1 }, { c: true }, { c: '1' }, { c: 'true' }, { consent: 1 }, { c: false, consent: true }])
    t.ok(consent(yes), JSON.stringify(yes))
  for (const no of [
    {},
    { c: 0 },
    { c: 'no' },
    { c: 2 },
    { c: [1] },
    { c: null },
    { c: 0, consent: 1 },
    { p: { c: 1 } },
  ])
    t.notOk(consent(no), JSON.stringify(no))
  for (const address of ['/api/event?c=1', '/api/event?consent=true', '/api/event?a=b&c=1&d'])
    t.ok(hasConsentIn(address), address)
  for (const address of ['/api/event', '/api/event?c=0', '/api/event?xc=1', '/api/event?c=11', '/c=1', ''])
    t.notOk(hasConsentIn(address), address)
  t.end()
})
