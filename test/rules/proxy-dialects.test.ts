// What proxies and networks say of a client, one row a dialect: the headers of a request as they are documented or were
// reported, with addresses of documentation in place of people's (spec/ingestion 6, spec/dashboard 12).
import t from 'tap'
import { parseProxies, resolveClientIp, resolveGuessIp } from '../../src/rules/client-ip.ts'

const privateNetworks = '127.0.0.0/8 ::1/128 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7'
const visitor = '203.0.113.7'
const visitor6 = '2001:db8:7::7'
const liar = '198.51.100.66'
const edge = {
  cloudflare: '104.16.1.2',
  cloudfront: '13.32.0.9',
  fastly: '151.101.1.1',
  akamai: '23.32.0.1',
  fly: '172.16.4.2',
}

interface Dialect {
  /** Project and number of a report, or name of a document. */
  readonly source: string
  /** TRUSTED_PROXIES; undefined: not set. */
  readonly trusted?: string
  readonly peer: string
  readonly headers: Record<string, string>
  /** The client of an event. */
  readonly client: string
  /** The address that guesses count for, if it is another one. */
  readonly guess?: string
}

const documented: Dialect[] = [
  {
    source: 'Cloudflare, HTTP headers: CF-Connecting-IP replaces what a visitor sends',
    trusted: 'cloudflare',
    peer: edge.cloudflare,
    headers: { 'cf-connecting-ip': visitor, 'x-forwarded-for': `${liar}, ${visitor}` },
    client: visitor,
  },
  {
    source: 'Cloudflare, HTTP headers: True-Client-IP is of one plan, otherwise a visitor’s word',
    trusted: 'cloudflare',
    peer: edge.cloudflare,
    headers: { 'cf-connecting-ip': visitor6, 'true-client-ip': liar, 'x-real-ip': liar },
    client: visitor6,
  },
  {
    source: 'Cloudflare, Remove visitor IP headers: the chain alone is left',
    trusted: 'cloudflare',
    peer: edge.cloudflare,
    headers: { 'x-forwarded-for': `${liar}, ${visitor}`, 'x-service-ip': liar },
    client: visitor,
  },
  {
    source: 'frappe/agent 560: a proxy of one’s own between Cloudflare and the service',
    trusted: 'cloudflare, 10.0.0.0/8',
    peer: '10.0.0.5',
    headers: { 'cf-connecting-ip': visitor, 'x-forwarded-for': `${liar}, ${visitor}, ${edge.cloudflare}` },
    client: visitor,
  },
  {
    source: 'modosc/cloudflare-rails 162: a chain that begins with an address of the network',
    trusted: 'cloudflare 10.0.0.0/8',
    peer: '10.0.0.5',
    headers: { 'x-forwarded-for': `${edge.cloudflare}, ${visitor}, ${edge.cloudflare}` },
    client: visitor,
  },
  {
    source: 'schlagmichdoch/PairDrop 511: CF-Connecting-IP behind a proxy that does not know it',
    trusted: '127.0.0.1, fly',
    peer: '127.0.0.1',
    headers: { 'cf-connecting-ip': liar, 'x-forwarded-for': visitor },
    client: visitor,
  },
  {
    source: 'Fly, Request headers: Fly-Client-IP is the address the proxy was asked from',
    trusted: 'fly',
    peer: edge.fly,
    headers: {
      'fly-client-ip': visitor,
      'x-forwarded-for': `${liar}, ${visitor}, 66.51.122.1`,
      'cf-connecting-ip': liar,
    },
    client: visitor,
  },
  {
    source: 'superfly/docs 1714: Cloudflare in front of Fly',
    trusted: 'fly cloudflare',
    peer: edge.fly,
    headers: {
      'fly-client-ip': edge.cloudflare,
      'cf-connecting-ip': visitor,
      'x-forwarded-for': `${liar}, ${visitor}`,
    },
    client: visitor,
  },
  {
    source: 'superfly/docs 1714: the same visitor past Cloudflare',
    trusted: 'fly cloudflare',
    peer: edge.fly,
    headers: { 'fly-client-ip': visitor, 'cf-connecting-ip': liar },
    client: visitor,
  },
  {
    source: 'Fastly, Fastly-Client-IP: not protected, so the chain counts',
    trusted: 'fastly',
    peer: edge.fastly,
    headers: { 'fastly-client-ip': liar, 'x-forwarded-for': `${liar}, ${visitor}`, 'true-client-ip': liar },
    client: visitor,
  },
  {
    source: 'Fastly, Shielding: a second server of the network adds the first',
    trusted: 'fastly',
    peer: edge.fastly,
    headers: { 'x-forwarded-for': `${visitor6}, 151.101.2.2`, 'x-real-ip': liar },
    client: visitor6,
  },
  {
    source: 'CloudFront, Request and response behavior: it adds the viewer to X-Forwarded-For',
    trusted: 'cloudfront',
    peer: edge.cloudfront,
    headers: { 'x-forwarded-for': `${liar}, ${visitor}`, 'cf-connecting-ip': liar },
    client: visitor,
  },
  {
    source: 'CloudFront before an Application Load Balancer',
    trusted: 'cloudfront 10.0.0.0/8',
    peer: '10.0.3.4',
    headers: {
      'x-forwarded-for': `${liar}, ${visitor}, ${edge.cloudfront}`,
      'cloudfront-viewer-address': `${visitor}:46532`,
    },
    client: visitor,
  },
  {
    source: 'Akamai, X-Forwarded-For and True-Client-IP, which a property may leave to the visitor',
    trusted: 'akamai',
    peer: edge.akamai,
    headers: { 'true-client-ip': liar, 'x-forwarded-for': `${visitor}` },
    client: visitor,
  },
  {
    source: 'two networks: each brings its own header',
    trusted: 'cloudflare fastly 127.0.0.1',
    peer: edge.fastly,
    headers: { 'cf-connecting-ip': liar, 'x-forwarded-for': visitor },
    client: visitor,
  },
  {
    source: 'two networks behind a proxy of one’s own, which adds the edge',
    trusted: 'cloudflare fly 127.0.0.1',
    peer: '127.0.0.1',
    headers: {
      'cf-connecting-ip': visitor,
      'fly-client-ip': liar,
      'x-forwarded-for': `${visitor}, ${edge.cloudflare}`,
    },
    client: visitor,
  },
  {
    source: 'two networks behind a proxy of one’s own, which sends no chain',
    trusted: 'cloudflare fly 127.0.0.1',
    peer: '127.0.0.1',
    headers: { 'cf-connecting-ip': visitor },
    client: visitor,
  },
  {
    source: 'nginx, ngx_http_realip_module with proxy_set_header X-Real-IP $remote_addr',
    trusted: '127.0.0.1',
    peer: '127.0.0.1',
    headers: { 'x-real-ip': visitor },
    client: visitor,
  },
  {
    source: 'nginx, $proxy_add_x_forwarded_for: it adds to what a visitor sends',
    peer: '127.0.0.1',
    headers: { 'x-forwarded-for': `${liar}, ${visitor}`, 'x-real-ip': visitor },
    client: liar,
    guess: visitor,
  },
  {
    source: 'Traefik, entry points: X-Forwarded-For and X-Real-Ip of its own',
    peer: '172.18.0.2',
    headers: { 'x-forwarded-for': visitor, 'x-real-ip': visitor, 'x-forwarded-server': 'a1b2c3' },
    client: visitor,
  },
  {
    source: 'Caddy, reverse_proxy defaults',
    peer: '::1',
    headers: { 'x-forwarded-for': visitor6, 'x-forwarded-proto': 'https' },
    client: visitor6,
  },
  {
    source: 'HAProxy, option forwardfor on a request that had one: a line of its own',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': `10.9.9.9, ${visitor}` },
    client: visitor,
  },
  {
    source: 'HAProxy, option forwarded: RFC 7239 with quotes',
    peer: '10.1.0.2',
    headers: { forwarded: `proto=https;for="[${visitor6}]:51234"` },
    client: visitor6,
  },
  {
    source: 'Application Load Balancer, client port preservation',
    peer: '10.0.3.4',
    headers: { 'x-forwarded-for': `${visitor}:8080` },
    client: visitor,
  },
  {
    source: 'Application Load Balancer, client port preservation over IPv6',
    peer: '10.0.3.4',
    headers: { 'x-forwarded-for': `[${visitor6}]:8080` },
    client: visitor6,
  },
  {
    source: 'Google Cloud, external Application Load Balancer: the client, then the load balancer',
    trusted: '35.191.0.0/16 130.211.0.0/22 192.0.2.80',
    peer: '35.191.0.9',
    headers: { 'x-forwarded-for': `${visitor}, 192.0.2.80`, via: '1.1 google' },
    client: visitor,
  },
  {
    source: 'Azure Application Gateway: address and port',
    peer: '10.5.0.4',
    headers: { 'x-forwarded-for': `${visitor}:50122`, 'x-original-host': 'stats.example.com' },
    client: visitor,
  },
  {
    source: 'Azure Front Door before Application Gateway',
    peer: '10.5.0.4',
    headers: { 'x-forwarded-for': `${visitor}, 147.243.0.1:43210`, 'x-azure-clientip': liar },
    client: visitor,
    guess: '147.243.0.1',
  },
  {
    source: 'Heroku, HTTP routing: the last entry is the router’s',
    peer: '10.1.43.7',
    headers: { 'x-forwarded-for': visitor, via: '1.1 heroku-router' },
    client: visitor,
  },
  {
    source: 'Render, behind a network whose edge it adds',
    peer: '10.220.1.1',
    headers: { 'x-forwarded-for': `${visitor}, 172.70.1.1, 10.220.9.9`, 'cf-connecting-ip': visitor },
    client: visitor,
    guess: '172.70.1.1',
  },
  {
    source: 'Railway, Public networking: X-Real-IP with the chain',
    peer: '100.64.0.5',
    trusted: '100.64.0.0/10',
    headers: { 'x-real-ip': visitor, 'x-forwarded-for': visitor },
    client: visitor,
  },
  {
    source: 'Vercel, Request headers, by a rewrite to the service',
    trusted: '0.0.0.0/0',
    peer: '192.0.2.10',
    headers: { 'x-forwarded-for': visitor, 'x-real-ip': visitor, 'x-vercel-forwarded-for': visitor },
    client: visitor,
  },
  {
    source: 'Netlify, rewrites: the chain, and a header of its own that is not read',
    trusted: '192.0.2.0/24',
    peer: '192.0.2.10',
    headers: { 'x-forwarded-for': `${visitor}, 192.0.2.33`, 'x-nf-client-connection-ip': liar },
    client: visitor,
  },
  {
    source: 'kubernetes/ingress-nginx, use-forwarded-headers off',
    peer: '10.244.1.9',
    headers: { 'x-forwarded-for': visitor, 'x-real-ip': visitor, 'x-original-forwarded-for': liar },
    client: visitor,
  },
  {
    source: 'RFC 7239, section 6.3: obfuscated identifiers',
    peer: '10.1.0.2',
    headers: { forwarded: `for=_hidden, for="_SEVKISEK", for=${visitor};by=_proxy` },
    client: visitor,
  },
  {
    source: 'RFC 7239, section 6.2: unknown',
    peer: '10.1.0.2',
    headers: { forwarded: 'for=unknown;proto=https' },
    client: '10.1.0.2',
  },
  {
    source: 'Squid, forwarded_for off: unknown before an address',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': `unknown, ${visitor}` },
    client: visitor,
  },
  {
    source: 'an IPv4 address inside IPv6, as sockets of both kinds give it',
    peer: '::ffff:10.1.0.2',
    headers: { 'x-forwarded-for': `::ffff:${visitor}` },
    client: visitor,
  },
  {
    source: 'an address with its zone',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': `fe80::1%eth0, ${visitor6}` },
    client: visitor6,
  },
]

