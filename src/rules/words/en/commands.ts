// Words of the dashboard's commands in the palette.
export const filterBy = 'Filter by {dimension} contains "{typed}"'
export const compare = 'Compare: {words}'
export const copyLink = 'Copy link'
