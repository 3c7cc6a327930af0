// Facts for the privacy statement of a site. Sentences are facts, and leave the judgement to the reader.

export const title = 'How visits of {domain} are counted'
export const note = 'These are facts, made from the settings of the site. They are no legal advice.'

export const sections = {
  stored: 'What is stored',
  leftOut: 'What is not stored, and what is not counted',
  browser: 'What happens in the browser',
  apart: 'How visitors are told apart',
  kept: 'How long data is kept',
  receivers: 'Who receives data',
}

export const facts = {
  page: 'The host name and path of the page, without its query, and the time.',
  fragment: 'The part of the page’s address after #.',
  referrer: 'The address of the page that linked here, without its query.',
  referrerHost:
    'The host name of the page that linked here. The path of that page is stored only if the visitor agreed.',
  campaigns:
    'Campaign tags of the link (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) and the name of a click id such as gclid. The value of a click id is never stored.',
  campaignsAgreed:
    'Only if the visitor agreed: campaign tags of the link (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) and the name of a click id such as gclid. The value of a click id is never stored.',
  country: 'The country of the visitor, looked up by the IP address.',
  city: 'The country, region and city of the visitor, looked up by the IP address.',
  device:
    'The names and two-part versions of the browser and the operating system, and the kind of device: desktop, mobile or tablet.',
  engagement: 'How long the page was in view, and how far it was scrolled.',
  outbound_links: 'Clicks on links to other sites, with the address of the link.',
  file_downloads: 'Downloads of files, with the address of the file.',
  form_submissions: 'That a form was sent, without its contents.',
  tagged_events: 'Clicks on elements that the site has marked, with the name that the site gave them.',
  track_404_pages: 'Pages that were not found.',
  properties: 'Properties that the site sends with its events: {names}.',
  noProperties: 'No properties of events: the site sent none in the last {count} days.',
  revenue: 'Amount and currency of these events: {names}.',
  number: 'A number that stands for the visitor on one day.',

  address: 'IP address and user agent. Both are used in memory while a request is answered, and then forgotten.',
  query: 'Other parameters of addresses, and contents of forms.',
  screen: 'Screen size, language and time zone of the browser. No fingerprint of the browser is taken.',
  people:
    'Names, addresses or account numbers of people, unless the site sends them in addresses of pages or in properties.',
  campaignsRefused:
    'Unless the visitor agreed: campaign tags, click ids, and sources or channels that follow from them.',
  noPlace: 'The place of the visitor.',
  shieldIp: {
    one: 'Visits from {count} IP address that the operator excluded are not counted.',
    other: 'Visits from {count} IP addresses that the operator excluded are not counted.',
  },
  shieldCountry: 'Visits from these countries are not counted: {names}.',
  shieldNetwork: 'Visits from these networks are not counted: {names}.',
  shieldHosting: 'Visits from networks of data centres are not counted.',
  networkForgotten: 'The network of an IP address is looked up for this and is not stored.',
  shieldPage: 'Visits to these pages are not counted: {names}.',
  shieldHostname: 'Visits to other hosts than these are not counted: {names}.',

  script: 'A script runs in the page. It sends the facts above to {host}, directly or through the server of the site.',
  noScript:
    'No script for statistics runs in the browser, and the browser sends no request for statistics. The server of the site tells {host} which page it has sent.',
  scriptDropped: 'Events that a browser sends nevertheless are not counted.',
  pixel: 'If JavaScript is off, the browser requests a picture from {host} instead.',
  nothingKept:
    'Nothing is stored in the browser: no cookie, and nothing in local storage, session storage or databases.',
  optOut:
    'Visitors can opt out: {url} leads to a link that sets the mark service_ignore in the local storage of the browser. The mark is the only thing that is ever stored there.',

  id: 'The number of a visitor is computed from IP address, user agent and the domain, with a secret random key.',
  salt: 'The key is replaced every day at 00:00 UTC and deleted {hours} hours after its day began. From then on, no number can be computed again or connected with an IP address.',
  days: 'The same person has another number on another day and on another site. A visit that runs over midnight keeps its number until it ends.',

  months: {
    one: 'Data of single visits is deleted after {count} month. Daily totals are kept. They hold no numbers of visitors.',
    other:
      'Data of single visits is deleted after {count} months. Daily totals are kept. They hold no numbers of visitors.',
  },
  forever: 'Data is kept until the operator of the site deletes it.',
  deletion: 'Single visitors cannot be looked up, because nothing that is stored names them.',

  receiver: 'Data goes to {host}, the server that runs the software for the operator of the site.',
  noOthers:
    'No other service receives data about visitors. The makers of the software receive none. Places are looked up in a file on the server.',
} as const
