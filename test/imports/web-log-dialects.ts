// Dialects of access logs that people have, each a small file in the form that the named report or document shows, with
// values of our own. `from` is a project and the number of its issue, or a document.

/** A request of a browser for `/a` at 10:00 UTC on 5 January 2024, as two visitors send it. */
export interface Dialect {
  readonly name: string
  readonly from: string
  readonly lines: readonly string[]
  /** Addresses of the visitors of the pageviews, in order; paths are `/a` and `/b`. */
  readonly ips?: readonly string[]
  readonly referrers?: readonly string[]
  readonly leftOut?: Readonly<Record<string, number>>
  readonly faults?: readonly RegExp[]
  /** Facts that the dialect does not have. */
  readonly lacks?: string
}

export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const time = '[05/Jan/2024:10:00:00 +0000]'
const one = '203.0.113.5'
const two = '203.0.113.6'

/** Two lines of the combined format: what stands before the time, and behind the agent. */
const combined = (before: (ip: string) => string, behind = '', request = (path: string) => `GET ${path} HTTP/1.1`) =>
  [one, two].map(
    (ip, index) =>
      `${before(ip)} ${time} "${request(index === 0 ? '/a' : '/b')}" 200 512 "https://ref.example/x" "${chrome}"${behind}`,
  )
const both = { ips: [one, two], referrers: ['ref.example/x', 'ref.example/x'] }
const named = "requests with a host name in place of the visitor's address"
const noAddress = "requests without the visitor's address"

