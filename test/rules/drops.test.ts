// Drops by example: every reason, both sides of its rule, and their order (spec/ingestion 8, 9).
import t from 'tap'
import type { DropReason } from '../../src/rules/drop-reasons.ts'
import { type Candidate, type DropStage, dropRules, findDrop } from '../../src/rules/drops.ts'
import { noShields, type SiteShields } from '../../src/rules/shields.ts'
import { parseSubmission } from '../../src/rules/submission.ts'
import { spamHosts } from '../../src/rules/tables/spam-hosts.ts'
import { verificationAgent } from '../../src/rules/tables/verification-agent.ts'

type Sent = { body?: Record<string, unknown>; userAgent?: string; ip?: string; ipType?: string | null }

function submit({ body = {}, userAgent = 'agent', ip = '1.2.3.4', ipType = null }: Sent = {}) {
  const text = JSON.stringify({ n: 'pageview', u: 'https://www.example.com/page', ...body })
  const parsed = parseSubmission(text, { userAgent, ip, ipType, receivedAtMs: 1000 })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.submission
}

const shields = (own: Partial<SiteShields> = {}) => ({
  shields: { ...noShields, ...own },
})
const drop = (stage: DropStage, candidate: Candidate) => findDrop(stage, candidate)?.reason

type Row = [reason: DropReason | undefined, stage: DropStage, candidate: Candidate]

const spam = submit({ body: { r: 'https://www.1-best-seo.com' } })
const page = (u: string, own: Partial<SiteShields>, h = 0): Candidate => ({
  submission: submit({ body: { u, h, d: 'x' } }),
  site: shields(own),
})
const facts = (country: string | null, isBot = false, network: number | null = null) => ({ country, isBot, network })

