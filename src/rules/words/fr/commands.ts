export const compare = 'Comparer : {words}'
export const copyLink = 'Copier le lien'
export const filterBy = 'Filtrer : {dimension} contient « {typed} »'
