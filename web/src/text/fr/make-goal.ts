export const added = 'Objectif ajouté : Visit {path}'
