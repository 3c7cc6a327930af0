// Referrers, sources and campaign tags by example (spec/ingestion 12, 13, appendix A).
import t from 'tap'
import { findChannel } from '../../src/rules/channel.ts'
import { findSource } from '../../src/rules/source.ts'
import { appSources } from '../../src/rules/tables/apps.ts'
import { domainSources, hostSources } from '../../src/rules/tables/sources.ts'
import { splitUrl } from '../../src/rules/url.ts'

const find = (referrer: string | null, page = 'https://example.com/') => {
  const { hostname, query } = splitUrl(page)
  return findSource({ hostname, referrer, query })
}

t.test('a referrer is stored without query, or does not count', async (t) => {
  const referrers: [sent: string, stored: string | null, source: string | null][] = [
    ['https://www.indiehackers.com/page?query=param#hash', 'indiehackers.com/page', 'indiehackers.com'],
    ['https://facebook.com/page/', 'facebook.com/page', 'Facebook'],
    ['https://facebook.com/', 'facebook.com', 'Facebook'],
    ['https://facebook.com///', 'facebook.com', 'Facebook'],
    ['android-app://some.android.app', 'android-app://some.android.app', 'android-app://some.android.app'],
    ['android-app://com.reddit.frontpage', 'android-app://com.reddit.frontpage', 'Reddit'],
    ['android-app://com.Slack/', 'android-app://com.slack', 'Slack'],
    ['android-app://com.google.android.gm/inbox/1', 'android-app://com.google.android.gm/inbox/1', 'Gmail'],
    ['ios-app://422689480', 'ios-app://422689480', 'Gmail'],
    ['ios-app://1/x/y', 'ios-app://1/x/y', 'ios-app://1'],
    ['https://www.google.com./search', 'google.com/search', 'Google'],
    ['https://example.com./other', null, null],
    ['https://blog.example.com', 'blog.example.com', 'blog.example.com'],
    ['http://user:pass@x.org:8080/a%20b/', 'x.org/a%20b', 'x.org'],
    ['HTTPS://WWW.X.ORG/Path', 'x.org/Path', 'x.org'],
    ['https://example.com/other', null, null],
    ['https://www.EXAMPLE.com/other', null, null],
    ['http://localhost:4000/x', null, null],
    ['ftp://wat', null, null],
    ['https:://twitter.com', null, null],
    ['plain text', null, null],
    ['twitter.com/x', null, null],
    ['https:///path', null, null],
    ['', null, null],
  ]
  for (const [sent, stored, source] of referrers) {
    const found = find(sent)
    t.strictSame([found.referrer, found.source], [stored, source], sent)
  }
  t.equal(find('https://example.com/', 'http://www.example.com/').source, null, 'www is no difference')
  t.equal(find('https://example.com/', 'http://app.example.com/').source, 'example.com', 'a sub-domain is')
  t.equal(find(null).referrer, null)
})

