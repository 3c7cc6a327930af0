export const added = 'Meta adicionada: {goal}'
