export const filterBy = 'Filtern: {dimension} enthält „{typed}“'
export const compare = 'Vergleichen: {words}'
export const copyLink = 'Link kopieren'
