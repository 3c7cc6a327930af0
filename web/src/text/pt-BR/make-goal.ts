export const added = 'Meta adicionada: Visit {path}'
