// Plugin tokens of a site.

export const lead =
  'Keys for plugins that set up this site, for example the WordPress plugin. A plugin can manage goals, properties and shared links.'
export const none = 'No plugin tokens yet.'
export const create = 'Create token'
export const description = 'Description'
export const descriptionHint = 'Where you use the token, for example WordPress.'
export const made = 'Copy this token now. You will not be able to see it again.'
export const copyToken = 'Copy token'
export const done = 'Done'
export const lastUsed = 'Last used {time}'
export const never = 'Never used'
export const revoke = 'Revoke'
export const revokeOf = 'Revoke: {name}'
export const revokeAsk = 'Revoke the token “{name}”?'
export const revokeLead = 'Plugins that use this token lose access immediately.'
export const revoked = 'Token revoked'
