// Category of a source, by its lower-case name or host. It decides the channel (spec/ingestion 14, appendix B). Our own
// collection of facts: names first, then the hosts and shorthands that arrive as names because people put them into
// tags.

export type SourceCategory = 'search' | 'social' | 'video' | 'shopping' | 'email' | 'ai'

const search = `
google, bing, duckduckgo, yahoo, yahoo!, yandex, baidu, ecosia, qwant, brave, sogou, kagi, naver, seznam, aol, ask, msn
lycos, rambler, daum, 360.cn, so.com, startsiden, kvasir, virgilio, onet, ukr, startpage, swisscows, mojeek, metager
presearch, you.com, centrum, shenma, youdao, petal search, mail.ru, meta.ua, sapo, t-online, web.de, gmx, search.ch
bluewin, dogpile, webcrawler, info.com, excite, altavista, babylon, conduit, comcast, biglobe, coccoc, coc coc, zoznam
walla, sputnik, gigablast, wolfram alpha, alice, eniro, globo, incredimail, najdi, pchome, search-results, szukacz
terra, tut.by, ekolay, yam, sesam, netscape, mynet, voila, nate, goo, haosou, search.brave.com, exalead, google-play
google.com, news.google.com, lens.google.com, images.google.com, www.google.com, google.co.uk, google.de, google.fr
google.es, google.it, google.nl, google.ca, google.com.au, google.com.br, google.co.in, google.co.jp, google.pl
google.ru, google.com.tr, google.se, google.ch, google.at, google.be, google.dk, google.no, google.fi, google.ie
google.com.mx, google.com.hk, google.com.tw, google.co.kr, scholar.google.com, googleweblight.com, cn.bing.com
bing.com, www.bing.com, ntp.msn.com, msn.com, yahoo.com, search.yahoo.com, yahoo.co.jp, search.yahoo.co.jp
ar.search.yahoo.com, at.search.yahoo.com, au.search.yahoo.com, br.search.yahoo.com, ca.search.yahoo.com
ch.search.yahoo.com, cl.search.yahoo.com, co.search.yahoo.com, de.search.yahoo.com, dk.search.yahoo.com
es.search.yahoo.com, espanol.search.yahoo.com, fi.search.yahoo.com, fr.search.yahoo.com, hk.search.yahoo.com
id.search.yahoo.com, ie.search.yahoo.com, in.search.yahoo.com, it.search.yahoo.com, malaysia.search.yahoo.com
mx.search.yahoo.com, nl.search.yahoo.com, no.search.yahoo.com, nz.search.yahoo.com, pe.search.yahoo.com
ph.search.yahoo.com, pl.search.yahoo.com, qc.search.yahoo.com, r.search.yahoo.com, ro.search.yahoo.com
ru.search.yahoo.com, se.search.yahoo.com, sg.search.yahoo.com, th.search.yahoo.com, tr.search.yahoo.com
tw.search.yahoo.com, uk.search.yahoo.com, us.search.yahoo.com, ve.search.yahoo.com, vn.search.yahoo.com
za.search.yahoo.com, yandex.ru, yandex.com, yandex.kz, yandex.by, yandex.com.tr, ya.ru, baidu.com, m.baidu.com
ecosia.org, www.ecosia.org, qwant.com, lite.qwant.com, duckduckgo.com, kagi.com, sogou.com, m.sogou.com, wap.sogou.com
naver.com, m.naver.com, search.naver.com, m.search.naver.com, seznam.cz, search.seznam.cz, aol.com, search.aol.com
search.aol.co.uk, suche.aol.de, ask.com, uk.ask.com, lycos.com, search.lycos.com, rambler.ru, nova.rambler.ru, daum.net
search.daum.net, m.search.daum.net, go.mail.ru, m.so.com, virgilio.it, onet.pl, startsiden.no, kvasir.no, startpage.com
eu.startpage.com, us.startpage.com, ixquick.com, swisscows.com, mojeek.com, metager.org, metager.de, presearch.com
dogpile.com, webcrawler.com, suche.t-online.de, suche.web.de, suche.gmx.net, search.smt.docomo.ne.jp, auone.jp, auone
docomo, sm.cn, m.sm.cn, youdao.com, petalsearch.com, cse.google.com, search-dra.dt.dbankcloud.com, google images
google news, yahoo! japan`

