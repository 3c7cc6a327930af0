// Names of well-known sources and the hosts they send visitors from: our own collection of facts, spelled as
// spec/ingestion 12.3 and appendix A spell them. A host that is not here stays a host.
import { appNames } from './apps.ts'

// Country suffixes of the search engines that have a domain per country.
const googleSuffixes = `com ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cc cd cf cg ch ci cl cm cn cv cz
de dj dk dm dz ee es eu fi fm fr ga ge gf gg gl gm gp gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv
md me mg mk ml mn ms mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to
tt vg vu ws co.ao co.bw co.ck co.cr co.id co.il co.in co.je co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug
co.uk co.uz co.ve co.vi co.za co.zm co.zw com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br com.bz
com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.lc
com.ly com.mm com.mt com.mx com.my com.na com.nf com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk com.pr
com.py com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc com.vn`
const yandexSuffixes = 'ru com by kz ua uz com.tr eu fr tm lt lv ee tj md az com.am com.ge co.il kg net'
const amazonSuffixes =
  'com ca cn de es fr in it nl pl se sg ae sa eg be ie co.uk co.jp co.za com.au com.be com.br com.mx com.tr'
const pinterestSuffixes = `com at be ca ch cl de dk es fr hu ie it jp nl nz ph pt ru se com.au com.mx com.pe com.uy
com.ec com.bo com.py com.vn co.at co.in co.kr co.nz co.uk info id in th pe vn uk`
const yahooSuffixes = `com ca de es fr it in at ch dk fi ie nl no pl ro ru se gr co.jp co.uk co.id co.in co.kr co.nz
co.th co.za com.ar com.au com.br com.cn com.co com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ve com.vn`
const bingSuffixes = 'com de fr it es nl ca cn in jp co.uk co.jp com.au com.br com.cn'
const askSuffixes = 'com co.uk fr de it es nl ca jp eu pt pl se at ch ie'

const each = (prefix: string, suffixes: string) => suffixes.split(/\s+/).map((suffix) => prefix + suffix)

