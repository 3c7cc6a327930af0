export const compare = 'Comparar: {words}'
export const copyLink = 'Copiar enlace'
export const filterBy = 'Filtrar: {dimension} contiene «{typed}»'