const rows: Row[] = [
  ['spam_referrer', 'submission', { submission: spam }],
  ['spam_referrer', 'submission', { submission: submit({ body: { r: 'http://1-best-seo.com/x' } }) }],
  [undefined, 'submission', { submission: submit({ body: { r: 'http://sub.1-best-seo.com/x' } }) }],
  [undefined, 'submission', { submission: submit() }],
  ['not_found', 'site', { submission: submit(), site: undefined }],
  ['not_found', 'site', { submission: submit(), site: { ...shields(), isConsolidated: true } }],
  [undefined, 'site', { submission: submit(), site: { ...shields(), isConsolidated: false } }],
  [undefined, 'site', { submission: submit(), site: shields() }],
  ['unsigned_request', 'submission', { submission: { ...submit(), claim: 'request' } }],
  [undefined, 'submission', { submission: { ...submit(), claim: 'request', report: 'request' } }],
  [undefined, 'submission', { submission: { ...submit(), claim: 'page' } }],
  ['pixel_off', 'site', { submission: { ...submit(), isPixel: true }, site: shields() }],
  [
    undefined,
    'site',
    { submission: { ...submit(), isPixel: true }, site: { ...shields(), settings: { pixel: true } } },
  ],
  ...(['standard', 'no_script', 'no_campaigns'] as const).flatMap((preset): Row[] => {
    const site = { ...shields(), settings: { pixel: true, preset } }
    const reason = preset === 'no_script' ? 'script_off' : undefined
    return [
      [reason, 'site', { submission: { ...submit(), isFromBrowser: true }, site }],
      [reason, 'site', { submission: { ...submit(), isFromBrowser: true, isPixel: true }, site }],
      [undefined, 'site', { submission: { ...submit(), isFromBrowser: false }, site }],
    ]
  }),
  ['verification_agent', 'site', { submission: submit({ userAgent: verificationAgent }), site: shields() }],
  [undefined, 'site', { submission: submit({ userAgent: `${verificationAgent} ` }), site: shields() }],
  ['dc_ip', 'site', { submission: submit({ ipType: 'dc_ip' }), site: shields() }],
  ['threat_ip', 'site', { submission: submit({ ipType: 'threat_ip' }), site: shields() }],
  [undefined, 'site', { submission: submit({ ipType: 'anonymous_vpn_ip' }), site: shields() }],
  [undefined, 'site', { submission: submit({ ipType: 'DC_IP' }), site: shields() }],
  ['site_hostname_allowlist', 'site', page('http://other.com/', { hostname: ['example.com'] })],
  [undefined, 'site', page('http://www.Example.com/', { hostname: ['example.com'] })],
  [undefined, 'site', page('http://blog.example.com/', { hostname: ['x.com', '*.Example.com'] })],
  [undefined, 'site', page('http://notexample.com/', { hostname: ['*example.com'] })],
  ['site_hostname_allowlist', 'site', page('/no/host', { hostname: ['example.com'] })],
  [undefined, 'site', page('/no/host', { hostname: ['(none)'] })],
  ['site_page_blocklist', 'site', page('http://x/blocked/page', { page: ['/blocked/**'] })],
  ['site_page_blocklist', 'site', page('http://x/blocked/a/b', { page: ['/other', '/blocked/*'] })],
  [undefined, 'site', page('http://x/blocked', { page: ['/blocked/**'] })],
  [undefined, 'site', page('http://x/Blocked/a', { page: ['/blocked/**'] })],
  ['site_page_blocklist', 'site', page('http://x/a%20b', { page: ['/a b'] })],
  ['site_page_blocklist', 'site', page('http://x/#secret', { page: ['/#secret'] }, 1)],
  [undefined, 'site', page('http://x/#secret', { page: ['/#secret'] })],
  ['site_ip_blocklist', 'site', { submission: submit({ ip: '1.2.3.4' }), site: shields({ ip: ['1.2.3.4'] }) }],
  [undefined, 'site', { submission: submit({ ip: '1.2.3.5' }), site: shields({ ip: ['1.2.3.4'] }) }],
  [
    'site_country_blocklist',
    'facts',
    { submission: submit(), site: shields({ country: ['EE'] }), facts: facts('EE', true) },
  ],
  [undefined, 'facts', { submission: submit(), site: shields({ country: ['EE'] }), facts: facts('DE') }],
  [undefined, 'facts', { submission: submit(), site: shields({ country: ['EE'] }), facts: facts(null) }],
  [
    'site_country_blocklist',
    'facts',
    { submission: submit(), site: shields({ country: ['EE', 'ZZ'] }), facts: facts(null) },
  ],
  [undefined, 'facts', { submission: submit(), site: shields({ country: ['ZZ'] }), facts: facts('DE') }],
  [
    'site_network_blocklist',
    'facts',
    { submission: submit(), site: shields({ network: ['AS64500'] }), facts: facts('DE', true, 64500) },
  ],
  [undefined, 'facts', { submission: submit(), site: shields({ network: ['AS64500'] }), facts: facts(null) }],
  [
    'site_network_blocklist',
    'facts',
    { submission: submit(), site: shields({ network: ['hosting'] }), facts: facts('DE', false, 16509) },
  ],
  [
    undefined,
    'facts',
    { submission: submit(), site: shields({ network: ['hosting'] }), facts: facts('DE', false, 64500) },
  ],
  ['bot', 'facts', { submission: submit(), site: shields(), facts: facts(null, true) }],
  ['invalid', 'facts', { submission: { ...submit(), name: '' }, site: shields(), facts: facts(null) }],
]

t.test('each rule drops what it should and nothing else', async (t) => {
  for (const [index, [reason, stage, candidate]] of rows.entries())
    t.equal(drop(stage, candidate), reason, `row ${index}: ${reason ?? 'kept'}`)
  const seen = new Set(rows.map(([reason]) => reason))
  t.strictSame(
    dropRules.map((rule) => rule.reason).filter((reason) => !seen.has(reason)),
    [],
    'no reason untested',
  )
})

t.test('the first rule names the reason', async (t) => {
  const everything: Candidate = {
    submission: submit({ userAgent: verificationAgent, ipType: 'dc_ip', ip: '9.9.9.9' }),
    site: shields({ hostname: ['other.com'], page: ['/page'], ip: ['9.9.9.9'] }),
  }
  t.equal(drop('site', everything), 'verification_agent')
  const agent = { ...everything, submission: { ...everything.submission, userAgent: 'agent' } }
  t.equal(drop('site', agent), 'dc_ip')
  const address = { ...agent, submission: { ...agent.submission, ipType: null } }
  t.equal(drop('site', address), 'site_hostname_allowlist')
  t.equal(drop('site', { ...address, site: shields({ page: ['/page'], ip: ['9.9.9.9'] }) }), 'site_page_blocklist')
  t.equal(drop('site', { ...address, site: shields({ ip: ['9.9.9.9'] }) }), 'site_ip_blocklist')
})

t.test('the spam list is clean', async (t) => {
  t.ok(spamHosts.size > 200)
  t.notOk(spamHosts.has(''))
  t.strictSame(
    [...spamHosts].filter((host) => host.startsWith('www.') || host !== host.toLowerCase() || host.includes('/')),
    [],
  )
})