/** Hosts that count with their sub-domains, by name. `host/path` counts only with a path that starts so. */
const domains: readonly [name: string, hosts: string | string[]][] = [
  // search
  ['Google', each('google.', googleSuffixes)],
  ['Google', 'googleweblight.com google.interia.pl googlesyndication.com googleadservices.com doubleclick.net'],
  ['Bing', each('bing.', bingSuffixes)],
  ['DuckDuckGo', 'duckduckgo.com ddg.gg duck.com start.duckduckgo.com html.duckduckgo.com'],
  ['Yahoo!', each('yahoo.', yahooSuffixes)],
  ['Yandex', [...each('yandex.', yandexSuffixes), 'ya.ru', 'yandex.st']],
  ['Baidu', 'baidu.com baidu.cn baidu.co.th baidu.jp'],
  ['Ecosia', 'ecosia.org'],
  ['Qwant', 'qwant.com'],
  ['Startpage', 'startpage.com ixquick.com startpage.de'],
  ['Swisscows', 'swisscows.com swisscows.ch'],
  ['Mojeek', 'mojeek.com mojeek.co.uk mojeek.de mojeek.fr'],
  ['MetaGer', 'metager.de metager.org'],
  ['Presearch', 'presearch.com presearch.org'],
  ['You.com', 'you.com'],
  ['Ask', each('ask.', askSuffixes)],
  ['AOL', 'search.aol.com search.aol.co.uk search.aol.de search.aol.fr search.aol.it search.aol.ca aolsearch.com'],
  ['MSN', 'msn.com'],
  ['Naver', 'naver.com'],
  ['Daum', 'daum.net'],
  ['Seznam', 'seznam.cz'],
  ['Centrum', 'centrum.cz centrum.sk'],
  ['Sogou', 'sogou.com'],
  ['360.cn', '360.cn so.com haosou.com'],
  ['Shenma', 'sm.cn'],
  ['Youdao', 'youdao.com'],
  ['Petal Search', 'petalsearch.com'],
  ['Lycos', 'lycos.com lycos.de lycos.fr lycos.it lycos.es lycos.co.uk'],
  ['Rambler', 'rambler.ru'],
  ['Mail.ru', 'go.mail.ru'],
  ['Startsiden', 'startsiden.no'],
  ['Kvasir', 'kvasir.no'],
  ['Virgilio', 'virgilio.it'],
  ['Onet', 'onet.pl szukaj.onet.pl'],
  ['Ukr', 'search.ukr.net'],
  ['Meta.ua', 'meta.ua'],
  ['Sapo', 'pesquisa.sapo.pt'],
  ['T-Online', 'suche.t-online.de'],
  ['WEB.DE', 'suche.web.de'],
  ['GMX', 'suche.gmx.net suche.gmx.at suche.gmx.ch'],
  ['Search.ch', 'search.ch'],
  ['Bluewin', 'search.bluewin.ch'],
  ['Dogpile', 'dogpile.com'],
  ['WebCrawler', 'webcrawler.com'],
  ['Info.com', 'info.com'],
  ['Excite', 'excite.com excite.it excite.de excite.fr excite.co.jp'],
  ['AltaVista', 'altavista.com'],
  ['Babylon', 'search.babylon.com'],
  ['Conduit', 'search.conduit.com'],
  ['Comcast', 'search.comcast.net'],
  ['Biglobe', 'cgi.search.biglobe.ne.jp'],
  ['Coccoc', 'coccoc.com'],
  ['Zoznam', 'zoznam.sk'],
  ['Walla', 'search.walla.co.il'],
  ['Sputnik', 'sputnik.ru'],
  ['Gigablast', 'gigablast.com'],
  ['Wolfram Alpha', 'wolframalpha.com'],
  // social
  ['Facebook', 'facebook.com fb.me fb.com facebook.net'],
  ['Instagram', 'instagram.com ig.me instagr.am'],
  ['X (Twitter)', 'twitter.com t.co'],
  ['LinkedIn', 'linkedin.com lnkd.in'],
  ['Pinterest', [...each('pinterest.', pinterestSuffixes), 'pin.it']],
  ['Reddit', 'reddit.com redd.it'],
  ['TikTok', 'tiktok.com'],
  ['Snapchat', 'snapchat.com'],
  ['WhatsApp', 'whatsapp.com wa.me'],
  ['Messenger', 'messenger.com m.me'],
  ['Tumblr', 'tumblr.com'],
  ['Quora', 'quora.com'],
  ['GitHub', 'github.com'],
  ['GitLab', 'gitlab.com'],
  ['StackOverflow', 'stackoverflow.com'],
  ['Stack Exchange', 'stackexchange.com superuser.com serverfault.com askubuntu.com mathoverflow.net'],
  ['Hacker News', 'news.ycombinator.com'],
  ['Product Hunt', 'producthunt.com'],
  ['Lobsters', 'lobste.rs'],
  ['Vkontakte', 'vk.com vkontakte.ru vk.ru vk.cc'],
  ['Odnoklassniki', 'odnoklassniki.ru ok.ru'],
  ['Weibo', 'weibo.com weibo.cn t.cn'],
  ['Douban', 'douban.com'],
  ['Zhihu', 'zhihu.com'],
  ['Renren', 'renren.com'],
  ['Qzone', 'qzone.qq.com'],
  ['Line', 'line.me'],
  ['Mixi', 'mixi.jp'],
  ['Hatena', 'hatena.ne.jp'],
  ['Xing', 'xing.com'],
  ['Viadeo', 'viadeo.com'],
  ['MySpace', 'myspace.com'],
  ['Flickr', 'flickr.com'],
  ['Flipboard', 'flipboard.com flip.it'],
  ['Foursquare', 'foursquare.com'],
  ['LiveJournal', 'livejournal.com livejournal.ru'],
  ['Dribbble', 'dribbble.com'],
  ['Behance', 'behance.net'],
  ['DeviantArt', 'deviantart.com'],
  ['Last.fm', 'last.fm lastfm.ru'],
  ['Badoo', 'badoo.com'],
  ['Skyrock', 'skyrock.com'],
  ['Tuenti', 'tuenti.com'],
  ['Wykop', 'wykop.pl'],
  ['Nextdoor', 'nextdoor.com'],
  ['Gab', 'gab.com'],
  ['Truth Social', 'truthsocial.com'],
  ['Lemmy', 'lemmy.world lemmy.ml'],
  ['Discord', 'discord.gg'],
  ['Telegram', 'telegram.me telegram.org'],
  ['Skype', 'web.skype.com'],
  // video
  ['Youtube', 'youtube.com youtu.be youtube-nocookie.com'],
  ['Vimeo', 'vimeo.com'],
  ['Dailymotion', 'dailymotion.com dai.ly'],
  ['Twitch', 'twitch.tv'],
  ['Netflix', 'netflix.com'],
  ['Bilibili', 'bilibili.com b23.tv'],
  ['Youku', 'youku.com'],
  ['iQIYI', 'iqiyi.com'],
  ['Niconico', 'nicovideo.jp nico.ms'],
  ['Rutube', 'rutube.ru'],
  ['Rumble', 'rumble.com'],
  ['Odysee', 'odysee.com'],
  ['PeerTube', 'joinpeertube.org'],
  ['Wistia', 'wistia.com wistia.net'],
  // mail
  ['Gmail', 'mail.google.com inbox.google.com'],
  ['Outlook.com', 'mail.live.com outlook.live.com outlook.com hotmail.com outlook.office.com outlook.office365.com'],
  ['Yahoo! Mail', 'mail.yahoo.com mail.yahoo.net mail.yahoo.co.uk mail.yahoo.co.jp'],
  ['AOL Mail', 'mail.aol.com'],
  ['Yandex Mail', 'mail.yandex.ru mail.yandex.com mail.yandex.by mail.yandex.kz mail.yandex.com.tr'],
  ['Mail.ru Mail', 'e.mail.ru touch.mail.ru'],
  ['QQ Mail', 'mail.qq.com'],
  ['126 Mail', 'mail.126.com'],
  ['163 Mail', 'mail.163.com'],
  ['Naver Mail', 'mail.naver.com'],
  ['Daum Mail', 'mail.daum.net mail2.daum.net'],
  ['Seznam Mail', 'email.seznam.cz'],
  ['Proton Mail', 'mail.proton.me mail.protonmail.com'],
  ['Fastmail', 'app.fastmail.com'],
  ['Zoho Mail', 'mail.zoho.com mail.zoho.eu mail.zoho.in'],
  ['iCloud Mail', 'icloud.com/mail'],
  ['Orange Webmail', 'webmail.orange.fr messagerie.orange.fr'],
  ['GMX Mail', 'deref-gmx.net deref-gmx.com deref-gmx.co.uk deref-gmx.es deref-gmx.fr navigator.gmx.net'],
  ['GMX Mail', 'bap.navigator.gmx.net navigator-lxa.gmx.com navigator-bs.gmx.com navigator-bs.gmx.fr'],
  ['WEB.DE Mail', 'deref-web.de navigator.web.de'],
  ['mail.com', 'deref-mail.com navigator-lxa.mail.com'],
  ['T-Online Mail', 'email.t-online.de'],
  ['freenet Mail', 'webmail.freenet.de'],
  ['Tuta', 'app.tuta.com mail.tutanota.com'],
  ['mailbox.org', 'office.mailbox.org app.mailbox.org'],
  ['Posteo', 'posteo.de/webmail'],
  ['HEY', 'app.hey.com'],
  ['Superhuman', 'mail.superhuman.com'],
  ['Laposte Webmail', 'webmail.laposte.net'],
  ['SFR Mail', 'webmail.sfr.fr messagerie.sfr.fr'],
  ['Free Webmail', 'webmail.free.fr zimbra.free.fr'],
  ['Libero Mail', 'mail1.libero.it mail.libero.it webmail.libero.it'],
  ['Virgilio Mail', 'mail.virgilio.it mail1.virgilio.it'],
  ['Rambler Mail', 'mail.rambler.ru'],
  ['o2 Poczta', 'poczta.o2.pl'],
  ['WP Poczta', 'poczta.wp.pl'],
  ['Onet Poczta', 'poczta.onet.pl'],
  ['Interia Poczta', 'poczta.interia.pl'],
  ['Centrum Mail', 'mail.centrum.cz'],
  ['UOL Mail', 'email.uol.com.br mail.uol.com.br'],
  ['BT Mail', 'email.bt.com'],
  ['Xfinity Mail', 'connect.xfinity.com'],
  ['Roundcube', 'roundcube.net'],
  // shopping
  ['Amazon', each('amazon.', amazonSuffixes)],
  ['Amazon', 'amzn.to amzn.eu a.co'],
  // AI assistants
  ['DeepSeek', 'chat.deepseek.com deepseek.com'],
  ['Grok', 'grok.com grok.x.ai'],
  ['Mistral', 'chat.mistral.ai mistral.ai'],
  ['Meta AI', 'meta.ai'],
  ['Qwen', 'chat.qwen.ai qwen.ai chat.qwenlm.ai tongyi.aliyun.com tongyi.com'],
  ['Kimi', 'kimi.com kimi.ai kimi.moonshot.cn'],
  ['Doubao', 'doubao.com'],
  ['ChatGLM', 'chatglm.cn'],
  ['Z.ai', 'z.ai'],
  ['Ernie Bot', 'yiyan.baidu.com ernie.baidu.com'],
  ['Tencent Yuanbao', 'yuanbao.tencent.com'],
  ['Poe', 'poe.com'],
  ['Character.AI', 'character.ai'],
  ['Pi', 'pi.ai'],
  ['HuggingChat', 'huggingface.co/chat'],
  ['Duck.ai', 'duck.ai'],
  ['Lumo', 'lumo.proton.me'],
  ['Manus', 'manus.im'],
  ['Genspark', 'genspark.ai'],
  ['Felo', 'felo.ai'],
  ['iAsk', 'iask.ai'],
  ['Liner', 'liner.com getliner.com'],
  ['Monica', 'monica.im'],
  ['Venice', 'venice.ai'],
  ['T3 Chat', 't3.chat'],
  ['Komo', 'komo.ai'],
  ['Groq', 'chat.groq.com groq.com'],
  ['GigaChat', 'giga.chat gigachat.ru'],
  ['Alice', 'alice.yandex.ru'],
  // reference
  ['Wikipedia', 'wikipedia.org'],
]

