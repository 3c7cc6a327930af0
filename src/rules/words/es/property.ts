export const searchProperties = 'Buscar propiedades'
export const list = 'Propiedades'
export const noMatch = 'Ninguna propiedad coincide con «{typed}».'
