// The acquisition channel of a visit: a decision table, first rule wins. Computed once, when a session starts.
import { blankValues } from './blank-values.ts'
import { type SourceCategory, sourceCategories } from './tables/categories.ts'

/** Stored values that decide the channel. Absent is null or empty. */
export type ChannelInput = {
  source: string | null
  utmMedium: string | null
  utmCampaign: string | null
  utmSource: string | null
  clickId: string | null
}

/** The same in lower case, absent = `''`, with what several rules ask. */
type Visit = {
  source: string
  medium: string
  campaign: string
  tag: string
  clickId: string | null
  category: SourceCategory | undefined
  isPaidMedium: boolean
  isPaid: boolean
  isShopCampaign: boolean
}

const paidTags: ReadonlySet<string> = new Set([
  'adwords',
  'fb-ads',
  'fbads',
  'fbad',
  'facebook-ads',
  'facebook_ads',
  'facebook_ad',
  'facebook_feed_ad',
  'yt-ads',
  'reddit-ads',
  'google_ads',
  'google-ads',
  'google ads',
  'googleads',
  'gads',
  'twitter-ads',
  'tiktokads',
])
const displayMedia: ReadonlySet<string> = new Set(['display', 'banner', 'expandable', 'interstitial', 'cpm'])
const socialMedia: ReadonlySet<string> = new Set([
  'social',
  'social-network',
  'social-media',
  'sm',
  'social network',
  'social media',
])
const referralMedia: ReadonlySet<string> = new Set(['referral', 'app', 'link'])
const mailWords = ['email', 'e-mail', 'e_mail', 'e mail', 'newsletter']

/**
 * `^(.*cp.*|ppc|retargeting|paid.*)$`. Its dots stop at line ends, as in the database, which fills the column by the
 * same expression.
 */
const paidMedium = /^(?:.*cp.*|ppc|retargeting|paid.*)$/

/** `shop` at the start or after anything but a–d, f–z: so `eshop` is one, `workshop` is not (spec/ingestion 14). */
const shopCampaign = /(?:^|[^a-df-z])shop|shopping/

const mentionsMail = (text: string) => mailWords.some((word) => text.includes(word))

/** Click ids that a search engine puts on its advertisements; Google uses `gbraid` and `wbraid` on iOS. */
const adClicks: Readonly<Record<string, ReadonlySet<string>>> = {
  google: new Set(['gclid', 'gbraid', 'wbraid']),
  bing: new Set(['msclkid']),
}

const paidClick = ({ source, clickId }: Visit) =>
  clickId !== null && Object.hasOwn(adClicks, source) && adClicks[source]!.has(clickId)

/** Order is meaning: Display stands before Paid Search, Email after the categories. */
export const channelRules: readonly { channel: string; holds: (visit: Visit) => boolean }[] = [
  { channel: 'Cross-network', holds: (visit) => visit.campaign.includes('cross-network') },
  { channel: 'Display', holds: (visit) => displayMedia.has(visit.medium) },
  {
    channel: 'Paid Shopping',
    holds: (visit) => visit.isPaidMedium && (visit.category === 'shopping' || visit.isShopCampaign),
  },
  { channel: 'Paid Search', holds: (visit) => (visit.category === 'search' && visit.isPaid) || paidClick(visit) },
  { channel: 'Paid Social', holds: (visit) => visit.category === 'social' && visit.isPaid },
  { channel: 'Paid Video', holds: (visit) => visit.category === 'video' && visit.isPaid },
  { channel: 'Paid Other', holds: (visit) => visit.isPaidMedium },
  { channel: 'Organic Shopping', holds: (visit) => visit.category === 'shopping' || visit.isShopCampaign },
  { channel: 'Organic Social', holds: (visit) => visit.category === 'social' || socialMedia.has(visit.medium) },
  { channel: 'Organic Video', holds: (visit) => visit.category === 'video' || visit.medium.includes('video') },
  { channel: 'AI Assistants', holds: (visit) => visit.category === 'ai' },
  { channel: 'Organic Search', holds: (visit) => visit.category === 'search' || visit.medium === 'organic' },
  {
    channel: 'Email',
    holds: (visit) => visit.category === 'email' || mentionsMail(visit.tag) || mentionsMail(visit.medium),
  },
  { channel: 'Affiliates', holds: (visit) => visit.medium === 'affiliate' },
  { channel: 'Audio', holds: (visit) => visit.medium === 'audio' },
  { channel: 'SMS', holds: (visit) => visit.tag === 'sms' || visit.medium === 'sms' },
  {
    channel: 'Mobile Push Notifications',
    holds: ({ medium, source }) =>
      medium.endsWith('push') || medium.includes('mobile') || medium.includes('notification') || source === 'firebase',
  },
  { channel: 'Referral', holds: (visit) => referralMedia.has(visit.medium) || visit.source !== '' },
]

/** The channel of every other visit, including one with an unknown medium and no source. */
const { directChannel } = blankValues

const lower = (text: string | null) => (text === null ? '' : text.toLowerCase())

/**
 * The channel of a visit (spec/ingestion 14).
 * @example findChannel({ source: 'Google', utmMedium: 'cpc', utmSource: 'google', utmCampaign: null, clickId: null })
 * // 'Paid Search'
 */
export function findChannel(input: ChannelInput): string {
  if (input.source === null && input.utmMedium === null && input.utmCampaign === null && input.utmSource === null)
    return directChannel
  const medium = lower(input.utmMedium)
  const campaign = lower(input.utmCampaign)
  const tag = lower(input.utmSource)
  const source = lower(input.source)
  const isPaidMedium = medium !== '' && paidMedium.test(medium)
  const visit: Visit = {
    source,
    medium,
    campaign,
    tag,
    clickId: input.clickId,
    category: sourceCategories.get(source),
    isPaidMedium,
    isPaid: isPaidMedium || paidTags.has(tag),
    isShopCampaign: campaign !== '' && shopCampaign.test(campaign),
  }
  return channelRules.find((rule) => rule.holds(visit))?.channel ?? directChannel
}
