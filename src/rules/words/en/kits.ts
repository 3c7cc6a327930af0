// Kits for a site's own server, on the page Installation.

export const title = 'On your own server'
export const lead =
  'Blockers cannot stop script and events that come from your own address. A kit carries them, with the visitor’s address and country, or counts pages on the server without a script.'
export const kit = 'Framework or server'
export const choose = 'Choose one'
export const secret = 'These files hold the site’s kit secret. Keep them on the server, out of public repositories.'
export const file = 'Copy: {name}'
export const tag = 'On every page, unless the server counts:'
export const counting = 'Take the lines that the files mark with “Without the script”.'
export const renew = 'New secret'
export const renewAsk = 'Replace the kit secret of {domain}?'
export const renewLead =
  'Kits with the old secret are not believed any more: until you replace their files, all of their visitors count as one.'
export const renewed = 'Secret replaced'