t.test('hosts have names', async (t) => {
  const names: Record<string, string> = {
    Google: 'google.com www.google.com google.co.uk google.com.br google.de docs.google.com',
    Gmail: 'mail.google.com inbox.google.com',
    'Google Gemini': 'gemini.google.com',
    Bing: 'bing.com www.bing.com cn.bing.com ntp.msn.com',
    DuckDuckGo: 'duckduckgo.com html.duckduckgo.com',
    'Yahoo!': 'search.yahoo.com uk.search.yahoo.com yahoo.com',
    'Yahoo! Mail': 'mail.yahoo.com',
    'Outlook.com': 'mail.live.com outlook.live.com',
    Yandex: 'ya.ru yandex.ru yandex.com.tr yandex.eu yandex.fr yandex.kz yandex.tm yandex.uz',
    Baidu: 'baidu.com www.baidu.com',
    Ecosia: 'ecosia.org www.ecosia.org',
    Qwant: 'qwant.com lite.qwant.com',
    Brave: 'search.brave.com',
    Sogou: 'sogou.com m.sogou.com wap.sogou.com',
    Kagi: 'kagi.com',
    Facebook: 'facebook.com m.facebook.com l.facebook.com lm.facebook.com fb.me',
    Instagram: 'instagram.com l.instagram.com',
    'X (Twitter)': 'x.com twitter.com t.co mobile.twitter.com',
    LinkedIn: 'linkedin.com lnkd.in',
    Pinterest: 'pinterest.com pinterest.de',
    Reddit: 'reddit.com old.reddit.com',
    Threads: 'threads.net threads.com l.threads.com',
    Bluesky: 'bsky.app go.bsky.app',
    Mastodon: 'mastodon.social fosstodon.org',
    Discord: 'discord.com discordapp.com ptb.discord.com canary.discord.com',
    Telegram: 't.me webk.telegram.org',
    Slack: 'app.slack.com',
    'Microsoft Teams': 'statics.teams.cdn.office.net teams.microsoft.com',
    'Microsoft 365': 'word-edit.officeapps.live.com',
    Youtube: 'youtube.com youtu.be m.youtube.com',
    Vimeo: 'vimeo.com player.vimeo.com',
    Tumblr: 'tumblr.com',
    Quora: 'quora.com',
    GitHub: 'github.com gist.github.com',
    StackOverflow: 'stackoverflow.com',
    'Hacker News': 'news.ycombinator.com',
    Vkontakte: 'vk.com m.vk.com vkontakte.ru',
    Weibo: 'weibo.com t.cn',
    Amazon: 'amazon.com amazon.co.uk',
    Wikipedia: 'en.wikipedia.org en.m.wikipedia.org simple.wikipedia.org de.m.wikipedia.org',
    Linktree: 'linktr.ee',
    Perplexity: 'perplexity.ai www.perplexity.ai pplx.ai',
    ChatGPT: 'chatgpt.com chat.openai.com',
    Claude: 'claude.ai',
    Phind: 'phind.com www.phind.com',
    'Microsoft Copilot': 'copilot.microsoft.com copilot.com',
  }
  for (const [name, hosts] of Object.entries(names)) {
    for (const host of hosts.split(' ')) t.equal(find(`https://${host}/x`).source, name, host)
  }
  for (const host of [
    'temu.com',
    'shopify.com',
    'walmart.com',
    'steamcommunity.com',
    'indiehackers.com',
    'notgoogle.com',
    'google.com.evil.org',
  ]) {
    t.equal(find(`https://${host}`).source, host, 'in no list')
  }
  t.ok(domainSources.size + hostSources.size > 500)
})

t.test('a host and its other spelling are one', async (t) => {
  const own: [referrer: string, page: string][] = [
    ['https://xn--caf-dma.example/a', 'https://café.example/'],
    ['https://café.example/a', 'https://xn--caf-dma.example/'],
    ['https://www.CAFÉ.example./a', 'https://xn--caf-dma.example./'],
    ['https://cafe\u0301.example/', 'https://café.example/'],
  ]
  for (const [referrer, page] of own) t.equal(find(referrer, page).source, null, `${referrer} on ${page}`)
  t.equal(find('https://xn--caf-dma.example/', 'https://cafe.example/').source, 'xn--caf-dma.example')
})

t.test('every app is a source that the channels know', async (t) => {
  for (const [referrer, name] of appSources) {
    const found = find(referrer)
    t.equal(found.source, name, referrer)
    t.not(findChannel(found), 'Referral', `${referrer} ${name}`)
  }
  t.ok(appSources.size > 200)
})

