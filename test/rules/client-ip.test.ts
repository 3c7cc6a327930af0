// Client addresses by example: which header wins, and one spelling per address (spec/ingestion 6).
import t from 'tap'
import {
  isIp,
  isPrivateIp,
  normaliseIp,
  parseCidrs,
  parseProxies,
  resolveClientIp,
  resolveGuessIp,
} from '../../src/rules/client-ip.ts'

const everybody = parseProxies('0.0.0.0/0 ::/0')
const noProxies = parseProxies('none')

t.test('an address has one spelling', async (t) => {
  const spellings: [text: string, ip: string][] = [
    ['1.2.3.4', '1.2.3.4'],
    [' 1.2.3.4 ', '1.2.3.4'],
    ['1.2.3.4:567', '1.2.3.4'],
    ['[1.2.3.4]', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['::ffff:0102:0304', '1.2.3.4'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
    ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
    ['2001:218:1:1:1:1:1:1', '2001:218:1:1:1:1:1:1'],
    ['[2001:218:1:1:1:1:1:1]:567', '2001:218:1:1:1:1:1:1'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
    ['unknown', 'unknown'],
    ['256.1.1.1', '256.1.1.1'],
    ['1.2.3', '1.2.3'],
    ['01.2.3.4', '01.2.3.4'],
    ['1:2:3', '1:2:3'],
    ['', ''],
  ]
  for (const [text, ip] of spellings) t.equal(normaliseIp(text), ip, text)
})

t.test('text is an IPv4 address, an IPv6 address, or neither', async (t) => {
  const kinds: [text: string, kind: 4 | 6 | 0][] = [
    ['1.2.3.4', 4],
    ['255.255.255.255', 4],
    ['256.0.0.1', 0],
    ['1.2.3.4.5', 0],
    ['1.2.3.', 0],
    ['::', 6],
    ['1:2:3:4:5:6:7:8', 6],
    ['1:2:3:4:5:6:7:8:9', 0],
    ['1::2::3', 0],
    ['12345::', 0],
    ['::1.2.3.4', 6],
    ['1.2.3.4::', 0],
    [':::', 0],
    ['unknown', 0],
    ['', 0],
  ]
  for (const [text, kind] of kinds) t.equal(isIp(text), kind, text)
})

t.test('the first header that says something wins', async (t) => {
  const all = {
    'x-service-ip': '10.0.0.1',
    'cf-connecting-ip': '10.0.0.2',
    'b-forwarded-for': '10.0.0.3, 9.9.9.9',
    'x-forwarded-for': ' 10.0.0.4 , 10.9.9.9',
    'x-real-ip': '10.0.0.5',
    'true-client-ip': '10.0.0.6',
    'fly-client-ip': '10.0.0.7',
    forwarded: 'by=9.9.9.9;for="10.0.0.8:80";proto=https, for=10.9.9.9',
  }
  const names = Object.keys(all) as (keyof typeof all)[]
  for (const [index, name] of names.entries()) {
    const headers: Record<string, string> = {}
    for (const later of names.slice(index)) headers[later] = all[later]
    for (const earlier of names.slice(0, index)) headers[earlier] = ' '
    t.strictSame(resolveClientIp({ headers, peer: '127.0.0.1', proxies: everybody }), {
      ip: `10.0.0.${index + 1}`,
      header: name,
      ipType: null,
    })
  }
  t.strictSame(resolveClientIp({ headers: {}, peer: '::ffff:7.7.7.7', proxies: everybody }), {
    ip: '7.7.7.7',
    header: 'socket',
    ipType: null,
  })
  t.strictSame(resolveClientIp({ headers: all, peer: '7.7.7.7', proxies: noProxies }), {
    ip: '7.7.7.7',
    header: 'socket',
    ipType: null,
  })
  t.strictSame(resolveClientIp({ headers: {}, peer: undefined, proxies: noProxies }), {
    ip: '',
    header: 'socket',
    ipType: null,
  })
})

t.test('the type of an address is the first value, from a trusted proxy', async (t) => {
  const headers = { 'x-service-ip-type': 'dc_ip , threat_ip' }
  t.equal(resolveClientIp({ headers, peer: '127.0.0.1', proxies: everybody }).ipType, 'dc_ip')
  t.equal(resolveClientIp({ headers, peer: '7.7.7.7', proxies: noProxies }).ipType, null)
})

t.test('a chain of proxies gives its left-most public address, else its left-most address', async (t) => {
  const chains: [value: string, ip: string][] = [
    ['unknown, 203.0.113.7', '203.0.113.7'],
    ['-, 203.0.113.7', '203.0.113.7'],
    ['_hidden,203.0.113.7', '203.0.113.7'],
    [', ,203.0.113.7', '203.0.113.7'],
    ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
    ['127.0.0.1, ::1, fd00::1, 100.64.0.1, [2001:db8::1]:80', '2001:db8::1'],
    ['192.168.1.4, 10.0.0.1', '192.168.1.4'],
    ['unknown, 192.168.1.4, 10.0.0.1', '192.168.1.4'],
    ['203.0.113.7:4711, 198.51.100.1', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['198.51.100.300, 203.0.113.7', '203.0.113.7'],
    ['unknown', '7.7.7.7'],
    ['', '7.7.7.7'],
    ['-, _hidden', '7.7.7.7'],
  ]
  for (const [value, ip] of chains) {
    const from = { peer: '7.7.7.7', proxies: everybody }
    t.equal(resolveClientIp({ headers: { 'x-forwarded-for': value }, ...from }).ip, ip, value)
    t.equal(
      resolveClientIp({ headers: { 'x-forwarded-for': value.split(',') }, ...from }).ip,
      ip,
      'on lines of its own',
    )
    const forwarded = value.split(',').map((entry) => `proto=https; For="${entry.trim()}"; by=8.8.8.8`)
    t.equal(resolveClientIp({ headers: { forwarded: forwarded.join(', ') }, ...from }).ip, ip, forwarded.join())
  }
  for (const name of [
    'x-service-ip',
    'cf-connecting-ip',
    'b-forwarded-for',
    'x-real-ip',
    'true-client-ip',
    'fly-client-ip',
  ])
    for (const value of ['unknown', '-', '', 'café', '1.2.3.4.5'])
      t.equal(
        resolveClientIp({
          headers: { [name]: value, forwarded: 'for=203.0.113.9' },
          peer: '7.7.7.7',
          proxies: everybody,
        }).ip,
        '203.0.113.9',
        `${name}: ${value} is passed over`,
      )
})

t.test('guesses are counted by the right-most address that is no proxy', async (t) => {
  const of = (headers: Record<string, string>, areWritten = false, peer = '127.0.0.1') =>
    resolveGuessIp({ headers, peer, proxies: parseProxies('10.0.0.0/8 127.0.0.0/8', areWritten) })
  const cases: [headers: Record<string, string>, ip: string][] = [
    [{ 'x-forwarded-for': '1.1.1.1, 203.0.113.7' }, '203.0.113.7'],
    [{ 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.9' }, '203.0.113.7'],
    [{ 'x-forwarded-for': '1.1.1.1, nonsense' }, '127.0.0.1'],
    [{ 'x-forwarded-for': 'nonsense, 10.0.0.9' }, '127.0.0.1'],
    [{ 'x-forwarded-for': '' }, '127.0.0.1'],
    [{ 'x-forwarded-for': '10.1.1.1, 10.2.2.2' }, '10.2.2.2'],
    [{ forwarded: 'for=1.1.1.1, for="[2001:db8::7]:1"' }, '2001:db8::7'],
    [{ 'x-forwarded-for': '203.0.113.7', forwarded: 'for=1.1.1.1' }, '203.0.113.7'],
    [{ 'cf-connecting-ip': '1.1.1.1' }, '127.0.0.1'],
    [{ 'x-real-ip': '1.1.1.1', 'x-service-ip': '2.2.2.2' }, '127.0.0.1'],
    [{ 'cf-connecting-ip': '1.1.1.1', 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
    [{}, '127.0.0.1'],
  ]
  for (const [headers, ip] of cases) t.equal(of(headers), ip, JSON.stringify(headers))
  t.equal(of({ 'cf-connecting-ip': '1.1.1.1', 'x-forwarded-for': '203.0.113.7' }, true), '1.1.1.1', 'named proxies')
  t.equal(of({ 'cf-connecting-ip': 'nonsense', 'x-forwarded-for': '203.0.113.7' }, true), '203.0.113.7')
  t.equal(of({ 'x-forwarded-for': '1.1.1.1' }, true, '203.0.113.1'), '203.0.113.1', 'a peer that is no proxy')
})

t.test('Forwarded gives its first address', async (t) => {
  const forwarded: [value: string, ip: string][] = [
    ['for=1.2.3.4', '1.2.3.4'],
    ['For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['proto=http; FOR=1.2.3.4 ;by=x', '1.2.3.4'],
    ['for=1.2.3.4, for=5.6.7.8', '1.2.3.4'],
    ['for=unknown, for=5.6.7.8', '5.6.7.8'],
    ['for=_hidden', '7.7.7.7'],
    ['xfor=1.2.3.4', '7.7.7.7'],
    ['by=1.2.3.4;proto=http', '7.7.7.7'],
    ['for=', '7.7.7.7'],
  ]
  for (const [value, ip] of forwarded) {
    t.equal(resolveClientIp({ headers: { forwarded: value }, peer: '7.7.7.7', proxies: everybody }).ip, ip, value)
  }
})

t.test('proxies are trusted by address and range', async (t) => {
  const isTrusted = parseCidrs('10.0.0.0/8, 192.168.1.7 172.16.0.0/12,::1 2001:db8::/33,::ffff:9.9.9.0/120')
  const answers: [ip: string, isTrusted: boolean][] = [
    ['10.255.255.255', true],
    ['11.0.0.0', false],
    ['192.168.1.7', true],
    ['192.168.1.8', false],
    ['172.31.255.255', true],
    ['172.32.0.0', false],
    ['::1', true],
    ['::2', false],
    ['2001:db8:7fff::1', true],
    ['2001:db8:8000::1', false],
    ['9.9.9.1', true],
    ['9.9.8.255', false],
    ['unknown', false],
  ]
  for (const [ip, expected] of answers) t.equal(isTrusted(ip), expected, ip)
  t.equal(parseCidrs('')('127.0.0.1'), false)
  t.equal(parseCidrs('0.0.0.0/0')('1.2.3.4'), true)
  for (const bad of [
    '10.0.0.0/33',
    '10.0.0/8',
    '::/129',
    '10.0.0.0/',
    'localhost',
    '10.0.0.0/-1',
    '::ffff:1.2.3.4/95',
  ]) {
    t.throws(() => parseCidrs(bad), { message: `"${bad}" is not an IP address or range` })
  }
  t.throws(() => parseCidrs('1.1.1.1,'.repeat(1001)))
})

t.test('private addresses are no places', async (t) => {
  const inside =
    '0.0.0.0 10.0.0.0 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 169.254.1.1 172.16.0.0 172.31.255.255 192.168.1.1'
  for (const ip of `${inside} :: ::1 fc00::1 fdff::1 fe80::1 febf::1`.split(' ')) t.equal(isPrivateIp(ip), true, ip)
  const outside =
    '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 128.0.0.1 172.15.255.255 172.32.0.0 192.167.1.1 192.169.0.0'
  for (const ip of `${outside} ::2 2001:4860:4860::8888 fbff::1 fec0::1 unknown`.split(' '))
    t.equal(isPrivateIp(ip), false, ip)
  t.equal(isPrivateIp(''), false)
})

t.test('names of networks stand for their ranges', async (t) => {
  const cases: [text: string, trusted: string[], others: string[]][] = [
    ['cloudflare', ['104.16.1.2', '2606:4700::1'], ['127.0.0.1', '10.0.0.1', '151.101.1.1']],
    ['CloudFront fly', ['13.32.0.9', '172.16.4.2', 'fdaa::3'], ['104.16.1.2']],
    ['fastly,10.0.0.0/8', ['151.101.1.1', '10.2.3.4'], ['192.168.0.1']],
    ['akamai', ['23.32.0.1', '2600:1400::1'], ['23.128.0.1']],
    ['none', [], ['127.0.0.1']],
    ['', [], ['127.0.0.1']],
  ]
  for (const [text, trusted, others] of cases) {
    const { isTrusted } = parseProxies(text)
    for (const ip of trusted) t.equal(isTrusted(ip), true, `${text}: ${ip}`)
    for (const ip of others) t.equal(isTrusted(ip), false, `${text}: ${ip}`)
  }
  t.throws(() => parseProxies('cloudfare'), { message: '"cloudfare" is not an IP address or range' })
})
