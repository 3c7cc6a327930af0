// Dialects of access logs whose lines have named fields: W3C and JSON. See web-log-dialects.
import { chrome, type Dialect } from './web-log-dialects.ts'

const one = '203.0.113.5'
const two = '203.0.113.6'
const both = { ips: [one, two], referrers: ['ref.example/x', 'ref.example/x'] }
const at = 1_704_448_800
const plus = chrome.replaceAll(' ', '+')
const percent = chrome.replaceAll(' ', '%20')
const noAddress = "requests without the visitor's address"

const cloudFrontNames =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) ' +
  'cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken ' +
  'x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version'

/** A line of CloudFront. */
export function cloudFront(fields: Readonly<Record<string, string>>): string {
  const values: Readonly<Record<string, string>> = {
    ...{ date: '2024-01-05', time: '10:00:00', 'c-ip': one, 'cs-method': 'GET', 'cs(Host)': 'd1.cloudfront.example' },
    ...{ 'cs-uri-stem': '/a', 'sc-status': '200', 'cs(User-Agent)': percent, 'x-host-header': 'shop.example' },
    'cs(Referer)': 'https://ref.example/x',
    ...fields,
  }
  return cloudFrontNames
    .split(' ')
    .map((name) => values[name] ?? '-')
    .join('\t')
}
export const cloudFrontHead: readonly string[] = ['#Version: 1.0', `#Fields: ${cloudFrontNames}`]

const iisNames =
  'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status ' +
  'sc-substatus sc-win32-status time-taken'
const iisHead = (names = iisNames): readonly string[] => [
  '#Software: Microsoft Internet Information Services 10.0',
  '#Version: 1.0',
  '#Date: 2024-01-05 10:00:00',
  `#Fields: ${names}`,
]
const iis = (ip: string, path: string, more = '') =>
  `2024-01-05 10:00:00 10.0.0.9 GET ${path} - 443 - ${ip} ${plus} https://ref.example/x 200 0 0 85${more}`

/** A line of Caddy 2. */
export const caddy = (ip: string, uri: string, ts: unknown = at, more: object = {}, request: object = {}): string =>
  JSON.stringify({
    ...{ level: 'info', ts, logger: 'http.log.access.log0', msg: 'handled request' },
    request: {
      ...{
        remote_ip: ip,
        remote_port: '5312',
        client_ip: ip,
        proto: 'HTTP/2.0',
        method: 'GET',
        host: 'shop.example',
        uri,
      },
      headers: { 'User-Agent': [chrome], Referer: ['https://ref.example/x'] },
      ...request,
    },
    ...{ bytes_read: 0, duration: 0.001, size: 36, status: 200 },
    resp_headers: { 'Content-Type': ['text/html; charset=utf-8'] },
    ...more,
  })

const pair = (line: (ip: string, path: string) => string): readonly string[] => [line(one, '/a'), line(two, '/b')]
const caddyTime = (ts: unknown): readonly string[] => pair((ip, path) => caddy(ip, path, ts))
const forwardedBy = (peer: string) => (ip: string, path: string) =>
  caddy(
    peer,
    path,
    at,
    {},
    {
      headers: {
        'User-Agent': [chrome],
        Referer: ['https://ref.example/x'],
        'X-Forwarded-For': [`${ip}, 100.64.2.68`],
      },
    },
  )

/** A line of nginx in JSON. */
const nginx = (fields: object): string => JSON.stringify({ ...fields, request_time: '0.001' })

