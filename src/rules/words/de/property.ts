export const searchProperties = 'Eigenschaften suchen'
export const list = 'Eigenschaften'
export const noMatch = 'Keine Eigenschaft passt zu „{typed}“.'
