export const searchProperties = 'Buscar propriedades'
export const list = 'Propriedades'
export const noMatch = 'Nenhuma propriedade corresponde a “{typed}”.'