const social = `
facebook, instagram, ig, fb, twitter, x (twitter), x, linkedin, reddit, tiktok, pinterest, tumblr, quora, snapchat
whatsapp, wechat, weibo, line, messenger, skype, medium, stackoverflow, stackexchange, stack exchange, hootsuite
flipboard, disqus, goodreads, tripadvisor, trustpilot, yelp, xing, vkontakte, vk, hacker news, hackernews, telegram
slack, discord, microsoft teams, github, gitlab, producthunt, product hunt, threads, bluesky, mastodon, wordpress
blogger, blogspot, livejournal, odnoklassniki, lobsters, lemmy, truth social, gab, nextdoor, myspace, flickr
foursquare, douban, zhihu, renren, qzone, mixi, hatena, viadeo, dribbble, behance, deviantart, last.fm, badoo, skyrock
tuenti, wykop, tagged, meetup, ning, plurk, digg, delicious, stumbleupon, friendfeed, friendster, hi5, bebo, orkut
google+, google plus, googleplus, academia, activerain, activeworlds, allrecipes, alumniclass, ameba, americantowns
ancestry, answerbag, avforums, bloglines, buzzfeed, cafemom, cafepress, classmates, clubplanet, couchsurfing
crunchyroll, dailystrength, fotki, fotolog, freundin, gaiaonline, geni, gutefrage, hubpages, indabamusic, instapaper
issuu, kaboodle, kakao, kakaostory, kakaotalk, kununu, librarything, mubi, mumsnet, mylife, mymfb, naszaklasa, netvibes
newsvine, patientslikeme, photobucket, posterous, ravelry, rediff, reverbnation, scoop.it, scribd, slashdot, slideshare
smartnews, sonico, soundcloud, sourceforge, spiceworks, squidoo, studivz, taringa, thefancy, travellerspoint, tweetdeck
twitpic, typepad, viber, webshots, wattpad, wordpress.com, xanga, xda-developers, yammer, yuku, zalo, zooppa, clubhouse
patreon, substack, facebook.com, fb.me, fb.com, m.facebook.com, l.facebook.com, lm.facebook.com, web.facebook.com
touch.facebook.com, mobile.facebook.com, business.facebook.com, mtouch.facebook.com, instagram.com, l.instagram.com
lm.instagram.com, twitter.com, mobile.twitter.com, m.twitter.com, t.co, x.com, linkedin.com, lnkd.in, reddit.com
old.reddit.com, out.reddit.com, amp.reddit.com, np.reddit.com, redd.it, tiktok.com, vm.tiktok.com, pin.it
pinterest.com, pinterest.at, pinterest.be, pinterest.ca, pinterest.ch, pinterest.cl, pinterest.co.kr, pinterest.co.uk
pinterest.com.au, pinterest.com.mx, pinterest.de, pinterest.dk, pinterest.es, pinterest.fr, pinterest.ie, pinterest.it
pinterest.jp, pinterest.nz, pinterest.ph, pinterest.pt, pinterest.ru, pinterest.se, br.pinterest.com, in.pinterest.com
nl.pinterest.com, uk.pinterest.com, tumblr.com, t.umblr.com, quora.com, snapchat.com, whatsapp.com, web.whatsapp.com
api.whatsapp.com, wa.me, weibo.com, weibo.cn, m.weibo.cn, t.cn, line.me, messenger.com, l.messenger.com, m.me
skype.com, web.skype.com, medium.com, stackoverflow.com, stackexchange.com, superuser.com, serverfault.com
askubuntu.com, hootsuite.com, flipboard.com, disqus.com, goodreads.com, tripadvisor.com, tripadvisor.co.uk
tripadvisor.de, tripadvisor.fr, tripadvisor.it, tripadvisor.es, trustpilot.com, yelp.com, yelp.co.uk, m.yelp.com
xing.com, vk.com, m.vk.com, away.vk.com, vkontakte.ru, ok.ru, odnoklassniki.ru, news.ycombinator.com, ycombinator.com
t.me, telegram.me, telegram.org, web.telegram.org, webk.telegram.org, slack.com, app.slack.com, discord.com
discordapp.com, discord.gg, ptb.discord.com, canary.discord.com, statics.teams.cdn.office.net, teams.microsoft.com
github.com, gist.github.com, gitlab.com, producthunt.com, steamcommunity.com, threads.net, threads.com, l.threads.com
l.threads.net, bsky.app, go.bsky.app, mastodon.social, fosstodon.org, wordpress.org, blogger.com, blogspot.com
livejournal.com, bit.ly, tinyurl, tinyurl.com, ow.ly, buff.ly, buffer.com, dlvr.it, is.gd, goo.gl, su.pr, lobste.rs
lemmy.world, flickr.com, meetup.com, digg.com, slashdot.org, slideshare.net, scribd.com, soundcloud.com, patreon.com
substack.com, dev.to, hashnode.com, deviantart.com, behance.net, dribbble.com, wattpad.com, zhihu.com, link.zhihu.com
douban.com, ameblo.jp, note.com, b.hatena.ne.jp, hatenablog.com, plurk.com, gutefrage.net, yammer.com
workplace.facebook.com, nextdoor.com, truthsocial.com, gab.com, minds.com, mewe.com, ravelry.com, wechat.com
mp.weixin.qq.com, weixin, qq, qzone.qq.com, kakaotalk.com, story.kakao.com, viber.com, zalo.me, getpocket.com
instapaper.com, feedly, feedly.com, paper.li, scoop.it, over-blog.com, over-blog, typepad.com, foursquare.com
photobucket.com, weheartit.com, 9gag, 9gag.com, imgur, imgur.com, fark, fark.com, answers.com, xda-developers.com
sharethis, addthis, signal, threema, element, google chat, google messages, mattermost, rocket.chat, workplace`