export const fieldsDialects: readonly Dialect[] = [
  {
    name: 'CloudFront',
    from: 'Amazon CloudFront, standard logging reference',
    lines: [...cloudFrontHead, ...pair((ip, path) => cloudFront({ 'c-ip': ip, 'cs-uri-stem': path }))],
    ...both,
  },
  {
    name: 'CloudFront before 2019: agents encoded twice',
    from: 'matomo-org/matomo-log-analytics, tests/logs/amazon_cloudfront_web.log',
    lines: [
      ...cloudFrontHead,
      ...pair((ip, path) =>
        cloudFront({ 'c-ip': ip, 'cs-uri-stem': path, 'cs(User-Agent)': percent.replaceAll('%', '%25') }),
      ),
    ],
    ...both,
  },
  {
    name: 'CloudFront: clients of a proxy',
    from: 'Amazon CloudFront, standard logging reference, x-forwarded-for',
    lines: [
      ...cloudFrontHead,
      ...['198.51.100.2', '10.0.0.7'].flatMap((peer) =>
        pair((ip, path) =>
          cloudFront({ 'c-ip': peer, 'cs-uri-stem': path, 'x-forwarded-for': `10.1.1.1,%20${ip},%20198.51.100.9` }),
        ),
      ),
    ],
    ips: [one, two, one, two],
  },
  {
    name: 'CloudFront in JSON',
    from: 'Amazon CloudFront, standard logging v2',
    lines: pair((ip, path) =>
      JSON.stringify({
        ...{ date: '2024-01-05', time: '10:00:00', 'c-ip': ip, 'cs-method': 'GET', 'cs-uri-stem': path },
        ...{ 'sc-status': '200', 'cs(User-Agent)': percent, 'cs(Referer)': 'https://ref.example/x' },
        ...{ 'x-host-header': 'shop.example', 'x-forwarded-for': '-' },
      }),
    ),
    ...both,
  },
  {
    name: 'CloudFront without its first lines',
    from: 'matomo-org/matomo-log-analytics#133',
    lines: pair((ip, path) => cloudFront({ 'c-ip': ip, 'cs-uri-stem': path, 'cs(Host)': 'shop.example' })),
    ...both,
  },
  { name: 'IIS', from: 'matomo-org/matomo-log-analytics#26', lines: [...iisHead(), ...pair(iis)], ...both },
  {
    name: 'IIS 8.5 with X-Forwarded-For',
    from: 'allinurl/goaccess#2735',
    lines: [
      ...iisHead(`${iisNames} X-Forwarded-For`),
      ...pair((ip, path) => iis('172.18.23.68', path, ` ${ip}:33453,+172.16.0.1:49770`)),
    ],
    ...both,
  },
  {
    name: 'IIS 10: a backslash before the address',
    from: 'elastic/integrations#5206',
    lines: [...iisHead(`${iisNames} X-Forwarded-For`), ...pair((ip, path) => iis('192.168.1.1', path, ` \\${ip}`))],
    ...both,
  },
  {
    name: 'Citrix NetScaler',
    from: 'matomo-org/matomo-log-analytics#9',
    lines: [
      '#Version: 1.0',
      '#Software: Netscaler Web Logging(NSWL)',
      '#Fields: date time c-ip cs-username sc-servicename s-ip s-port cs-method cs-uri-stem cs-uri-query sc-status cs-bytes sc-bytes time-taken cs-version cs(User-Agent) cs(Cookie) cs(Referer)',
      ...pair(
        (ip, path) =>
          `2024-01-05 10:00:00 ${ip} - HTTP 192.168.6.254 8080 GET ${path} - 200 247 355 0 HTTP/1.1 ${plus} - https://ref.example/x`,
      ),
    ],
    ...both,
  },
  {
    name: 'IIS Advanced Logging',
    from: 'matomo-org/matomo-log-analytics#43',
    lines: [
      '#Software: IIS Advanced Logging Module',
      '#Version: 1.0',
      '#Start-Date: 2024-01-05 00:00:00.128',
      '#Fields:  date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) cs(Host) sc-status TimeTakenMS',
      ...pair(
        (ip, path) =>
          `2024-01-05 10:00:00.363 10.10.28.140 GET ${path} - 80 - "${ip}" "${chrome}" "https://ref.example/x" "shop.example" 200 109`,
      ),
    ],
    ...both,
  },
  {
    name: 'IIS Advanced Logging in local time',
    from: 'matomo-org/matomo-log-analytics, tests/logs/iis_custom.log',
    lines: [
      '#Fields:   date-local time-local   s-ip   cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) cs(Host) sc-status TimeTakenMS',
      `2024-01-05 10:00:00.363 10.10.28.140 GET /a - 80 - "${one}" "${chrome}" - "shop.example" 200 109`,
    ],
    faults: [/^1: the log has no field date in UTC/],
    leftOut: { 'lines below a line of fields that cannot be read': 1 },
    lacks: 'a time zone',
  },
  ...[
    ['cs-method', 'date time c-ip cs-uri-stem sc-status cs(User-Agent)'],
    ['date', 'time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)'],
    ['c-ip', 'date time cs-method cs-uri-stem sc-status cs(User-Agent)'],
    ['cs-uri-stem', 'date time c-ip cs-method sc-status cs(User-Agent)'],
    ['sc-status', 'date time c-ip cs-method cs-uri-stem cs(User-Agent)'],
    ['cs(user-agent)', 'date time c-ip cs-method cs-uri-stem sc-status'],
  ].map(
    ([missing, names]): Dialect => ({
      name: `W3C without ${missing}`,
      from: 'W3C, Extended Log File Format; IIS, fields to log',
      lines: [`#Fields: ${names}`, '2024-01-05 10:00:00 203.0.113.5 /a 200 x', '10:00:01 203.0.113.5 /a'],
      faults: [new RegExp(`^1: the log has no field ${missing!.replace(/[()]/g, '\\$&')}`)],
      leftOut: { 'lines below a line of fields that cannot be read': 2 },
    }),
  ),
  {
    name: 'W3C without a line that names its fields',
    from: 'webtrends, sample log file of IIS 4.0 and 5.0',
    lines: [iis(one, '/a')],
    faults: [/^1: no line “#Fields:” names the fields/],
  },
  { name: 'Caddy 2', from: 'allinurl/goaccess#2754', lines: caddyTime(1_704_448_800.5), ...both },
  {
    name: 'Caddy, unix_milli_float',
    from: 'Caddy, log directive, time_format',
    lines: caddyTime(1_704_448_800_500.25),
    ...both,
  },
  {
    name: 'Caddy, unix_nano',
    from: 'Caddy, log directive, time_format',
    lines: caddyTime(1_704_448_800_500_000_000),
    ...both,
  },
  {
    name: 'Caddy, iso8601',
    from: 'Caddy, log directive, time_format',
    lines: caddyTime('2024-01-05T05:00:00.000-0500'),
    ...both,
  },
  {
    name: 'Caddy, rfc3339_nano',
    from: 'Caddy, log directive, time_format',
    lines: caddyTime('2024-01-05T10:00:00.123456789Z'),
    ...both,
  },
  { name: 'Caddy, wall', from: 'Caddy, log directive, time_format', lines: caddyTime('2024/01/05 10:00:00'), ...both },
  {
    name: 'Caddy, wall_nano',
    from: 'Caddy, log directive, time_format',
    lines: caddyTime('2024/01/05 10:00:00.000000001'),
    ...both,
  },
  {
    name: 'Caddy, common_log',
    from: 'Caddy, log directive, time_format',
    lines: caddyTime('05/Jan/2024:11:00:00 +0100'),
    ...both,
  },
  {
    name: 'Caddy with a time of its own form',
    from: 'Caddy, log directive, time_format',
    lines: [caddy(one, '/a', 'Friday, 05-Jan-24 10:00:00 CET')],
    faults: [/^1: the time of the request cannot be read/],
  },
  {
    name: 'Caddy below 2.5: remote_addr',
    from: 'allinurl/goaccess#2308',
    lines: pair((ip, path) =>
      caddy(ip, path, at, {}, { client_ip: undefined, remote_ip: undefined, remote_addr: `${ip}:60422` }),
    ),
    ...both,
  },
  {
    name: 'Caddy for people',
    from: 'allinurl/goaccess#2054',
    lines: pair(
      (ip, path) => `2024/01/05 10:00:00.541\tinfo\thttp.log.access.log0\thandled request\t${caddy(ip, path, null)}`,
    ),
    ...both,
  },
  { name: 'Caddy behind a proxy', from: 'allinurl/goaccess#2699', lines: pair(forwardedBy('172.18.0.3')), ...both },
  {
    name: 'Caddy behind a tunnel without addresses',
    from: 'allinurl/goaccess#2814',
    lines: pair(forwardedBy('router connId=2')),
    ...both,
  },
  {
    name: 'Caddy: other loggers, and docker compose before them',
    from: 'Caddy, how logging works',
    lines: [
      ...pair((ip, path) => `caddy-1  | ${caddy(ip, path)}`),
      JSON.stringify({ level: 'info', ts: at, msg: 'serving initial configuration' }),
      JSON.stringify({
        ...{ level: 'info', ts: at, logger: 'admin.api', msg: 'received request' },
        method: 'POST',
        uri: '/load',
      }),
      caddy(one, '/a', at, { logger: 'http.handlers.reverse_proxy', level: 'debug', msg: 'upstream roundtrip' }),
    ],
    ...both,
    leftOut: { 'lines of the log that are no requests': 3 },
  },
  {
    name: 'nginx in JSON',
    from: 'nginx, ngx_http_log_module, escape=json',
    lines: pair((ip, path) =>
      nginx({
        ...{
          time_iso8601: '2024-01-05T11:00:00+01:00',
          remote_addr: ip,
          request: `GET ${path} HTTP/1.1`,
          status: '200',
        },
        ...{ http_referer: 'https://ref.example/x', http_user_agent: chrome, http_host: 'shop.example' },
      }),
    ),
    ...both,
  },
  {
    name: 'nginx in JSON behind a proxy, method and path apart',
    from: 'qiita.com, escape=json in nginx',
    lines: pair((ip, path) =>
      nginx({
        ...{ time: '2024-01-05T10:00:00+00:00', host: '10.0.0.2', vhost: 'shop.example', status: '200', method: 'GET' },
        ...{ path, ua: chrome, forwardedfor: `${ip}, 10.0.0.3`, referrer: 'https://ref.example/x' },
      }),
    ),
    ...both,
  },
  {
    name: 'nginx in JSON for Elasticsearch',
    from: 'iter01.com, json log of nginx',
    lines: pair((ip, path) =>
      nginx({
        '@timestamp': '2024-01-05T10:00:00+00:00',
        '@nginx_fields': {
          ...{ remote_addr: ip, status: '200', host: 'shop.example', uri: path, request_method: 'GET' },
          ...{ http_referrer: 'https://ref.example/x', http_user_agent: chrome },
        },
      }),
    ),
    ...both,
  },
  {
    name: 'nginx in JSON, status as a number, time as msec',
    from: 'Datadog, integration of nginx',
    lines: pair((ip, path) =>
      nginx({
        ...{ msec: '1704448800.123', remote_addr: ip, request_uri: path, request_method: 'GET', status: 200 },
        ...{ http_referer: 'https://ref.example/x', http_user_agent: chrome, server_name: '_' },
      }),
    ),
    ...both,
  },
  {
    name: 'nginx in JSON as Matomo asks for it',
    from: 'matomo-org/matomo-log-analytics, README, nginx_json',
    lines: [
      nginx({
        ip: one,
        host: 'shop.example',
        path: '/a',
        status: '200',
        user_agent: chrome,
        date: '2024-01-05T10:00:00+00:00',
      }),
    ],
    faults: [/^1: the line has no field request_method/],
    lacks: 'methods',
  },
  {
    name: 'Traefik in JSON',
    from: 'matomo-org/matomo-log-analytics, tests/logs/traefik_json.log',
    lines: [
      ...pair((ip, path) =>
        JSON.stringify({
          ...{ ClientAddr: '172.20.0.1:52458', ClientHost: ip, ClientPort: '52458', DownstreamStatus: 200 },
          ...{
            RequestHost: 'shop.example',
            RequestMethod: 'GET',
            RequestPath: path,
            StartUTC: '2024-01-05T10:00:00.77Z',
          },
          ...{ 'request_User-Agent': chrome, request_Referer: 'https://ref.example/x', level: 'info', msg: '' },
          ...{ time: '2024-01-05T12:00:00+02:00', OriginStatus: 200 },
        }),
      ),
      JSON.stringify({
        ...{
          ClientHost: one,
          DownstreamStatus: 200,
          RequestMethod: 'GET',
          RequestPath: '/a',
          StartUTC: '2024-01-05T10:00:00Z',
        },
      }),
    ],
    ...both,
    leftOut: { 'requests without a user agent': 1 },
    lacks: 'user agents, unless headers are kept (accesslog.fields.headers)',
  },
  {
    name: 'Cloudflare Logpush',
    from: 'Cloudflare, Logpush, HTTP requests',
    lines: pair((ip, path) =>
      JSON.stringify({
        ...{ ClientIP: ip, ClientRequestHost: 'shop.example', ClientRequestMethod: 'GET', ClientRequestURI: path },
        ...{ EdgeResponseStatus: 200, EdgeStartTimestamp: '2024-01-05T10:00:00Z', ClientRequestUserAgent: chrome },
        ...{ ClientRequestReferer: 'https://ref.example/x', EdgeResponseContentType: 'text/html' },
      }),
    ),
    ...both,
  },
  {
    name: 'load balancer of Google Cloud',
    from: 'Google Cloud, HttpRequest of LogEntry',
    lines: pair((ip, path) =>
      JSON.stringify({
        httpRequest: {
          ...{ requestMethod: 'GET', requestUrl: `https://shop.example${path}`, status: 200, userAgent: chrome },
          ...{ remoteIp: ip, referer: 'https://ref.example/x' },
        },
        ...{ timestamp: '2024-01-05T10:00:00.123456Z', severity: 'INFO' },
      }),
    ),
    ...both,
  },
  {
    name: 'journalctl -o json',
    from: 'allinurl/goaccess#922',
    lines: [
      ...pair((ip, path) =>
        JSON.stringify({
          ...{ _HOSTNAME: 'web1', SYSLOG_IDENTIFIER: 'nginx', __REALTIME_TIMESTAMP: '1704448800000000' },
          MESSAGE: `${ip} - - [05/Jan/2024:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 5 "https://ref.example/x" "${chrome}"`,
        }),
      ),
      JSON.stringify({ _HOSTNAME: 'web1', SYSLOG_IDENTIFIER: 'systemd', MESSAGE: 'Started nginx.service.' }),
    ],
    ...both,
    leftOut: { 'lines of the log that are no requests': 1 },
  },
  {
    name: 'the image of nginx about itself',
    from: 'docker-nginx, docker-entrypoint.sh',
    lines: [
      'nginx-1  | /docker-entrypoint.sh: Configuration complete; ready for start up',
      'nginx-1  | 2024/01/05 10:00:00 [notice] 1#1: nginx/1.25.3',
      '2024/01/05 10:00:00 [error] 29#29: *1 open() "/a" failed, client: 203.0.113.5, request: "GET /a HTTP/1.1"',
    ],
    leftOut: { 'lines of the log that are no requests': 3 },
  },
  {
    name: 'Caddy behind the tunnel of a network',
    from: 'traefik/traefik#1079',
    lines: pair((ip, path) =>
      caddy('172.18.0.3', path, at, {}, { headers: { 'User-Agent': [chrome], 'Cf-Connecting-Ip': [ip] } }),
    ),
    ips: [one, two],
  },
  {
    name: 'JSON without addresses',
    from: 'nielsbasjes/logparser#51',
    lines: [
      nginx({ time: at, request: 'GET /a HTTP/1.1', status: 200, remote_addr: '', http_user_agent: chrome }),
      nginx({ time: at, request: 'GET /a HTTP/1.1', status: 200, http_user_agent: chrome }),
    ],
    leftOut: { [noAddress]: 1 },
    faults: [/^2: the line has no field remote_addr/],
  },
]