export const lineDialects: readonly Dialect[] = [
  { name: 'nginx combined', from: 'nginx, ngx_http_log_module', lines: combined((ip) => `${ip} - -`), ...both },
  {
    name: 'nginx main behind a proxy of the own network',
    from: 'allinurl/goaccess#2354',
    lines: [one, two].flatMap((ip) =>
      combined(() => '172.23.51.6 - -', ` "${ip}"`).slice(ip === one ? 0 : 1, ip === one ? 1 : 2),
    ),
    ...both,
  },
  {
    name: 'nginx main behind a network of proxies',
    from: 'allinurl/goaccess#78',
    lines: [one, two].map(
      (ip, index) =>
        `162.158.63.${index} - - ${time} "GET /${index ? 'b' : 'a'} HTTP/1.1" 200 5 "-" "${chrome}" "${ip}" "0.003"`,
    ),
    ips: [one, two],
  },
  {
    name: 'a peer that is a visitor, who sends a header of his own',
    from: 'allinurl/goaccess#1275',
    lines: combined((ip) => `${ip} - -`, ' "198.51.100.99"'),
    ...both,
  },
  {
    name: 'the address of the upstream server behind the agent',
    from: 'allinurl/goaccess#2555',
    lines: combined((ip) => `shop.example ${ip} - -`, ' "172.18.0.7:5000"'),
    ...both,
  },
  {
    name: 'docker compose logs',
    from: 'allinurl/goaccess#2310',
    lines: combined((ip) => `nginx-1  | ${ip} - -`),
    ...both,
  },
  {
    name: 'docker compose logs in colours, with the virtual host',
    from: 'allinurl/goaccess#2310',
    lines: combined((ip) => `\u001b[0;33;1mnginx.1     | \u001b[0mshop.example ${ip} - -`, ' "172.19.0.8:80"'),
    ...both,
  },
  {
    name: 'json-file of Docker',
    from: 'allinurl/goaccess#1339',
    lines: combined((ip) => `nginx.1    | shop.example ${ip} - -`).map((log) =>
      JSON.stringify({ log: `${log}\n`, stream: 'stdout', time: '2024-01-05T10:00:00.741817070Z' }),
    ),
    ...both,
  },
  {
    name: 'docker logs -t, kubectl logs --timestamps',
    from: 'Docker, reference of docker container logs',
    lines: combined((ip) => `2024-01-05T10:00:00.123456789Z ${ip} - -`),
    ...both,
  },
  {
    name: 'log files of Kubernetes',
    from: 'Kubernetes, CRI logging format',
    lines: combined((ip) => `2024-01-05T10:00:00.123456789Z stdout F ${ip} - -`),
    ...both,
  },
  {
    name: 'kubectl logs --prefix',
    from: 'Kubernetes, reference of kubectl logs',
    lines: combined((ip) => `[pod/web-7d4b9c/nginx] ${ip} - -`),
    ...both,
  },
  {
    name: 'ingress-nginx',
    from: 'nielsbasjes/logparser#51',
    lines: combined((ip) => `10.4.0.1 - [${ip}] - -`, ' 458 0.047 [site-80] 172.17.0.17:5000 117 0.048 200 83f0'),
    ...both,
  },
  {
    name: 'journalctl',
    from: 'allinurl/goaccess#922',
    lines: combined((ip) => `myhost nginx: ${ip} - -`),
    ...both,
  },
  {
    name: 'syslog, its sender named by an address',
    from: 'allinurl/goaccess#345',
    lines: combined((ip) => `Nov 10 12:11:55 198.51.100.13 nginx: ${ip} - -`),
    ...both,
  },
  {
    name: 'syslog with a process',
    from: 'allinurl/goaccess#2259',
    lines: combined((ip) => `Dec  6 00:00:00 web.example auth-apache-access[77]: ${ip} 9999 -`),
    ...both,
  },
  {
    name: 'syslog over the network',
    from: 'RFC 5424, section 6.5',
    lines: combined((ip) => `<190>1 2024-01-05T10:00:00.003Z 198.51.100.13 nginx 8710 - - ${ip} - -`),
    ...both,
  },
  {
    name: 'Apache common',
    from: 'Apache httpd, Log Files',
    lines: [`${one} - frank ${time} "GET /a HTTP/1.0" 200 2326`],
    leftOut: { 'requests without a user agent': 1 },
    lacks: 'user agents, without which no request can be told from a bot’s',
  },
  {
    name: 'Apache combined, a user with a blank',
    from: 'Apache httpd, Log Files',
    lines: combined((ip) => `${ip} - John Smith`),
    ...both,
  },
  {
    name: 'Apache vhost_combined',
    from: 'log2timeline/plaso#2460',
    lines: [
      ...combined((ip) => `www.shop.example:443 ${ip} - -`),
      ...combined((ip) => `other.example:80 ${ip} - -`),
      ...combined((ip) => `192.0.2.10:443 ${ip} - -`),
    ],
    ...both,
    leftOut: { 'requests of other hosts': 4 },
  },
  {
    name: 'HostnameLookups On',
    from: 'allinurl/goaccess#1390',
    lines: [
      ...combined((ip) => `${ip.replaceAll('.', '-')}.cust.isp.example - -`),
      ...combined((ip) => `shop.example:443 ${ip.replaceAll('.', '-')}.isp.example - -`),
      ...combined(() => 'localhost - -'),
    ],
    leftOut: { [named]: 6 },
    lacks: 'addresses: names of visitors are left out',
  },
  {
    name: 'a chain of addresses first',
    from: 'matomo-org/matomo#4230',
    lines: [
      ...combined((ip) => `${ip}, 198.51.100.2 - -`),
      ...combined((ip) => `10.1.2.3, unknown, ${ip}, 198.51.100.2 - -`),
    ],
    ips: [one, two, one, two],
  },
  {
    name: 'a chain and the peer behind it',
    from: 'allinurl/goaccess#544',
    lines: combined((ip) => `${ip}, 172.16.0.9 10.0.0.1 - -`),
    ...both,
  },
  {
    name: 'a dash for the chain that is not there',
    from: 'Apache httpd, mod_log_config, %{X-Forwarded-For}i',
    lines: [...combined((ip) => `- ${ip} - -`), ...combined((ip) => `shop.example - ${ip} - -`)],
    ips: [one, two, one, two],
  },
  {
    name: 'the chain in parentheses',
    from: 'allinurl/goaccess#931',
    lines: [...combined((ip) => `192.168.1.9 (${ip}) - -`), ...combined((ip) => `192.168.1.9 (10.0.0.2, ${ip}) - -`)],
    ips: [one, two, one, two],
  },
  {
    name: 'the chain in quotes behind the time',
    from: 'allinurl/goaccess#2300',
    lines: [one, two].map(
      (ip, index) =>
        `${time} "${ip}, 198.51.100.2" 198.51.100.2 - "GET /${index ? 'b' : 'a'} HTTP/1.1" 200 5 "-" "${chrome}" 127.0.0.1:8013 "id=3"`,
    ),
    ips: [one, two],
  },
  {
    name: 'host and client in brackets behind the time',
    from: 'allinurl/goaccess#1349',
    lines: [one, two].map(
      (ip, index) =>
        `${time} [shop.example:443] [client ${ip}, 198.51.100.2] "GET /${index ? 'b' : 'a'} HTTP/1.1" 200 66573 "${chrome}"`,
    ),
    ips: [one, two],
    lacks: 'referrers',
  },
  {
    name: 'the time first, then host and address',
    from: 'allinurl/goaccess#1147',
    lines: [one, two].map(
      (ip, index) =>
        `${time} shop.example ${ip} "GET /${index ? 'b' : 'a'} HTTP/1.1" 200 "https://ref.example/x" "${chrome}" 0.000`,
    ),
    ...both,
  },
  {
    name: 'Nginx Proxy Manager',
    from: 'allinurl/goaccess#2085',
    lines: [one, two].map(
      (ip, index) =>
        `${time} - 200 200 - GET https shop.example "/${index ? 'b' : 'a'}" [Client ${ip}] [Length 358] [Gzip -] [Sent-to 10.8.0.1] "${chrome}" "https://ref.example/x"`,
    ),
    ...both,
  },
  {
    name: 'OVH, and the default of lighttpd: the host behind the address',
    from: 'lighttpd, mod_accesslog',
    lines: [...combined((ip) => `${ip} shop.example -`), ...combined((ip) => `${ip} other.example -`)],
    ...both,
    leftOut: { 'requests of other hosts': 2 },
  },
  {
    name: 'Virtualmin',
    from: 'allinurl/goaccess#336',
    lines: [
      ...combined((ip) => `${ip} - shop.example www.shop.example -`),
      ...combined((ip) => `${ip} - other.example other.example -`),
    ],
    ...both,
    leftOut: { 'requests of other hosts': 2 },
  },
  {
    name: 'Gandi: a duration before the request',
    from: 'matomo-org/matomo-log-analytics, tests/logs/gandi.log',
    lines: [one, two].map(
      (ip, index) =>
        `shop.example ${ip} - - ${time} (0 s) "GET /${index ? 'b' : 'a'} HTTP/1.1" 200 5 "https://ref.example/x" "${chrome}"`,
    ),
    ...both,
  },
  {
    name: 'the host before the request',
    from: 'matomo-org/matomo-log-analytics#223',
    lines: ['shop.example', 'other.example'].map(
      (host) => `${one} - - ${time} ${host} "GET /a HTTP/1.1" 200 3264 "-" "${chrome}"`,
    ),
    ips: [one],
    leftOut: { 'requests of other hosts': 1 },
  },
  {
    name: 'Caddy 0.9: a dash is missing',
    from: 'caddyserver/caddy#1398',
    lines: combined((ip) => `${ip} -`),
    ...both,
  },
  {
    name: 'Caddy 1: time and host first',
    from: 'allinurl/goaccess#1626',
    lines: combined((ip) => `2019/12/06 08:16:01 shop.example ${ip} - -`, ' 3'),
    ...both,
  },
  {
    name: 'Traefik',
    from: 'allinurl/goaccess#1660',
    lines: combined((ip) => `${ip} - -`, ' 162 "Host-shop-7" "http://172.17.0.3:80" 22ms'),
    ...both,
  },
  {
    name: 'varnishncsa: the whole address',
    from: 'varnishcache/varnish-cache#2017',
    lines: [
      ...combined(
        (ip) => `${ip} - -`,
        '',
        (path) => `GET http://shop.example${path} HTTP/1.1`,
      ),
      ...combined(
        (ip) => `${ip} - -`,
        '',
        (path) => `GET http://other.example${path} HTTP/1.1`,
      ),
    ],
    ...both,
    leftOut: { 'requests of other hosts': 2 },
  },
  {
    name: 'HAProxy, HTTP format',
    from: 'matomo-org/matomo-log-analytics, tests/logs/haproxy.log',
    lines: [
      'Sep 25 06:05:27 lb haproxy[6801]: 203.0.113.5:55008 [25/Sep/2018:06:05:27.584] ft~ bk/a 0/0/0/72/72 200 74 - - ---- 5/4/0/1/0 0/0 "GET /a HTTP/1.1"',
    ],
    faults: [/^1: the time has no time zone/],
    lacks: 'user agents and a time zone',
  },
  {
    name: 'HAProxy, CLF',
    from: 'HAProxy, Configuration Manual, 8.2.4',
    lines: [`${one} - - ${time} "GET /a HTTP/1.1" 200 7456 "" "" 55008 584 "ft" "bk" "a" 0 0 0 72`],
    leftOut: { 'requests without a user agent': 1 },
    lacks: 'user agents',
  },
  {
    name: 'nginx on a socket of the machine',
    from: 'nginx, listen directive',
    lines: combined(() => 'unix: - -').map((line, index) => `${line} "${index === 0 ? one : two}"`),
    ...both,
  },
  {
    name: 'addresses that the server does not write',
    from: 'allinurl/goaccess#1742',
    lines: [...combined(() => '- - -'), ...combined(() => '0.0.0.0 - -')],
    leftOut: { [noAddress]: 4 },
    lacks: 'addresses',
  },
  {
    name: 'one word before the address',
    from: 'allinurl/goaccess#922',
    lines: [`web1 ${one} - - ${time} "GET /a HTTP/1.1" 200 5 "-" "${chrome}"`],
    faults: [/^1: no line of a log that is known: "web1" before the address/],
  },
  {
    name: 'fields of the upstream between size and referrer',
    from: 'allinurl/goaccess#70',
    lines: [
      `${one} - - ${time}  "GET /a HTTP/1.1" 200 886 ["10.0.0.1:1800" "0.009"]"https://ref.example/x" "${chrome}" "-"`,
    ],
    faults: [/^1: no line of a log that is known/],
  },
  {
    name: 'OVH CDN: no quotes around the agent',
    from: 'allinurl/goaccess#218',
    lines: [`${one} shop.example - ${time} "GET /a HTTP/1.1 200 0" https://ref.example/ ${chrome} "" ""`],
    faults: [/^1: no line of a log that is known/],
  },
  {
    name: 'Amazon S3',
    from: 'Amazon S3, server access log format',
    lines: [
      `b659b576cff1e15e shop.example ${time} ${one} - EB35 WEBSITE.GET.OBJECT a "GET /a HTTP/1.1" 200 - 368 368 10 9 "-" "${chrome}"`,
    ],
    faults: [/^1: no line of a log that is known/],
  },
  {
    name: 'Classic Load Balancer of AWS',
    from: 'matomo-org/matomo-log-analytics, tests/logs/elb.log',
    lines: [
      ...[one, two].map(
        (ip, index) =>
          `2024-01-05T10:00:00.945958Z my-lb ${ip}:2817 10.0.0.1:80 0.000086 0.001048 0.001337 200 200 0 57 "GET https://shop.example:443/${index ? 'b' : 'a'} HTTP/1.1" "${chrome}" DHE-RSA-AES128-SHA TLSv1.2`,
      ),
      '2024-01-05T10:00:00.945958Z my-lb 203.0.113.5:2817 10.0.0.1:80 0.001069 0.000028 0.000041 - - 82 305 "- - - " "-" - -',
    ],
    ips: [one, two],
    leftOut: { 'lines of the log that are no requests': 1 },
    lacks: 'referrers',
  },
  {
    name: 'Application Load Balancer of AWS',
    from: 'Elastic Load Balancing, access logs for your Application Load Balancer',
    lines: [one, two].map(
      (ip, index) =>
        `h2 2024-01-05T10:00:00.127531Z app/my-alb/ab ${ip}:2817 10.0.0.1:80 0.001 0.102 0.000 200 200 225 249 "GET https://shop.example:443/${index ? 'b' : 'a'} HTTP/2.0" "${chrome}" ECDHE TLSv1.2 arn:aws:x "Root=1-ab" "shop.example" "arn:aws:acm:y" 0 2024-01-05T10:00:00.023000Z "forward" "-" "-" "10.1.1.1:80" "200" "-" "-"`,
    ),
    ips: [one, two],
    lacks: 'referrers',
  },
]