const video = `
youtube, vimeo, dailymotion, twitch, netflix, hulu, disneyplus, disney+, iqiyi, youku, ted, wistia, crackle, veoh
utreon, bilibili, niconico, rutube, rumble, odysee, peertube, viki, curiositystream, bitchute, d.tube, metacafe
brightcove, vidyard, primevideo, prime video, hbomax, hbo max, vevo, kaltura, jwplayer, funnyordie, liveleak, ustream
justin.tv, dlive, floatplane, tudou, acfun, youtube.com, m.youtube.com, music.youtube.com, studio.youtube.com, youtu.be
gaming.youtube.com, kids.youtube.com, tv.youtube.com, vimeo.com, player.vimeo.com, dailymotion.com, twitch.tv
m.twitch.tv, dashboard.twitch.tv, netflix.com, hulu.com, disneyplus.com, iqiyi.com, youku.com, v.youku.com, ted.com
wistia.com, fast.wistia.net, crackle.com, veoh.com, utreon.com, bilibili.com, nicovideo.jp, rutube.ru, rumble.com
odysee.com, bitchute.com, viki.com, curiositystream.com, metacafe.com, vidyard.com, primevideo.com, googlevideo
googlevideo.com`

const shopping = `
amazon, ebay, etsy, walmart, shopify, alibaba, aliexpress, mercadolibre, mercadolivre, stripe, google shopping
igshopping, shopping, simplycodes, rakuten, zalando, temu, shein, bestbuy, best buy, costco, wayfair, overstock, newegg
lazada, shopee, flipkart, jd, jd.com, taobao, tmall, pinduoduo, allegro, otto, bol, cdiscount, fnac, idealo, ceneo
heureka, pricerunner, prisjakt, pricespy, kelkoo, shopzilla, bizrate, pricegrabber, nextag, gumroad, bigcommerce
woocommerce, poshmark, depop, vinted, mercari, craigslist, gumtree, kleinanzeigen, avito, ozon, wildberries, trendyol
hepsiburada, jumia, tokopedia, bukalapak, coupang, gmarket, slickdeals, retailmenot, dealnews, amazon.com, amazon.co.uk
amazon.de, amazon.fr, amazon.it, amazon.es, amazon.ca, amazon.co.jp, amazon.com.au, amazon.com.br, amazon.com.mx
amazon.in, amazon.nl, amazon.pl, amazon.se, amazon.sg, amazon.ae, amazon.cn, m.amazon.com, smile.amazon.com
sellercentral.amazon.com, ebay.com, ebay.co.uk, ebay.de, ebay.fr, ebay.it, ebay.es, ebay.ca, ebay.com.au, ebay.at
ebay.ch, ebay.be, ebay.nl, ebay.ie, ebay.pl, ebay.com.hk, ebay.com.my, ebay.com.sg, ebay.ph, ebay.in, m.ebay.com
etsy.com, m.etsy.com, walmart.com, shopify.com, apps.shopify.com, accounts.shopify.com, shop.app, alibaba.com
m.alibaba.com, aliexpress.com, s.click.aliexpress.com, mercadolibre.com, mercadolibre.com.ar, mercadolibre.com.mx
mercadolibre.com.co, mercadolibre.cl, mercadolivre.com.br, stripe.com, checkout.stripe.com, shopping.google.com
shopping.yahoo.com, shopping.yahoo.co.jp, shopping.naver.com, temu.com, simplycodes.com, rakuten.com, rakuten.co.jp
search.rakuten.co.jp, target.com, bestbuy.com, wayfair.com, newegg.com, flipkart.com, lazada.com, shopee.com, idealo.de
allegro.pl, otto.de, bol.com, zalando.de, slickdeals.net, retailmenot.com, shopzilla.com, pricegrabber.com, nextag.com
gumroad.com`

