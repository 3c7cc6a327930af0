// Names of teams, and the field that names one.

export const ownTeam = 'My Personal Sites'
export const teamOf = 'Sites of {owner}'
export const field = 'Team name'
export const fieldHint =
  'People whom you invite see this name. Leave it empty and they see the name of your first site.'
