// Channels by example, a row on each side of every rule (spec/ingestion 14).
import t from 'tap'
import { channelRules, findChannel } from '../../src/rules/channel.ts'
import { type SourceCategory, sourceCategories } from '../../src/rules/tables/categories.ts'

type Row = [
  source: string | null,
  medium: string | null,
  campaign: string | null,
  tag: string | null,
  clickId: string | null,
  channel: string,
]

const rows: Row[] = [
  [null, null, 'summer cross-network', null, null, 'Cross-network'],
  ['Google', 'cpc', 'Cross-Network', 'google', 'gclid', 'Cross-network'],
  ['Google', 'display', null, 'google', 'gclid', 'Display'],
  [null, 'banner', null, null, null, 'Display'],
  [null, 'expandable', null, null, null, 'Display'],
  [null, 'interstitial', null, null, null, 'Display'],
  [null, 'CPM', null, null, null, 'Display'],
  [null, 'displays', null, null, null, 'Direct'],
  ['Amazon', 'cpc', null, 'amazon', null, 'Paid Shopping'],
  ['Google', 'paid', 'shop', 'google', null, 'Paid Shopping'],
  ['Google', 'cpc', 'google-shopping', 'google', null, 'Paid Shopping'],
  ['Google', 'cpc', null, 'google', null, 'Paid Search'],
  ['Google', 'ppc', null, 'google', null, 'Paid Search'],
  ['Google', 'retargeting', null, 'google', null, 'Paid Search'],
  ['Google', 'paidsearch', null, 'google', null, 'Paid Search'],
  ['Google', 'xcpx', null, 'google', null, 'Paid Search'],
  ['Google', 'retargetings', null, 'google', null, 'Organic Search'],
  ['Google', null, null, 'adwords', null, 'Paid Search'],
  ['Google', null, null, 'google ads', null, 'Paid Search'],
  ['Google', '(gclid)', null, null, 'gclid', 'Paid Search'],
  ['Google', null, null, null, 'gbraid', 'Paid Search'],
  ['Google', null, null, null, 'wbraid', 'Paid Search'],
  ['Bing', null, null, null, 'wbraid', 'Organic Search'],
  ['Google', null, null, null, 'fbclid', 'Organic Search'],
  [null, null, null, null, 'gbraid', 'Direct'],
  [null, 'organic', null, null, null, 'Organic Search'],
  ['partner.example', 'Organic', null, null, null, 'Organic Search'],
  ['Facebook', 'organic', null, null, null, 'Organic Social'],
  ['partner.example', 'organics', null, null, null, 'Referral'],
  ['Bing', '(msclkid)', null, null, 'msclkid', 'Paid Search'],
  ['Bing', null, null, null, 'gclid', 'Organic Search'],
  ['DuckDuckGo', null, null, null, 'gclid', 'Organic Search'],
  ['Facebook', 'cpc', null, 'facebook', null, 'Paid Social'],
  ['Facebook', null, null, 'FB-Ads', null, 'Paid Social'],
  ['TikTok', null, null, 'tiktokads', null, 'Paid Social'],
  ['Youtube', 'paid-video', null, 'youtube', null, 'Paid Video'],
  ['Youtube', null, null, 'yt-ads', null, 'Paid Video'],
  ['Newsletter', 'cpc', null, 'Newsletter', null, 'Paid Other'],
  [null, 'ppc', null, null, null, 'Paid Other'],
  ['Amazon', null, null, null, null, 'Organic Shopping'],
  ['ebay.co.uk', null, null, null, null, 'Organic Shopping'],
  [null, null, 'summer-shop', null, null, 'Organic Shopping'],
  [null, null, 'eshop', null, null, 'Organic Shopping'],
  [null, null, 'Shop', null, null, 'Organic Shopping'],
  [null, null, 'window-shopping', null, null, 'Organic Shopping'],
  [null, null, 'workshop', null, null, 'Direct'],
  ['Facebook', null, null, null, null, 'Organic Social'],
  ['X (Twitter)', null, null, null, null, 'Organic Social'],
  ['Hacker News', null, null, null, null, 'Organic Social'],
  ['Vkontakte', null, null, null, null, 'Organic Social'],
  ['Microsoft Teams', null, null, null, null, 'Organic Social'],
  ['steamcommunity.com', null, null, null, null, 'Organic Social'],
  [null, 'sm', null, null, null, 'Organic Social'],
  [null, 'Social Network', null, null, null, 'Organic Social'],
  [null, 'socials', null, null, null, 'Direct'],
  ['Youtube', null, null, null, null, 'Organic Video'],
  [null, 'my-video-x', null, null, null, 'Organic Video'],
  ['ChatGPT', null, null, null, null, 'AI Assistants'],
  ['Perplexity', null, null, null, null, 'AI Assistants'],
  ['Google Gemini', null, null, null, null, 'AI Assistants'],
  ['Claude', null, null, null, null, 'AI Assistants'],
  ['Google', null, null, null, null, 'Organic Search'],
  ['Yahoo!', null, null, null, null, 'Organic Search'],
  ['Brave', null, null, null, null, 'Organic Search'],
  ['Kagi', null, null, null, null, 'Organic Search'],
  ['Gmail', null, null, null, null, 'Email'],
  ['Newsletter-UK', null, null, 'Newsletter-UK', null, 'Email'],
  ['x.example', 'e-mail', null, null, null, 'Email'],
  ['x.example', 'E Mail', null, null, null, 'Email'],
  ['my_e_mail', null, null, 'my_e_mail', null, 'Email'],
  ['Outlook.com', null, null, null, null, 'Email'],
  ['Yahoo! Mail', null, null, null, null, 'Email'],
  ['Proton Mail', null, null, null, null, 'Email'],
  ['GMX Mail', null, null, null, null, 'Email'],
  ['Mistral', null, null, null, null, 'AI Assistants'],
  ['Meta AI', null, null, null, null, 'AI Assistants'],
  ['Qwen', null, null, null, null, 'AI Assistants'],
  ['Poe', null, null, null, null, 'AI Assistants'],
  [null, 'affiliate', null, null, null, 'Affiliates'],
  [null, 'affiliates', null, null, null, 'Direct'],
  [null, 'audio', null, null, null, 'Audio'],
  [null, 'sms', null, null, null, 'SMS'],
  ['sms', null, null, 'sms', null, 'SMS'],
  [null, 'web-push', null, null, null, 'Mobile Push Notifications'],
  [null, 'pushy', null, null, null, 'Direct'],
  [null, 'mobile-app', null, null, null, 'Mobile Push Notifications'],
  [null, 'notifications', null, null, null, 'Mobile Push Notifications'],
  ['firebase', null, null, 'firebase', null, 'Mobile Push Notifications'],
  [null, 'referral', null, null, null, 'Referral'],
  [null, 'app', null, null, null, 'Referral'],
  [null, 'link', null, null, null, 'Referral'],
  ['Wikipedia', null, null, null, null, 'Referral'],
  ['Linktree', null, null, null, null, 'Referral'],
  ['Microsoft 365', null, null, null, null, 'Referral'],
  ['indiehackers.com', null, null, null, null, 'Referral'],
  [null, null, null, null, null, 'Direct'],
  [null, 'unknown', null, null, null, 'Direct'],
  [null, null, null, null, 'gclid', 'Direct'],
]

