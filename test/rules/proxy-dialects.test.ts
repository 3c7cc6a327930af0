// Headers in which proxies and networks name a client, one row a dialect: as a document that was opened has them, or a
// public report (repository and number), with addresses of documentation in place of people's (spec/ingestion 6,
// spec/dashboard 12).
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
    source:
      'cloudflare/cloudflare-docs fundamentals/reference/http-headers.mdx, X-Forwarded-For: it adds to what a visitor sends',
    trusted: 'cloudflare',
    peer: edge.cloudflare,
    headers: { 'cf-connecting-ip': visitor, 'x-forwarded-for': `${liar}, ${visitor}` },
    client: visitor,
  },
  {
    source:
      'cloudflare/cloudflare-docs fundamentals/reference/http-headers.mdx, True-Client-IP: of one plan, else a visitor’s word',
    trusted: 'cloudflare',
    peer: edge.cloudflare,
    headers: { 'cf-connecting-ip': visitor6, 'true-client-ip': liar, 'x-real-ip': liar },
    client: visitor6,
  },
  {
    source: 'cloudflare/cloudflare-docs 7627: X-Forwarded-For without CF-Connecting-IP',
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
    source: 'arcjet/arcjet-js 5412: Fly-Client-IP, and a forged chain',
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
    source: 'fastly.com/documentation, Fastly-Client-IP: not protected from modification, so the chain counts',
    trusted: 'fastly',
    peer: edge.fastly,
    headers: { 'fastly-client-ip': liar, 'x-forwarded-for': `${liar}, ${visitor}`, 'true-client-ip': liar },
    client: visitor,
  },
  {
    source: 'fastly.com/documentation, X-Forwarded-For: the shield adds the edge',
    trusted: 'fastly',
    peer: edge.fastly,
    headers: { 'x-forwarded-for': `${visitor6}, 151.101.2.2`, 'x-real-ip': liar },
    client: visitor6,
  },
  {
    source:
      'Amazon CloudFront, Request and response behavior for custom origins: it adds the viewer to X-Forwarded-For',
    trusted: 'cloudfront',
    peer: edge.cloudfront,
    headers: { 'x-forwarded-for': `${liar}, ${visitor}`, 'cf-connecting-ip': liar },
    client: visitor,
  },
  {
    source: 'govuk-one-login/authentication-frontend 1837: CloudFront before a load balancer',
    trusted: 'cloudfront 10.0.0.0/8',
    peer: '10.0.3.4',
    headers: {
      'x-forwarded-for': `${liar}, ${visitor}, ${edge.cloudfront}`,
      'cloudfront-viewer-address': `${visitor}:46532`,
    },
    client: visitor,
  },
  {
    source: 'adam-p/adam-p.github.com 11: Akamai, True-Client-IP, which a property may leave to the visitor',
    trusted: 'akamai',
    peer: edge.akamai,
    headers: { 'true-client-ip': liar, 'x-forwarded-for': `${visitor}` },
    client: visitor,
  },
  {
    source: 'gotempsh/temps 917: two networks, each with its own header',
    trusted: 'cloudflare fastly 127.0.0.1',
    peer: edge.fastly,
    headers: { 'cf-connecting-ip': liar, 'x-forwarded-for': visitor },
    client: visitor,
  },
  {
    source: 'modosc/cloudflare-rails 161: two networks behind a proxy of one’s own, which adds the edge',
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
    source: 'freeCodeCamp/nginx-config 82: two networks behind a proxy of one’s own, which sends no chain',
    trusted: 'cloudflare fly 127.0.0.1',
    peer: '127.0.0.1',
    headers: { 'cf-connecting-ip': visitor },
    client: visitor,
  },
  {
    source: 'plausible/analytics 1166: nginx, X-Real-IP of $remote_addr',
    trusted: '127.0.0.1',
    peer: '127.0.0.1',
    headers: { 'x-real-ip': visitor },
    client: visitor,
  },
  {
    source: 'TryGhost/Ghost-CLI 1728: nginx, $proxy_add_x_forwarded_for adds to what a visitor sends',
    peer: '127.0.0.1',
    headers: { 'x-forwarded-for': `${liar}, ${visitor}`, 'x-real-ip': visitor },
    client: liar,
    guess: visitor,
  },
  {
    source: 'traefik/traefik 9206: X-Forwarded-For and X-Real-Ip of its own',
    peer: '172.18.0.2',
    headers: { 'x-forwarded-for': visitor, 'x-real-ip': visitor, 'x-forwarded-server': 'a1b2c3' },
    client: visitor,
  },
  {
    source: 'tryzealot/zealot 790: Caddy since 2.5, which believes no header that comes in',
    peer: '::1',
    headers: { 'x-forwarded-for': visitor6, 'x-forwarded-proto': 'https' },
    client: visitor6,
  },
  {
    source: 'cloudfoundry/gorouter 179: a proxy that adds to what was sent',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': `10.9.9.9, ${visitor}` },
    client: visitor,
  },
  {
    source: 'sozu-proxy/sozu 1261: Forwarded with brackets, quotes and a port, as HAProxy writes it',
    peer: '10.1.0.2',
    headers: { forwarded: `proto=https;for="[${visitor6}]:51234"` },
    client: visitor6,
  },
  {
    source: 'Elastic Load Balancing, HTTP headers and Application Load Balancers: client port preservation',
    peer: '10.0.3.4',
    headers: { 'x-forwarded-for': `${visitor}:8080` },
    client: visitor,
  },
  {
    source: 'vert-x3/vertx-web 2464: an IPv6 address with its port',
    peer: '10.0.3.4',
    headers: { 'x-forwarded-for': `[${visitor6}]:8080` },
    client: visitor6,
  },
  {
    source: 'un33k/python-ipware 22: Google Cloud, the client and the load balancer behind what was sent',
    trusted: '35.191.0.0/16 130.211.0.0/22 192.0.2.80',
    peer: '35.191.0.9',
    headers: { 'x-forwarded-for': `${liar},${visitor},192.0.2.80`, via: '1.1 google' },

    client: liar,
    guess: visitor,
  },
  {
    source: 'gravitee-io/issues, 1468: Azure Application Gateway, address and port',
    peer: '10.5.0.4',
    headers: { 'x-forwarded-for': `${visitor}:50122`, 'x-original-host': 'stats.example.com' },
    client: visitor,
  },
  {
    source: 'rack/rack 1227: Azure, a list of addresses with ports',
    peer: '10.5.0.4',
    headers: { 'x-forwarded-for': `${visitor}, 147.243.0.1:43210`, 'x-azure-clientip': liar },
    client: visitor,
    guess: '147.243.0.1',
  },
  {
    source: 'citizenos/citizenos-api 217: Heroku, a visitor’s own word before the address',
    peer: '10.1.43.7',
    headers: { 'x-forwarded-for': `${liar}, ${visitor}`, via: '1.1 heroku-router' },
    client: liar,
    guess: visitor,
  },
  {
    source: 'arcjet/arcjet-js 5411: Render, behind a network whose edge it adds',
    peer: '10.220.1.1',
    headers: { 'x-forwarded-for': `${visitor}, 172.70.1.1, 10.220.9.9`, 'cf-connecting-ip': visitor },
    client: visitor,
    guess: '172.70.1.1',
  },
  {
    source: 'fancyboi999/open-tag 107: Railway, X-Real-IP and an edge that changes by the request',
    peer: '100.64.0.5',
    trusted: '100.64.0.0/10',
    headers: { 'x-real-ip': visitor, 'x-forwarded-for': visitor },
    client: visitor,
  },
  {
    source: 'vercel.com/docs, Request headers, by a rewrite to the service',
    trusted: '0.0.0.0/0',
    peer: '192.0.2.10',
    headers: { 'x-forwarded-for': visitor, 'x-real-ip': visitor, 'x-vercel-forwarded-for': visitor },
    client: visitor,
  },
  {
    source: 'umami-software/umami 3619: Netlify, a header of its own that is not read',
    trusted: '192.0.2.0/24',
    peer: '192.0.2.10',
    headers: { 'x-forwarded-for': `${visitor}, 192.0.2.33`, 'x-nf-client-connection-ip': liar },
    client: visitor,
  },
  {
    source: 'kubernetes/ingress-nginx 5970: use-forwarded-headers off',
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
    source: 'enwikipedia-acc/waca 182: Squid with forwarded_for off, unknown before an address',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': `unknown, ${visitor}` },
    client: visitor,
  },
  {
    source: 'openshift/origin 20211: an IPv4 address inside IPv6, as sockets of both kinds give it',
    peer: '::ffff:10.1.0.2',
    headers: { 'x-forwarded-for': `::ffff:${visitor}` },
    client: visitor,
  },
  {
    source: 'vulcand/oxy 71: an address with its zone',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': `fe80::1%eth0, ${visitor6}` },
    client: visitor6,
  },
  {
    source: 'arcjet/arcjet-js 5411: Render, a forged chain',
    trusted: 'cloudflare 10.0.0.0/8',
    peer: '10.220.1.1',
    headers: {
      'cf-connecting-ip': visitor,
      'true-client-ip': visitor,
      'x-forwarded-for': `${liar},${visitor}, 172.71.1.1, 10.220.9.9`,
    },
    client: visitor,
  },
  {
    source: 'arcjet/arcjet-js 5412: Fly, an IPv6 address of the app behind the client',
    trusted: 'fly',
    peer: edge.fly,
    headers: { 'fly-client-ip': visitor6, 'x-forwarded-for': `${visitor6}, 2001:db8:1::af:1aa1:0` },
    client: visitor6,
  },
  {
    source: 'un33k/django-ipware 87: Azure, X-Real-IP is the gateway',
    peer: '192.168.50.44',
    headers: { 'x-real-ip': '10.0.0.6', 'x-forwarded-for': `${visitor}:17085, 10.0.0.6` },
    client: visitor,
  },
  {
    source: 'MicrosoftDocs/azure-docs 79394: Azure Front Door, X-Azure-ClientIP that a visitor sends',
    trusted: '192.0.2.44',
    peer: '192.0.2.44',
    headers: { 'x-forwarded-for': visitor, 'x-azure-clientip': liar, 'x-azure-socketip': liar, via: '1.1 Azure' },
    client: visitor,
  },
  {
    source: 'fideloper/TrustedProxy 46: Cloudflare before a load balancer of AWS',
    trusted: 'cloudflare 10.0.0.0/8',
    peer: '10.0.3.4',
    headers: { 'x-forwarded-for': `${visitor}, ${edge.cloudflare}`, 'cf-connecting-ip': visitor },
    client: visitor,
  },
  {
    source: 'rails/rails 45031: Cloudflare, an edge behind the client',
    trusted: 'cloudflare 127.0.0.1',
    peer: '127.0.0.1',
    headers: {
      'cdn-loop': 'cloudflare',
      'true-client-ip': visitor,
      'cf-connecting-ip': visitor,
      'x-forwarded-for': `${visitor}, 172.70.1.1`,
    },
    client: visitor,
  },
  {
    source: 'traefik/traefik 2235: a load balancer before Traefik, X-Real-Ip of the balancer',
    peer: '172.18.0.5',
    headers: { 'x-forwarded-for': `${visitor}, 10.22.17.40`, 'x-real-ip': '10.22.17.40' },
    client: visitor,
  },
  {
    source: 'compiler-explorer/infra 2353: CloudFront and a load balancer, a forged address of the machine',
    trusted: 'cloudfront 10.0.0.0/8',
    peer: '10.0.3.4',
    headers: { 'x-forwarded-for': `127.0.0.1, ${visitor}, ${edge.cloudfront}` },
    client: visitor,
  },
  {
    source: 'DFE-Digital/teaching-vacancies 259: CloudFront, its edge behind the client',
    trusted: 'cloudfront 172.16.0.0/12',
    peer: '172.16.9.9',
    headers: { 'x-forwarded-for': `${visitor}, ${edge.cloudfront}`, via: '1.1 a.cloudfront.net (CloudFront)' },
    client: visitor,
  },
  {
    source: 'openshift/origin 20211: Forwarded with brackets and without quotes',
    peer: '10.1.0.2',
    headers: { forwarded: `for=[::ffff:${visitor}];host=stats.example.com;proto=https` },
    client: visitor,
  },
  {
    source: 'sozu-proxy/sozu 1254: Forwarded without brackets, where a port is a part of the address',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': visitor6, forwarded: `proto=https;for="${visitor6}:8080";by="2001:db8::2"` },
    client: visitor6,
  },
  {
    source: 'kubernetes/ingress-nginx 10263: Forwarded with an address and a port that its map makes',
    peer: '10.244.1.9',
    headers: { forwarded: `by=10.0.0.9:443;for=${visitor}:51234;host=stats.example.com;proto=https` },
    client: visitor,
  },
  {
    source: 'kubernetes/ingress-nginx 3529: Cloudflare before a cluster, the client in its own header alone',
    trusted: 'cloudflare 10.0.0.0/8',
    peer: '10.244.1.9',
    headers: {
      'x-real-ip': edge.cloudflare,
      'x-forwarded-for': edge.cloudflare,
      'x-original-forwarded-for': visitor,
      'cf-connecting-ip': visitor,
    },
    client: visitor,
  },
  {
    source: 'pbojinov/request-ip 18: nothing but unknown',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': 'unknown', via: '1.1 cache.example (squid)' },
    client: '10.1.0.2',
  },
  {
    source: 'dotnet/aspnetcore 36537: a quote that is left open',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': `"${liar}, ${visitor}` },
    client: visitor,
  },
  {
    source: 'vert-x3/vertx-web 2464: an IPv6 address without brackets',
    peer: '10.1.0.2',
    headers: { 'x-forwarded-for': '2001:db8:7:0:0:0:0:7' },
    client: visitor6,
  },
  {
    source: 'gotempsh/temps 916: Bunny, X-Real-IP',
    trusted: '192.0.2.70',
    peer: '192.0.2.70',
    headers: { 'x-real-ip': visitor, 'x-forwarded-for': visitor },
    client: visitor,
  },
  {
    source: 'mozilla/addons-server 17727: a network and a load balancer, the client second to last',
    trusted: 'fastly 10.0.0.0/8',
    peer: '10.0.3.4',
    headers: { 'x-forwarded-for': `${liar}, ${visitor}, ${edge.fastly}` },
    client: visitor,
  },
  {
    source: 'gnif/mod_rpaf 22: Akamai, a company’s proxies on the way',
    trusted: 'akamai',
    peer: edge.akamai,
    headers: { 'x-forwarded-for': `${liar}, 10.148.207.91, ${visitor}` },
    client: visitor,
  },
  {
    source: 'fastly.com/documentation, X-Forwarded-For: a proxy before the network',
    trusted: 'fastly',
    peer: edge.fastly,
    headers: { 'x-forwarded-for': `${liar}, ${visitor}, 151.101.2.2` },
    client: visitor,
  },
  {
    source: 'superfly/docs 1554: nginx in an app of Fly behind the proxy',
    trusted: 'fly 66.51.122.1 127.0.0.1',
    peer: '127.0.0.1',
    headers: { 'fly-client-ip': visitor, 'x-forwarded-for': `${liar}, ${visitor}, 66.51.122.1, ${edge.fly}` },
    client: visitor,
  },
  {
    source: 'umami-software/umami 814: nginx with every header there is',
    peer: '10.109.0.2',
    headers: {
      'x-real-ip': visitor,
      'x-forwarded-for': visitor,
      'x-forwarded-host': 'stats.example.com',
      forwarded: `for=${visitor};by=10.109.0.1;host=stats.example.com;proto=https;`,
    },
    client: visitor,
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
