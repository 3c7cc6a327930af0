export const added = 'Ziel angelegt: {goal}'
