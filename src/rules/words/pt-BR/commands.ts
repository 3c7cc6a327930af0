export const compare = 'Comparar: {words}'
export const copyLink = 'Copiar link'
export const filterBy = 'Filtrar: {dimension} contém “{typed}”'