t.test('the first rule that holds names the channel', async (t) => {
  const seen = new Set<string>()
  for (const [source, utmMedium, utmCampaign, utmSource, clickId, channel] of rows) {
    const input = { source, utmMedium, utmCampaign, utmSource, clickId }
    t.equal(findChannel(input), channel, JSON.stringify(input))
    seen.add(channel)
  }
  t.strictSame(
    [...channelRules.map((rule) => rule.channel), 'Direct'].filter((channel) => !seen.has(channel)),
    [],
    'no channel untested',
  )
})

t.test('sources have the documented category', async (t) => {
  const members: Record<SourceCategory, string> = {
    search: `google,bing,duckduckgo,yahoo,yahoo!,yandex,baidu,ecosia,ecosia.org,qwant,qwant.com,brave,sogou,kagi,naver,seznam,seznam.cz,aol,ask,msn,
      msn.com,lycos,rambler,daum,360.cn,so.com,startsiden,kvasir,virgilio,onet,ukr,go.mail.ru,google-play,lens.google.com,news.google.com,
      cn.bing.com,de.search.yahoo.com`,
    social: `facebook,facebook.com,fb,fb.me,m.facebook.com,l.facebook.com,lm.facebook.com,business.facebook.com,instagram,ig,twitter,twitter.com,
      x (twitter),t.co,linkedin,lnkd.in,reddit,old.reddit.com,out.reddit.com,amp.reddit.com,tiktok,pinterest,pinterest.de,tumblr,quora,snapchat,
      whatsapp,wechat,weibo,line,messenger,skype,medium.com,stackoverflow,stackexchange,hootsuite,flipboard,disqus,goodreads,tripadvisor,
      trustpilot,yelp,xing,vk.com,vkontakte,hacker news,telegram,t.me,slack,discord,microsoft teams,github,producthunt,steamcommunity.com,threads,
      bluesky,mastodon,wordpress,blogger,blogspot,livejournal,bit.ly,tinyurl`,
    video: `youtube,youtube.com,m.youtube.com,music.youtube.com,vimeo,vimeo.com,player.vimeo.com,dailymotion,twitch,twitch.tv,netflix,hulu,
      disneyplus,iqiyi,youku,ted,wistia,crackle,veoh,utreon`,
    shopping: `amazon,amazon.com,amazon.co.uk,ebay,ebay.de,etsy,walmart,shopify,shopify.com,shop.app,alibaba,mercadolibre,stripe,checkout.stripe.com,
      google shopping,igshopping,shopping.yahoo.com,temu.com,simplycodes.com`,
    email: 'gmail,outlook.com,mail.google.com,outlook.live.com,mail.yahoo.com,roundcube,thunderbird',
    ai: 'chatgpt,chatgpt.com,claude,phind,deepseek,copilot,microsoft copilot,grok,google gemini,perplexity',
  }
  for (const [category, names] of Object.entries(members)) {
    for (const name of names.split(/,\s*/)) t.equal(sourceCategories.get(name), category, name)
  }
  for (const name of ['wikipedia', 'linktree', 'microsoft 365', 'linktr.ee', ''])
    t.equal(sourceCategories.get(name), undefined, name)
  t.ok(sourceCategories.size > 700)
})
