// Words of a goal that the menu of a page makes.
export const added = 'Goal added: Visit {path}'
