export const added = 'Objectif ajouté : {goal}'
