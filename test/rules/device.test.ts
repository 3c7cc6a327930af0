// User agents by example: stored names, classes and bots (spec/ingestion 8, 11).
import fc from 'fast-check'
import t from 'tap'
import { isBot, parseDevice, userAgentLengthMax } from '../../src/rules/device.ts'
import { anyText } from '../support/text.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_4) ${webkit}`
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`
const android = (model: string) => `Mozilla/5.0 (Linux; Android 13; ${model}) ${webkit}`
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

type Row = [
  userAgent: string,
  browser: string | null,
  version: string | null,
  os: string | null,
  osVersion: string | null,
  device: string | null,
]

const chromeOn =
  (device: string) =>
  (model: string): Row => [
    `${android(model)} Chrome/114.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    '114.0',
    'Android',
    '13',
    device,
  ]

const rows: Row[] = [
  [`${mac} Chrome/70.0.3538.110 Safari/537.36`, 'Chrome', '70.0', 'Mac', '10.13', 'Desktop'],
  [`${windows} Chrome/120.0.0.0 Safari/537.36`, 'Chrome', '120.0', 'Windows', '10', 'Desktop'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Gecko/20100101 Firefox/121.0',
    'Firefox',
    '121.0',
    'Windows',
    '10',
    'Desktop',
  ],
  [`${iphone} Version/16.5 Mobile/15E148 Safari/604.1`, 'Safari', '16.5', 'iOS', '16.5', 'Mobile'],
  [`${android('Pixel 7')} Chrome/114.0.0.0 Mobile Safari/537.36`, 'Chrome', '114.0', 'Android', '13', 'Mobile'],
  [
    `Mozilla/5.0 (Linux; Android 6.0; U007 Pro Build/MRA58K; wv) ${webkit} Version/4.0 Chrome/44.0.2403.119 Mobile Safari/537.36`,
    'Mobile App',
    null,
    'Android',
    '6.0',
    'Mobile',
  ],
  ['unknown UA', null, null, null, null, null],
  ['', null, null, null, null, null],
  [
    `${windows} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.2210.61`,
    'Microsoft Edge',
    '120.0',
    'Windows',
    '10',
    'Desktop',
  ],
  [`${windows} Chrome/114.0.0.0 Safari/537.36 OPR/100.0.0.0`, 'Opera', '100.0', 'Windows', '10', 'Desktop'],
  [
    `${windows} Chrome/114.0.0.0 YaBrowser/23.7.1 Yowser/2.5 Safari/537.36`,
    'Yandex Browser',
    '23.7',
    'Windows',
    '10',
    'Desktop',
  ],
  [
    'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
    'Internet Explorer',
    '11.0',
    'Windows',
    '7',
    'Desktop',
  ],
  [
    `${android('SM-G991B')} SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36`,
    'Samsung Browser',
    '21.0',
    'Android',
    '13',
    'Mobile',
  ],
  [`${android('SM-T500')} Chrome/114.0.0.0 Safari/537.36`, 'Chrome', '114.0', 'Android', '13', 'Tablet'],
  [`${android('K')} Chrome/114.0.0.0 Safari/537.36`, 'Chrome', '114.0', 'Android', '13', 'Tablet'],
  // Tablets that also say Mobile.
  ...[
    'SM-T510',
    'Lenovo TB-X505F',
    'Pixel Tablet',
    'KFMAWI',
    'AGS2-W09',
    'MRX-W09',
    'Xiaomi Pad 5',
    'realme Pad',
    'moto tab g70',
    'YOGA TAB 3',
    'LG-V410',
    'P027',
    'Venue 8',
    'HONOR Pad 8',
  ].map(chromeOn('Tablet')),
  // Phones with names that come near.
  ...['Redmi Note 8', 'LG-H870', 'SM-G991B', 'CPH2269', 'Pixel 7', 'moto g(7)', 'EML-L29'].map(chromeOn('Mobile')),
  [
    'Mozilla/5.0 (Android 13; Mobile; rv:109.0) Gecko/114.0 Firefox/114.0',
    'Firefox',
    '114.0',
    'Android',
    '13',
    'Mobile',
  ],
  [`${iphone} CriOS/114.0.5735.99 Mobile/15E148 Safari/604.1`, 'Chrome', '114.0', 'iOS', '16.5', 'Mobile'],
  [`${iphone} FxiOS/114.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', '114.0', 'iOS', '16.5', 'Mobile'],
  [`${iphone} Mobile/15E148 Instagram 289.0.0.18.109`, 'Mobile App', null, 'iOS', '16.5', 'Mobile'],
  [`${iphone} Mobile/15E148`, 'Mobile App', null, 'iOS', '16.5', 'Mobile'],
  [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/400.0;]`, 'Mobile App', null, 'iOS', '16.5', 'Mobile'],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
    'Safari',
    '16.5',
    'iOS',
    '16.5',
    'Tablet',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
    'Safari',
    '17.0',
    'Mac',
    '10.15',
    'Desktop',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/110.0.0.0 Safari/537.36`,
    'Chrome',
    '110.0',
    'GNU/Linux',
    null,
    'Desktop',
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0',
    'Firefox',
    '115.0',
    'Ubuntu',
    null,
    'Desktop',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/110.0.0.0 Safari/537.36`,
    'Chrome',
    '110.0',
    'Chrome OS',
    '14541.0',
    'Desktop',
  ],
  [
    'Mozilla/5.0 (PlayStation 4 3.11) AppleWebKit/537.73 (KHTML, like Gecko)',
    null,
    null,
    'PlayStation',
    '4',
    'Desktop',
  ],
  [
    'Mozilla/5.0 (X11; linux x86_64; rv:115.0) gecko/20100101 firefox/115.0',
    'Firefox',
    '115.0',
    'GNU/Linux',
    null,
    'Desktop',
  ],
  ['Mozilla/5.0 (Mobile; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.0', 'Firefox', '84.0', 'KaiOS', '3.0', 'Mobile'],
  [
    'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+',
    'Safari',
    '10.0',
    'BlackBerry OS',
    '10',
    'Mobile',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:102.0) Goanna/20230101 PaleMoon/32.0.0',
    'Pale Moon',
    '32.0',
    'Windows',
    '10',
    'Desktop',
  ],
  [
    `${android('V2111')} Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/12.4.0.0`,
    'vivo Browser',
    '12.4',
    'Android',
    '13',
    'Mobile',
  ],
  [
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/87.0.4280.88 Safari/537.36 LG Browser/8.00.00 (LGE; OLED; rtTV)`,
    'Chrome',
    '87.0',
    'webOS',
    null,
    'Desktop',
  ],
  [
    `Mozilla/5.0 (X11; GNU/Linux) ${webkit} Chromium/79.0.3945.130 Chrome/79.0.3945.130 Safari/537.36 Tesla/2020.16.2.1-e99c70fff409`,
    'Tesla Browser',
    '2020.16',
    'GNU/Linux',
    null,
    'Tablet',
  ],
  [`Mozilla/5.0 (Linux; Android 8; AEOBC) ${webkit} Chrome/79.0 Safari/537.36`, 'Chrome', '79.0', 'Android', '8', null],
  ['curl/8.4.0', null, null, null, null, null],
]

t.test('a user agent gives browser, system and device class', async (t) => {
  for (const [userAgent, browser, browserVersion, os, osVersion, device] of rows) {
    t.strictSame(parseDevice(userAgent), { browser, browserVersion, os, osVersion, device, isBot: false }, userAgent)
  }
})

t.test('bots are bots, libraries and unknown agents are not', async (t) => {
  for (const bot of [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/85.0.4183.83 Safari/537.36`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} HeadlessEdg/120.0.0.0 Safari/537.36`,
    'generic crawler',
    'SomeBot/1.0',
    'My-Spider',
  ]) {
    t.equal(isBot(bot), true, bot)
    t.equal(parseDevice(bot).isBot, true, bot)
  }
  for (const agent of [
    '',
    'unknown UA',
    'curl/8.4.0',
    'node',
    'node-fetch/1.0',
    'axios/1.6.0',
    'python-requests/2.31.0',
    'okhttp/4.12.0',
    'Go-http-client/1.1',
    'Java/17',
    'Wget/1.21',
    'GuzzleHttp/7',
    'Apache-HttpClient/4.5',
    `${android('CUBOT_X18_Plus')} Chrome/114.0.0.0 Mobile Safari/537.36`,
    ...rows.map(([userAgent]) => userAgent),
  ]) {
    t.equal(isBot(agent), false, agent)
  }
})

t.test('any text is parsed in bounded time', async (t) => {
  fc.assert(fc.property(anyText({ maxLength: 1000 }), (text) => typeof parseDevice(text).isBot === 'boolean'))
  for (const piece of [
    '(',
    'a/1 ',
    '; ',
    'Version/',
    'ome/1 ',
    'droid ',
    'samsung sm-',
    'naver(',
    'opera mini ',
    '-',
    '1',
    '\u{1F600}',
    ' wv',
    'bot/',
  ]) {
    // A rule that goes back for each repetition would not end.
    const text = piece.repeat(8192 / piece.length)
    t.strictSame(parseDevice(text), parseDevice(text.slice(0, userAgentLengthMax)), piece)
  }
  const late = `${'x'.repeat(userAgentLengthMax)} Chrome/1.2.3`
  t.equal(parseDevice(late).browser, null, 'what comes after the limit is not looked at')
})
