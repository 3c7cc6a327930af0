// A seed of hosts that send nothing but fake referrers, written down from what site owners report everywhere; an
// operator's file extends it (SPAM_REFERRERS_FILE). Exact hosts without `www.`, lower case (spec/ingestion 8).

const hosts = `
1-best-seo.com 1-free-share-buttons.com 100dollars-seo.com 4webmasters.org 7makemoneyonline.com 7zap.com abcdefh.xyz
abclauncher.com acads.net adviceforum.info affordablewebsitesandmobileapps.com aliexpress-shop.ru alibestsale.com
amanda-porn.ga anticrawler.org backgroundpictures.net baixar-musicas-gratis.com bestwebsitesawards.com
best-seo-offer.com best-seo-report.com best-seo-software.xyz best-seo-solution.com black-friday.ga blackhatworth.com
blue-square.biz bluerobot.info bot-traffic.icu bot-traffic.xyz brateg.xyz buttons-for-website.com
buttons-for-your-website.com buy-cheap-online.info buy-cheap-pills-order-online.com cartechnic.ru cenokos.ru cenoval.ru
chinese-amezon.com claim-your-bitcoin.xyz co.lumb.co copyrightclaims.org covadhosting.biz cubook.supernew.org
customsua.com.ua cyprusbuyproperties.com dailyrank.net darodar.com delfin-aqua.com.ua descargar-musica-gratis.net
detskie-konstruktory.ru dipstar.org djekxa.ru domination.ml doska-vsem.ru dostavka-v-krym.com drupa.com e-buyeasy.com
econom.co edakgfvwql.ru elmifarhangi.com erot.co escort-russian.com event-tracking.com fast-wordpress-start.com
fbdownloader.com fix-website-errors.com floating-share-buttons.com forex-procto.ru forsex.info forum20.smailik.org
forum69.info free-floating-buttons.com free-fb-traffic.com free-share-buttons.com free-social-buttons.com
free-social-buttons.xyz free-traffic.xyz free-video-tool.com funnypica.com generalporn.org get-free-social-traffic.com
get-free-traffic-now.com get-your-social-buttons.info getrichquick.ml getrichquickly.info ghazel.ru girlporn.ru
googlsucks.com hdmoviecamera.net hongfanji.com hosting-tracker.com howtostopreferralspam.eu howtostopreferralspam.com
hulfingtonpost.com humanorightswatch.org hundejo.com hvd-store.com igru-xbox.net ilovevitaly.co ilovevitaly.com
ilovevitaly.org ilovevitaly.ru ilovevitaly.xyz iloveitaly.ru imperiafilm.ru iskalko.ru itsdp3.com justprofit.xyz
kambasoft.com kazrent.com keywords-monitoring-success.com keywords-monitoring-your-success.com kinobum.org lombia.co
lomb.co lumb.co lsex.xyz marketland.ml meds-online24.com megapolis-96.ru minegam.com monetizationking.net moyakuhnia.ru
musicprojectfoundation.com mydoctorok.ru net-profits.xyz netpics.org niki-mlt.ru nufaq.com o-o-11-o-o.com o-o-6-o-o.com
o-o-6-o-o.ru o-o-8-o-o.com o-o-8-o-o.ru online-hit.info online-tv.com.ua onlinetvseries.me onlywoman.org ooo-olni.ru
ownshop.cf ozas.net petrovka-online.com pizza-tycoon.com pornhub-forum.ga pornhub-ru.com pornhubforum.tk
pornoforadult.com portnoff.od.ua pozdravleniya-c.ru priceg.com producm.ru rankings-analytics.com ranksonic.info
ranksonic.net ranksonic.org rapidgator-porn.ga rcb101.ru rednise.com replica-watch.ru rospromtest.ru rusexy.xyz
sady-urala.ru sanjosestartups.com santasgift.ml savetubevideo.com savetubevideo.info search-error.com semalt.com
semalt.semalt.com semaltmedia.com seo-2-0.com seo-platform.com seo-smm.kz seoanalyses.com seoexperimenty.ru seopub.net
sexsaoy.com sexyali.com sexyteens.hol.es share-buttons.xyz sharebutton.net sharebutton.to sibecoprom.ru
simple-share-buttons.com site-auditor.online siteripz.net sitevaluation.org slftsdybbg.ru slkrm.ru smailik.org
soaksoak.ru social-buttons.com social-buttons.xyz social-fun.ga social-traffic-1.xyz social-traffic-2.xyz
social-widget.xyz socialbuttons.xyz socialseet.ru solitaire-game.ru spb-plitka.ru spb-scalar.ru spravka130.ru
spywarebegone.com success-seo.com superiends.org supervesti.ru surflinksmedical.com svetka.info taihouse.ru tedxrj.com
theautoprofit.ml theguardlan.com thesmartsearch.net timdreby.com toop.me torture.ml traffic-cash.xyz traffic2cash.org
traffic2money.com trafficgenius.xyz trafficmonetize.org trafficmonetizer.org trion.od.ua trafficmania.com uasb.ru
unpredictable.ga uptime-alpha.net uptime-eu.net uptime-gamma.net uptime-us.net uptimebot.net uptimechecker.com
urldelivery.com vapmedia.org vidrofull.com viel.su video--production.com videos-for-your-business.com
viktoria-center.ru vodkoved.ru vseigru.one webmaster-traffic.com webmonetizer.net website-analytics.online
website-errors-scanner.com website-speed-check.site website-speed-checker.site websites-reviews.com websocial.me
wmasterlead.com woman-orgasm.ru wordpress-crew.net wordpresscore.com xn--80aagddcgkbcqbad7amllnejg6dya.xn--p1ai
xtraffic.plus youporn-forum.ga youporn-forum.uni.me your-good-links.com yourserverisdown.com zastroyka.org zvetki.ru
`

export const spamHosts: ReadonlySet<string> = new Set(hosts.trim().split(/\s+/))
