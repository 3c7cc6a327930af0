export const added = 'Objetivo añadido: Visit {path}'