t.test('the client as each proxy names it', async (t) => {
  t.ok(documented.length >= 20)
  for (const { source, trusted, peer, headers, client, guess = client } of documented) {
    const proxies = parseProxies(trusted ?? privateNetworks, trusted !== undefined)
    t.equal(resolveClientIp({ headers, peer, proxies }).ip, client, source)
    t.equal(resolveGuessIp({ headers, peer, proxies }), guess, `${source} (guesses)`)
  }
})

const singles = [
  'x-service-ip',
  'cf-connecting-ip',
  'b-forwarded-for',
  'x-real-ip',
  'true-client-ip',
  'fly-client-ip',
  'fastly-client-ip',
]
const owners: Record<string, string> = { 'cf-connecting-ip': 'cloudflare', 'fly-client-ip': 'fly' }

t.test('behind a named network no header but its own moves a client, an event’s type or a guess', async (t) => {
  for (const [network, peer] of Object.entries(edge))
    for (const own of ['', ' 127.0.0.1'])
      for (const name of singles) {
        const from = { peer: own === '' ? peer : '127.0.0.1', proxies: parseProxies(network + own) }
        const headers = { [name]: liar, 'x-forwarded-for': `${liar}, ${visitor}`, 'x-service-ip-type': 'dc_ip' }
        const expected = owners[name] === network ? liar : visitor
        const found = resolveClientIp({ headers, ...from })
        t.strictSame([found.ip, found.ipType], [expected, null], `${network}${own}: ${name}`)
        t.equal(resolveGuessIp({ headers, ...from }), expected, `${network}${own}: ${name} (guesses)`)
        const { 'x-forwarded-for': _, ...alone } = headers
        t.equal(resolveClientIp({ headers: alone, ...from }).ip, expected === liar ? liar : from.peer, `${name} alone`)
      }
})

t.test('a peer that is not trusted names nobody', async (t) => {
  for (const name of [...singles, 'x-forwarded-for', 'forwarded']) {
    const headers = { [name]: name === 'forwarded' ? `for=${liar}` : liar }
    for (const trusted of ['cloudflare', 'none', '10.0.0.0/8'])
      t.equal(resolveClientIp({ headers, peer: visitor, proxies: parseProxies(trusted) }).ip, visitor, name)
  }
})
