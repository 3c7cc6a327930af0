// Why events are not counted: what each reason means, and what to do.
import type { DropReason } from '../../drop-reasons.ts'

export const dropReasons: Readonly<Record<DropReason, readonly [what: string, advice: string]>> = {
  bot: ['Sent by bots and crawlers', 'Nothing to do.'],
  dc_ip: ['Sent from data centres', 'Nothing to do.'],
  threat_ip: ['Sent from addresses known for attacks', 'Nothing to do.'],
  spam_referrer: ['Referrer spam', 'Nothing to do.'],
  invalid: ['Not a valid event', 'Check the code that sends it.'],
  no_session_for_engagement: [
    'Time on page sent without a preceding pageview, usually from pages left open for a long time',
    'Nothing to do.',
  ],
  not_found: ['Sent for a domain that is not set up here', 'Check data-domain in your snippet.'],
  script_off: ['Sent by a browser, although this site has the preset “No script”', 'Settings › Installation.'],
  pixel_off: ['Sent by the pixel, which is off for this site', 'Settings › General.'],
  site_country_blocklist: ['From a country you block', 'Shields › Countries.'],
  site_hostname_allowlist: ['Hostname not on your list', 'Shields › Hostnames.'],
  site_ip_blocklist: ['From an address you block', 'Shields › Addresses.'],
  site_network_blocklist: ['From a network you block', 'Shields › Networks.'],
  site_page_blocklist: ['On a page you block', 'Shields › Pages.'],
  unsigned_request: [
    'Page requests without a valid signature of a kit',
    'Check the kit secret and the clock of your server.',
  ],
  verification_agent: ['Sent by the installation check', 'Nothing to do.'],
}
export const droppedEvents = {
  one: '{what}: {count} event. {advice}',
  other: '{what}: {count} events. {advice}',
} as const