/** Whole hosts (spec/ingestion appendix A); they also work as tags: ChatGPT sends `utm_source=chatgpt.com`. */
const hosts: readonly [name: string, hosts: string][] = [
  ['Baidu', 'baidu.com'],
  ['Discord', 'discord.com discordapp.com ptb.discord.com canary.discord.com'],
  ['Linktree', 'linktr.ee'],
  ['Bing', 'ntp.msn.com'],
  ['Perplexity', 'perplexity.ai pplx.ai'],
  ['Brave', 'search.brave.com'],
  ['Sogou', 'sogou.com m.sogou.com wap.sogou.com'],
  ['Microsoft Teams', 'statics.teams.cdn.office.net teams.microsoft.com'],
  ['Telegram', 't.me webk.telegram.org'],
  ['Yandex', 'ya.ru yandex.com.tr yandex.eu yandex.fr yandex.kz yandex.tm yandex.uz'],
  ['Bluesky', 'bsky.app go.bsky.app'],
  ['Mastodon', 'mastodon.social fosstodon.org'],
  ['ChatGPT', 'chatgpt.com chat.openai.com chat.com'],
  ['Claude', 'claude.ai'],
  ['Google Gemini', 'gemini.google.com bard.google.com'],
  ['Google AI Studio', 'aistudio.google.com'],
  ['NotebookLM', 'notebooklm.google.com notebooklm.google'],
  ['Phind', 'phind.com'],
  [
    'Microsoft Copilot',
    'copilot.microsoft.com copilot.com m365.cloud.microsoft copilot.cloud.microsoft edgeservices.bing.com',
  ],
  ['X (Twitter)', 'x.com twitter.com t.co'],
  ['Threads', 'threads.net threads.com'],
  ['Kagi', 'kagi.com'],
  ['Slack', 'app.slack.com'],
]

