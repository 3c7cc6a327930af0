// How much the script sees, in the panel Traffic quality.
export const coverage = 'Coverage'
export const headline = 'The script saw {share} of page requests: {seen} of {requests}.'
export const neverSeen = 'Pages were requested {requests} times. The script saw none of them.'
export const lead =
  'Page requests are known from a kit on your server or from access logs. Crawlers, files, redirects, errors and prefetches are left out. The rest was blocked, or visitors left before the script ran.'
export const above =
  'Above 100 %, pages were opened without a request to your server: from a cache, or by a script of the page.'
export const daysLeftOut = 'Days without a known page request are left out.'
export const unknown = 'No page requests are known in this period.'
export const how = 'Turn on coverage in the kit of your server, or count an access log:'
export const by = 'Coverage by'
export const groups = { date: 'Days', browser: 'Browsers', page: 'Pages', country: 'Countries' } as const
export const heads = { date: 'Day', browser: 'Browser', page: 'Page', country: 'Country' } as const
export const requests = 'Page requests'
export const seen = 'Seen'
export const share = 'Share'
