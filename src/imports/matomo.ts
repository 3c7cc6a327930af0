// Matomo's visits, as Live.getLastVisitsDetails answers them in JSON: each action of a visit is an event here.
import { fileFailures } from '../failure.ts'
import { nameOfSource } from '../rules/source.ts'
import type { Converter, Found } from './convert.ts'
import { browserOf, deviceOf, systemOf } from './device-names.ts'
import { NoList, readJsonList } from './json-list.ts'
import { createKeep, ownText } from './keeping.ts'
import { createOneSite } from './one-site.ts'
import { placeFields } from './place-codes.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text or number that says something, as text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

const known = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text === undefined || /^(?:unknown|xx|-)$/i.test(text) ? undefined : text
}

/** Kinds of actions that are no events here, in the plural, for people. */
const others: Readonly<Record<string, string>> = {
  contentInteraction: 'interactions with contents',
  goal: 'conversions of goals',
  ecommerceOrder: 'orders',
  ecommerceAbandonedCart: 'abandoned carts',
  content: 'impressions of contents',
  form: 'actions of forms',
  media: 'plays of media',
  crash: 'crashes',
}

/** The name of a class of devices in the address of its icon. The label beside it is in the language of the answer. */
const deviceIcon = /\/(?:devices|screens)\/([a-z_]{1,40})\.(?:gif|png|svg)$/

function deviceIn(visit: Fields): string | undefined {
  const icon = deviceIcon.exec(textOf(visit['deviceTypeIcon'])?.slice(-80) ?? '')?.[1]?.replaceAll('_', ' ')
  return icon === 'normal' ? 'desktop' : (known(icon) ?? known(visit['deviceType']))
}

/** Kinds of actions that are events here. Plugins add others. */
const events: ReadonlySet<string> = new Set(['action', 'download', 'event', 'outlink', 'search'])

/** The kind of an action that is left out. */
const leftOutAs = (type: string): string | undefined =>
  events.has(type) ? undefined : Object.hasOwn(others, type) ? others[type] : 'actions of a type that is not known'

/** Facts of a visit that all its events have. */
function dimensionsOf(visit: Fields): Fields {
  const [os, version] = known(visit['operatingSystemName']) ? systemOf(textOf(visit['operatingSystemName'])!) : []
  const browser = known(visit['browserName'])
  const device = deviceIn(visit)
  return {
    ...placeFields(known(visit['countryCode']), known(visit['regionCode'])),
    device: device && deviceOf(device),
    browser: browser && browserOf(browser),
    browser_version: browser && known(visit['browserVersion']),
    os,
    os_version: os && (version ?? known(visit['operatingSystemVersion'])),
    ...arrivalOf(visit),
  }
}

/** The way that a visit came. */
function arrivalOf(visit: Fields): Fields {
  const type = textOf(visit['referrerType'])
  const isCampaign = type === 'campaign'
  const name = textOf(visit['referrerName'])
  const source = name === undefined ? undefined : isCampaign ? name : nameOfSource(name)
  const referrer = textOf(visit['referrerUrl'])
  return {
    referrer,
    source: type !== 'direct' && referrer === undefined && !textOf(visit['campaignSource']) ? source : undefined,
    utm_source: textOf(visit['campaignSource']),
    utm_medium: textOf(visit['campaignMedium']),
    utm_content: textOf(visit['campaignContent']),
    utm_campaign: textOf(visit['campaignName']) ?? (isCampaign ? name : undefined),
    utm_term: textOf(visit['campaignKeyword']) ?? (isCampaign ? textOf(visit['referrerKeyword']) : undefined),
  }
}

/** A key and its value, for a value that says something. */
const prop = (key: string, value: unknown): Fields => {
  const text = textOf(value)
  return text === undefined ? {} : { [key]: text }
}

/** Name, address and properties of an action; undefined for an address that is missing. */
function eventOf(action: Fields, page: string | undefined): Fields | undefined {
  const url = textOf(action['url'])
  switch (action['type']) {
    case 'outlink':
      return page === undefined ? undefined : { name: 'Outbound Link: Click', url: page, props: prop('url', url) }
    case 'download':
      return page === undefined ? undefined : { name: 'File Download', url: page, props: prop('url', url) }
    case 'search': {
      const props = prop('keyword', action['siteSearchKeyword'] ?? action['subtitle'])
      return (url ?? page) === undefined ? undefined : { name: 'Site Search', url: url ?? page, props }
    }
    case 'event': {
      const category = prop('category', action['eventCategory'])
      const props = { ...category, ...prop('name', action['eventName']), ...prop('value', action['eventValue']) }
      const name = textOf(action['eventAction']) ?? 'event'
      return (url ?? page) === undefined ? undefined : { name, url: url ?? page, props }
    }
    default:
      return url === undefined ? undefined : { name: 'pageview', url }
  }
}

/** An address as it is stored: Matomo may keep one without its scheme. */
const withScheme = (url: string): string => (/^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`)

/** The events of a visit. */
function* readVisit(visit: Fields, number: number): Generator<Found> {
  const visitor = textOf(visit['visitorId']) ?? textOf(visit['userId']) ?? textOf(visit['idVisit'])
  const actions = visit['actionDetails']
  if (!visitor || !Array.isArray(actions)) {
    yield { number, fault: 'this is no visit: it has no visitorId or no actionDetails' }
    return
  }
  const dimensions = dimensionsOf(visit)
  let page: string | undefined
  for (const action of actions) {
    if (!isFields(action)) {
      yield { leftOut: 'actions without an address or a time' }
      continue
    }
    const type = textOf(action['type']) ?? 'action'
    const seconds = Number(action['timestamp'])
    const leftOut = leftOutAs(type)
    const found = leftOut === undefined ? eventOf(action, page) : undefined
    if (!found || !(seconds > 0 && seconds < 1e11)) {
      yield { leftOut: leftOut ?? 'actions without an address or a time' }
      continue
    }
    const url = withScheme(String(found['url']))
    if (found['name'] === 'pageview') page = url
    const timestamp = new Date(seconds * 1000).toISOString()
    yield { number, line: { timestamp, visitor, ...dimensions, ...found, url } }
  }
}

/** Reads answers of Live.getLastVisitsDetails. A visit that several of them have counts once. */
export const convertMatomo: Converter = async function* (texts): AsyncGenerator<Found> {
  const seen = new Set<string>()
  const sites = createOneSite('idSite', 'ask for one of them, with idSite in the address of the request')
  const keep = createKeep()
  for await (const { name, pieces } of texts()) {
    let number = 0
    try {
      for await (const visit of readJsonList(pieces)) {
        number++
        if (isFields(visit) && visit['result'] === 'error')
          throw fileFailures.unusable([`${name} is an error of Matomo: ${textOf(visit['message']) ?? 'unknown'}`])
        if (isFields(visit)) sites.count(textOf(visit['idSite']))
        const id = isFields(visit) ? textOf(visit['idVisit']) : undefined
        if (id !== undefined && seen.has(id)) yield { leftOut: 'visits that another answer has too' }
        else if (isFields(visit)) yield* readVisit(visit, number)
        else yield { number, fault: 'this is no visit' }
        if (id === undefined || seen.has(id)) continue
        keep(id.length)
        seen.add(ownText(id))
      }
    } catch (error) {
      if (error instanceof NoList) throw fileFailures.noList(name)
      throw error
    }
  }
  sites.refuseSeveral()
}