const email = `
gmail, outlook.com, outlook, hotmail, yahoo! mail, yahoo mail, aol mail, yandex mail, mail.ru mail, qq mail, 126 mail
163 mail, naver mail, daum mail, seznam mail, proton mail, fastmail, zoho mail, icloud mail, orange webmail, gmx mail
web.de mail, mail.com, t-online mail, freenet mail, tuta, mailbox.org, posteo, hey, superhuman, laposte webmail
sfr mail, free webmail, libero mail, virgilio mail, rambler mail, o2 poczta, wp poczta, onet poczta, interia poczta
centrum mail, uol mail, bt mail, xfinity mail, roundcube, samsung email, spark mail, bluemail, edison mail, k-9 mail
thunderbird, fairemail, mytuta, canary mail, mail.google.com, outlook.live.com, mail.yahoo.com`

const ai = `
chatgpt, chatgpt.com, claude, phind, deepseek, copilot, microsoft copilot, grok, google gemini, perplexity, openai
chat.openai.com, claude.ai, gemini.google.com, copilot.microsoft.com, copilot.com, perplexity.ai, pplx.ai, phind.com
chat.deepseek.com, grok.com, gemini, mistral, le chat, chat.mistral.ai, meta ai, meta.ai, qwen, kimi, doubao, chatglm
z.ai, ernie bot, tencent yuanbao, poe, character.ai, pi, huggingchat, duck.ai, lumo, manus, genspark, felo, iask, liner
monica, venice, t3 chat, komo, groq, gigachat, google ai studio, notebooklm, bard`

const members: readonly [SourceCategory, string][] = [
  ['search', search],
  ['social', social],
  ['video', video],
  ['shopping', shopping],
  ['email', email],
  ['ai', ai],
]

/** Lower-case source name -> category. */
export const sourceCategories: ReadonlyMap<string, SourceCategory> = new Map(
  members.flatMap(([category, list]) =>
    list
      .trim()
      .split(/[,\n]\s*/)
      .map((name): [string, SourceCategory] => [name, category]),
  ),
)
