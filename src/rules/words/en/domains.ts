// Domains that no site can have, or that look like a mistake.

export const emptyPart = '“{host}” has two dots in a row, or begins with a dot. Enter a domain like example.com.'
export const hyphen = '“{host}” has a part that begins or ends with a hyphen. Enter a domain like example.com.'
export const longPart = 'Each part of a domain can have at most 63 characters.'
export const noDot = 'Is “{domain}” the whole domain?'
export const noDotLead =
  'Public domains contain a dot, for example example.com. Events are counted only if your pages send exactly this name.'
export const addAnyway = 'Add {domain}'
export const renameAnyway = 'Save {domain}'
