// Names and kinds of crawlers, by the user agents that their operators document (spec/ingestion 22). Sources: pages of
// OpenAI, Anthropic, Perplexity, Google, Meta, Amazon, Apple, Microsoft, Yandex and others about their crawlers, and the
// package crawler-user-agents.
import t from 'tap'
import { kindOfCrawler, nameCrawler } from '../../src/rules/crawlers.ts'
import { isBot } from '../../src/rules/device.ts'
import { crawlersByKind } from '../../src/rules/tables/crawlers.ts'

const webkit = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const nexus =
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36'

const documented: readonly (readonly [userAgent: string, name: string, kind: string])[] = [
  [`${webkit}); compatible; GPTBot/1.1; +https://openai.com/gptbot`, 'GPTBot', 'ai_training'],
  [`${webkit}; compatible; GPTBot/1.3; +https://openai.com/gptbot)`, 'GPTBot', 'ai_training'],
  [`${mac}; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot`, 'OAI-SearchBot', 'ai_answering'],
  [`${webkit}); compatible; ChatGPT-User/1.0; +https://openai.com/bot`, 'ChatGPT-User', 'ai_answering'],
  [`${webkit}); compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot`, 'OAI-AdsBot', 'other'],
  [`${webkit}; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`, 'ClaudeBot', 'ai_training'],
  [`${webkit}; compatible; Claude-User/1.0; +Claude-User@anthropic.com)`, 'Claude-User', 'ai_answering'],
  [`${webkit}; compatible; Claude-SearchBot/1.0; +https://www.anthropic.com)`, 'Claude-SearchBot', 'ai_answering'],
  [`${webkit}; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`, 'PerplexityBot', 'ai_answering'],
  [
    `${webkit}; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)`,
    'Perplexity-User',
    'ai_answering',
  ],
  [`${nexus} (compatible; GoogleOther)`, 'GoogleOther', 'other'],
  [`${nexus} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`, 'Googlebot', 'search'],
  ['Googlebot-Image/1.0', 'Googlebot', 'search'],
  [`${nexus} (compatible; Google-InspectionTool/1.0)`, 'Google-InspectionTool', 'other'],
  [
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'Bytespider',
    'ai_training',
  ],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'CCBot', 'ai_training'],
  [
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Meta-ExternalAgent',
    'ai_training',
  ],
  ['Meta-ExternalAgent/1.1', 'Meta-ExternalAgent', 'ai_training'],
  [
    'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Meta-ExternalFetcher',
    'ai_answering',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
    'Amazonbot',
    'ai_training',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'Applebot',
    'search',
  ],
  [
    `${webkit}; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36`,
    'bingbot',
    'search',
  ],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'YandexBot', 'search'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'Baiduspider', 'search'],
  ['DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', 'DuckDuckBot', 'search'],
  ['DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)', 'DuckAssistBot', 'ai_answering'],
  [`${webkit}; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)`, 'MistralAI-User', 'ai_answering'],
  ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'UptimeRobot', 'monitoring'],
  ['Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)', 'Pingdom', 'monitoring'],
  [`${mac} DatadogSynthetics`, 'Datadog', 'monitoring'],
  [`${mac} Chrome-Lighthouse`, 'Lighthouse', 'monitoring'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit', 'other'],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot', 'other'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36',
    'Headless browser',
    'other',
  ],
  ['Mozilla/5.0 (compatible; made-up-crawler/1.0; +https://nobody.example)', 'other', 'other'],
]

t.test('documented user agents', async (t) => {
  for (const [userAgent, name, kind] of documented) {
    t.ok(isBot(userAgent), userAgent)
    t.strictSame([nameCrawler(userAgent), kindOfCrawler(name)], [name, kind], userAgent)
  }
})

t.test('every name of the table is found by its own tokens, once', async (t) => {
  const names = Object.values(crawlersByKind).flat()
  t.equal(new Set(names.map(([name]) => name)).size, names.length)
  for (const [name, ...tokens] of names)
    for (const token of tokens.length > 0 ? tokens : [name])
      t.equal(nameCrawler(`Mozilla/5.0 (compatible; ${token}/1.0)`), name, token)
})

t.test('people are no bots, and a token is a whole word', async (t) => {
  for (const userAgent of [
    mac,
    nexus,
    '',
    'Mozilla/5.0 (Linux; Android 7.0; CUBOT NOTE Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/93.0.4577.62 Mobile Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.221 Safari/537.36 SE 2.X MetaSr 1.0',
    'curl/8.5.0',
  ])
    t.notOk(isBot(userAgent), userAgent)
  t.equal(nameCrawler('MyGPTBotLike/1.0'), 'other', 'a part of a longer word')
})

t.test('any text is named in time', async (t) => {
  const begin = performance.now()
  for (const text of ['a'.repeat(10_000), 'GPTBo'.repeat(2_000), '-'.repeat(9_000), 'x-'.repeat(5_000)])
    isBot(text) || nameCrawler(text)
  t.ok(performance.now() - begin < 1_000)
})
