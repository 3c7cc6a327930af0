// Page URLs by example: what hostname, pathname, query and hash mode make of them (spec/ingestion 5).
import fc from 'fast-check'
import t from 'tap'
import { decodePercent, noHostname, pathnameWithHash, splitUrl } from '../../src/rules/url.ts'
import { anyText } from '../support/text.ts'

const splits: [url: string, hostname: string, pathname: string][] = [
  ['http://www.example.com', 'example.com', '/'],
  ['http://example.com:8080/x?y#z', 'example.com', '/x'],
  ['https://blog.example.com/', 'blog.example.com', '/'],
  ['file:///android_asset/www/index.html', '(none)', '/android_asset/www/index.html'],
  ['/no/hostname', '(none)', '/no/hostname'],
  ['about:config', '(none)', 'config'],
  ['chrome-extension://liipgellkff/popup.html', 'liipgellkff', '/popup.html'],
  ['app://localhost/login', 'localhost', '/login'],
  ['http://192.168.0.1/a', '192.168.0.1', '/a'],
  ['', '(none)', '/'],
  ['http://', '(none)', '/'],
  ['http://www.', '(none)', '/'],
  ['http://www.www.example.com/', 'www.example.com', '/'],
  ['http://www2.example.com/', 'www2.example.com', '/'],
  ['http://wwwx.example.com/', 'wwwx.example.com', '/'],
  ['HTTP://WWW.Example.COM/Path', 'example.com', '/Path'],
  ['http://user:pass@example.com:99/', 'example.com', '/'],
  ['http://a@b@example.com/', 'example.com', '/'],
  ['http://[2001:db8::1]:8080/v6', '2001:db8::1', '/v6'],
  ['http://[2001:db8::1', '[2001', '/'],
  ['//example.com/relative-scheme', 'example.com', '/relative-scheme'],
  ['example.com/page', '(none)', 'example.com/page'],
  ['http:// example.com /x', 'example.com', '/x'],
  ['http://example.com?only=query', 'example.com', '/'],
  ['http://example.com#only-fragment', 'example.com', '/'],
  ['http://example.com/a/../b/./c/', 'example.com', '/a/../b/./c/'],
  ['http://example.com/path ', 'example.com', '/path'],
  ['http://example.com/path%20', 'example.com', '/path'],
  ['http://example.com/%20path', 'example.com', '/ path'],
  ['http://example.com/a%20b+c', 'example.com', '/a b+c'],
  ['http://example.com/%C3%BCber', 'example.com', '/über'],
  ['http://example.com/über', 'example.com', '/über'],
  ['http://example.com/100%', 'example.com', '/100%'],
  ['http://example.com/%zz%20x', 'example.com', '/%zz x'],
  ['http://example.com/%ff', 'example.com', '/\uFFFD'],
  ['http://example.com/%2', 'example.com', '/%2'],
  ['http://example.com/a%00b', 'example.com', '/ab'],
  ['http://example.com/a\0b', 'example.com', '/ab'],
  ['http://example.com/\uD800', 'example.com', '/\uFFFD'],
  ['http://münchen.de/', 'münchen.de', '/'],
  ['https:://twitter.com', '(none)', '://twitter.com'],
  [`http://${'a'.repeat(255)}/x`, 'a'.repeat(255), '/x'],
  [`http://${'a'.repeat(256)}/x`, '(none)', '/x'],
]

t.test('a URL gives hostname and pathname', async (t) => {
  for (const [url, hostname, pathname] of splits) {
    const split = splitUrl(url)
    t.strictSame([split.hostname, split.pathname], [hostname, pathname], JSON.stringify(url))
  }
})

t.test('the scheme is lower case, or null', async (t) => {
  t.equal(splitUrl('HTTPS://x').scheme, 'https')
  t.equal(splitUrl('Data:text/html,x').scheme, 'data')
  t.equal(splitUrl('/x:y').scheme, null)
  t.equal(splitUrl('//x:80/').scheme, null)
  t.equal(splitUrl(':x').scheme, null)
})

t.test('hash mode appends the decoded fragment', async (t) => {
  const hashed: [url: string, pathname: string][] = [
    ['http://example.com/#page-a', '/#page-a'],
    ['http://example.com/pictures/index.html#foo', '/pictures/index.html#foo'],
    ['http://example.com#%C3%BC', '/#ü'],
    ['http://example.com/x#', '/x#'],
    ['http://example.com/x#a#b?c', '/x#a#b?c'],
    ['http://example.com/x', '/x'],
    ['http://example.com/x#100%', '/x#100%'],
  ]
  for (const [url, pathname] of hashed) t.equal(pathnameWithHash(splitUrl(url)), pathname, url)
})

t.test('a query is decoded as a web form and the last of equal keys wins', async (t) => {
  const queries: [query: string, expected: Record<string, string>][] = [
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=x+y%20z', { a: 'x y z' }],
    ['a=%2B', { a: '+' }],
    ['a=100%', { a: '100%' }],
    ['%61=%C3%BC', { a: 'ü' }],
    ['&&a=1&', { a: '1' }],
    ['a=x%00y', { a: 'xy' }],
    ['__proto__=x', { ['__proto__']: 'x' }],
  ]
  for (const [query, expected] of queries) {
    t.strictSame([...splitUrl(`http://x/?${query}`).query], Object.entries(expected), query)
  }
  t.equal(splitUrl('http://x/#?utm_source=no').query.size, 0, 'the fragment is never searched')
})

t.test('any text can be split, and nothing unstorable comes out', async (t) => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (text) => {
      const split = splitUrl(text)
      const stored = [split.hostname, pathnameWithHash(split), ...[...split.query].flat()]
      return split.hostname !== '' && stored.every((part) => !/[\0\p{Surrogate}]/u.test(part))
    }),
  )
  t.equal(splitUrl('\uDC00\0').hostname, noHostname)
})

t.test('percent-decoding agrees with the platform where the platform does not throw', async () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => decodePercent(encodeURIComponent(text)) === text))
})
