// People of a role, as sentences of settings pages name them.
export { groups } from '../../role-words.ts'
export const between = ', '
export const listed = '{others} and {last}'
