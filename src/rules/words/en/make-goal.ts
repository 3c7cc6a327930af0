// Words of a goal that the menu of a page or an event makes.
export const added = 'Goal added: {goal}'
