// What a page of a site says of its script: tags and policies as public reports have them (spec/ingestion 28.5).
import t from 'tap'
import { readPage } from '../../src/rules/page-check.ts'

const service = 'https://stats.example.net'
const tag = '<script defer data-domain="example.com" src="https://stats.example.net/js/script.js"></script>'
const carried = '<script defer data-domain="example.com" data-api="/tide/event" src="/tide/script.js"></script>'

const cases: readonly [name: string, html: string, policy: string, finding: string | undefined, detail?: string][] = [
  ['the tag', `<head>${tag}</head>`, '', undefined],
  [
    'the tag with single quotes and in capitals',
    tag.replaceAll('"', "'").replace('data-domain', 'DATA-DOMAIN'),
    '',
    undefined,
  ],
  [
    'without quotes, as minifiers leave it',
    '<script defer data-domain=example.com src=https://stats.example.net/js/script.outbound-links.js></script>',
    '',
    undefined,
  ],
  [
    'the site’s own script, which knows its domain',
    '<script async src="https://stats.example.net/js/s-abc123.js"></script>',
    '',
    undefined,
  ],
  ['a kit carries it', carried, "default-src 'self'", undefined],
  ['several domains', tag.replace('example.com"', 'other.com, www.Example.com"'), '', undefined],
  ['no tag (nuxt-modules/plausible#2)', '<head><script src="/app.js"></script></head>', '', 'no_tag'],
  [
    'the script of somebody else',
    '<script defer data-domain="example.com" src="https://plausible.io/js/script.js"></script>',
    '',
    'no_tag',
  ],
  ['an empty page', '', '', 'no_tag'],
  [
    'a scheme and a slash in data-domain (next-plausible#76)',
    tag.replace('"example.com"', '"https://example.com/"'),
    '',
    'other_domain',
    'https://example.com/',
  ],
  [
    'the domain of the staging site',
    tag.replace('"example.com"', '"staging.example.com"'),
    '',
    'other_domain',
    'staging.example.com',
  ],
  ['a policy for own scripts alone (umami#2097)', tag, "script-src 'self' 'unsafe-inline'", 'script_blocked'],
  ['a policy by default', tag, "default-src 'self'", 'script_blocked'],
  [
    'a policy with another host (tailwind-nextjs-starter-blog#806)',
    tag,
    "script-src 'self' analytics.umami.is",
    'script_blocked',
  ],
  [
    'a policy that forgets the events (tabi#299)',
    tag,
    "script-src https://stats.example.net; connect-src 'self'",
    'events_blocked',
  ],
  [
    'a policy with both',
    tag,
    "default-src 'self'; script-src 'self' stats.example.net; connect-src *.example.net",
    undefined,
  ],
  ['a policy with a scheme', tag, 'default-src https:', undefined],
  [
    'a nonce at the tag',
    tag.replace('defer', 'defer nonce="a"'),
    "script-src 'nonce-a' 'strict-dynamic'; connect-src *",
    undefined,
  ],
  ['none', tag, "script-src 'none'", 'script_blocked'],
  [
    'a policy in a tag of the page (tabi#299)',
    `<META http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' stats.example.net">${tag}`,
    '',
    'events_blocked',
  ],
  ['a tag about something else', `<meta name="description" content="script-src 'none'">${tag}`, '', undefined],
  ['a tag in capitals', tag.replace('<script', '<SCRIPT'), '', undefined],
  ['a policy without scripts', tag, 'frame-ancestors https://a.test', undefined],
]

for (const [name, html, policy, finding, detail = ''] of cases)
  t.test(name, (t) => {
    const says = readPage({ url: 'https://example.com/', html, policy }, { domain: 'example.com', service })
    t.strictSame(says, finding === undefined ? null : { finding, detail })
    t.end()
  })

t.test('a page that is made to take long is read in a moment', (t) => {
  const before = performance.now()
  for (const html of [
    '<meta '.repeat(40_000),
    '<script '.repeat(40_000),
    `<script ${' src='.repeat(80_000)}`,
    `<script data-domain="${'a'.repeat(300_000)}`,
  ])
    readPage(
      { url: 'https://example.com/', html, policy: 'script-src '.repeat(20_000) },
      { domain: 'example.com', service },
    )
  t.ok(performance.now() - before < 2_000)
  t.end()
})
