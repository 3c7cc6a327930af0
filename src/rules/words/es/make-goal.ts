export const added = 'Objetivo añadido: {goal}'