t.test('tags win over the referrer', async (t) => {
  const tags: [query: string, source: string | null, utmSource: string | null][] = [
    ['utm_source=facebook', 'Facebook', 'facebook'],
    ['utm_source=FACEBOOK', 'Facebook', 'FACEBOOK'],
    ['utm_source=fb-ads', 'Facebook', 'fb-ads'],
    ['utm_source=ig', 'Instagram', 'ig'],
    ['utm_source=yt', 'Youtube', 'yt'],
    ['utm_source=adwords', 'Google', 'adwords'],
    ['utm_source=google+ads', 'Google', 'google ads'],
    ['utm_source=twitter', 'X (Twitter)', 'twitter'],
    ['utm_source=twitter-ads', 'X (Twitter)', 'twitter-ads'],
    ['utm_source=reddit-ads', 'Reddit', 'reddit-ads'],
    ['utm_source=tik.tok', 'TikTok', 'tik.tok'],
    ['utm_source=chatgpt.com', 'ChatGPT', 'chatgpt.com'],
    ['utm_source=perplexity', 'Perplexity', 'perplexity'],
    ['utm_source=t.me', 'Telegram', 't.me'],
    ['utm_source=yahoo!', 'Yahoo!', 'yahoo!'],
    ['utm_source=en.wikipedia.org', 'Wikipedia', 'en.wikipedia.org'],
    ['utm_source=Newsletter-UK', 'Newsletter-UK', 'Newsletter-UK'],
    ['ref=betalist', 'betalist', 'betalist'],
    ['source=producthunt.example', 'producthunt.example', 'producthunt.example'],
    ['utm_source=a&source=b&ref=c', 'a', 'a'],
    ['source=b&ref=c', 'b', 'b'],
    ['ref=c&ref=d', 'd', 'd'],
    ['ref=', 'Google', null],
    ['utm_source=&ref=x', 'x', 'x'],
    ['utm_source=%20', 'Google', null],
    ['utm_source=+%09%C2%A0&source=%E2%80%8B&ref=+x+', 'x', 'x'],
    ['utm_source=%20Facebook%20', 'Facebook', 'Facebook'],
    ['utm_source=%EF%BB%BF', 'Google', null],
    ['utm_source=%E2%9D%A4%EF%B8%8F', '\u2764\ufe0f', '\u2764\ufe0f'],
    ['other=x', 'Google', null],
  ]
  for (const [query, source, utmSource] of tags) {
    const found = find('https://www.google.com/', `https://example.com/?${query}`)
    t.strictSame([found.source, found.utmSource, found.referrer], [source, utmSource, 'google.com'], query)
  }
  t.equal(
    find('https://example.com/', 'https://example.com/?ref=x').source,
    'x',
    'a tag counts without a usable referrer',
  )
})

t.test('UTM tags are kept as sent, click ids by name, and the medium is inferred where it is absent', async (t) => {
  const found = find(
    null,
    'https://example.com/?utm_medium=+Social+&utm_campaign=C&utm_content=D&utm_term=E%20F&fbclid=1',
  )
  t.match(found, { utmMedium: ' Social ', utmCampaign: 'C', utmContent: 'D', utmTerm: 'E F', clickId: 'fbclid' })
  const media: [referrer: string, query: string, utmMedium: string | null, clickId: string | null][] = [
    ['https://google.com', 'gclid=1', '(gclid)', 'gclid'],
    ['https://google.com', 'gclid=1&utm_medium=cpc', 'cpc', 'gclid'],
    ['https://google.com', 'gclid=1&utm_medium=', null, 'gclid'],
    ['https://google.com', 'gclid=1&utm_medium=%20', null, 'gclid'],
    ['https://google.com', 'gbraid=1', null, 'gbraid'],
    ['https://google.com', 'msclkid=1', null, 'msclkid'],
    ['https://bing.com', 'msclkid=1', '(msclkid)', 'msclkid'],
    ['https://bing.com', 'gclid=1', null, 'gclid'],
    ['https://duckduckgo.com', 'gclid=1', null, 'gclid'],
    ['https://bing.com', 'utm_source=google&gclid=1', '(gclid)', 'gclid'],
    ['https://google.com', 'wbraid=1&twclid=1', null, 'wbraid'],
    ['https://google.com', 'twclid=1', null, 'twclid'],
    ['https://google.com', 'msclkid=1&gclid=2', '(gclid)', 'gclid'],
  ]
  for (const [referrer, query, utmMedium, clickId] of media) {
    const { utmMedium: medium, clickId: id } = find(referrer, `https://example.com/?${query}`)
    t.strictSame([medium, id], [utmMedium, clickId], `${referrer} ${query}`)
  }
})