/** Ends of hosts, in the order they are tried (spec/ingestion appendix A). */
export const suffixSources: readonly [suffix: string, name: string][] = [
  ['.wikipedia.org', 'Wikipedia'],
  ['.threads.net', 'Threads'],
  ['.threads.com', 'Threads'],
  ['.officeapps.live.com', 'Microsoft 365'],
]

/** Shorthands people write into tags (spec/ingestion appendix A). */
const tags: readonly [name: string, tags: string[]][] = [
  [
    'Facebook',
    ['fb', 'fcb', 'fb-ads', 'fbads', 'fbad', 'facebook-ads', 'facebook_ads', 'facebook_ad', 'facebook_feed_ad'],
  ],
  ['Instagram', ['ig']],
  ['Youtube', ['yt', 'yt-ads']],
  ['Reddit', ['reddit-ads']],
  ['Google', ['google_ads', 'google-ads', 'googleads', 'gads', 'google ads', 'adwords']],
  ['X (Twitter)', ['twitter', 'twitter-ads']],
  ['TikTok', ['tiktokads', 'tik.tok']],
  ['Perplexity', ['perplexity']],
  ['Linktree', ['linktree']],
]

const words = (text: string | string[]) => (typeof text === 'string' ? text.split(/\s+/) : text)

/** Domain -> name, or path prefixes with a name each, for the domain and its sub-domains. */
export const domainSources: ReadonlyMap<string, string | readonly [prefix: string, name: string][]> = new Map(
  domains.flatMap(([name, list]) =>
    words(list).map((entry): [string, string | [string, string][]] => {
      const slash = entry.indexOf('/')
      return slash < 0 ? [entry, name] : [entry.slice(0, slash), [[entry.slice(slash), name]]]
    }),
  ),
)

/** Whole host -> name. */
export const hostSources: ReadonlyMap<string, string> = new Map(
  hosts.flatMap(([name, list]) => words(list).map((host) => [host, name])),
)

/** Lower-case name or shorthand -> canonical name. */
export const nameSources: ReadonlyMap<string, string> = new Map([
  ...[
    ...appNames.map((name): [string, string] => [name, name]),
    ...domains,
    ...hosts,
    ...suffixSources.map(([suffix, name]): [string, string] => [name, suffix]),
  ].map(([name]): [string, string] => [name.toLowerCase(), name]),
  ...tags.flatMap(([name, list]) => list.map((tag): [string, string] => [tag, name])),
])

/** Names of sources in exports of other products that no tag of live traffic has, in lower case. */
export const exportedSources: ReadonlyMap<string, string> = new Map([
  ['slack chat', 'Slack'],
  ['stack overflow', 'StackOverflow'],
  ['telegram messenger', 'Telegram'],
  ['vk', 'Vkontakte'],
  ['x', 'X (Twitter)'],
  ['yahoo', 'Yahoo!'],
])
