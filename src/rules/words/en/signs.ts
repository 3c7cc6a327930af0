// Signs that visitors are counted wrongly, or that events of a site do not arrive.

export const signs = {
  name: 'Warnings about this site',
  kit_refused:
    '{visitors} of the last {of} visitors came through a kit whose signature is not valid. They all count for the address of your server, in its country.',
  forwarded:
    '{visitors} of the last {of} visitors came through a proxy and count for its address instead of their own. Unique visitors and countries are wrong.',
  forwardedBy:
    '{visitors} of the last {of} visitors came through {carrier} and count for its address instead of their own. Unique visitors and countries are wrong.',
  shared_address:
    '{visitors} of the last {of} visitors share one address. Unique visitors and countries are wrong. {why}',
  no_country: '{visitors} of the last {of} visitors have no country. {why}',
  causes: {
    cdn: 'The address belongs to a content delivery network.',
    hosting: 'The address belongs to a data centre.',
    carried: 'Their requests passed through a proxy.',
    private: 'The address is private, as the address of a proxy or a container is.',
    old: 'Their requests use HTTP/1.0, which only proxies such as nginx use.',
    mixed: 'Different browsers arrive on the same connection.',
    server: 'Their requests lack headers that every browser sends, so a server sends them.',
    audience: 'They use many browsers and languages, as the visitors of a public site do.',
  },
  placeless: {
    unknown: 'Their addresses are not in the country database. Update it with: {command}',
    private:
      'Their addresses are private. On an intranet this is correct. Otherwise, let the proxy in front of Tidemark send X-Forwarded-For.',
  },
  adviceKit:
    'Does {carrier} serve this site? Use the kit for {kit}. Does it stand in front of Tidemark? Add it to TRUSTED_PROXIES.',
  advice:
    'Does a server of this site pass on script and events? Use a kit. Does a proxy stand in front of Tidemark? Add it to TRUSTED_PROXIES.',
  adviceRefused: 'Copy the files of the kit again, and check the clock of your server.',
  showKit: 'Show kit: {kit}',
  chooseKit: 'Choose a kit',

  arrivals: 'Requests from this site that were not counted:',
  other_domain: 'Events from pages of this site name the domain “{detail}”. Set data-domain to {domain}.',
  otherDomains: 'Events from pages of this site name other domains. Set data-domain to {domain}.',
  empty_body:
    'Events arrive without content. A proxy or rewrite drops the body: let it pass on the bodies of POST requests.',
  cut_body: 'Events arrive with content that cannot be read. A proxy cuts or changes the body.',
  bad_event: 'Events arrive with an invalid value: {detail}. Check the code or the proxy that sends them.',
  script:
    'The script was loaded on {detail}, but no event followed. A blocker, a content security policy without {service} in connect-src, or the exclusion of your own visits stops it. Look for an error in the browser console.',
  local:
    'The script was loaded on localhost, where events are not counted. Open the published site, or use script.local.js.',
  blocked:
    'Your browser cannot load {script}. A content blocker stops it: other visitors with the same blocker are not counted.',

  page: {
    no_tag:
      '{page} has no script of Tidemark in its HTML. Unless a tag manager or your code adds it, add the snippet, and clear caches of the page.',
    other_domain: 'The script on {page} has data-domain="{detail}". It must be {domain}.',
    script_blocked: 'The content security policy of {page} blocks the script. Add {service} to script-src.',
    events_blocked: 'The content security policy of {page} blocks events. Add {service} to connect-src.',
    no_answer: '{page} answers with status {detail}.',
  },
} as const
