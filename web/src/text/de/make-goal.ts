export const added = 'Ziel angelegt: Visit {path}'
