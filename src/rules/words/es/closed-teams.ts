export const title = 'Se requiere un segundo factor'
export const lead = {
  one: 'El equipo de {teams} pide la autenticación en dos pasos antes de mostrar sus sitios.',
  many: 'Estos equipos piden la autenticación en dos pasos antes de mostrar sus sitios: {teams}.',
  other: 'Estos equipos piden la autenticación en dos pasos antes de mostrar sus sitios: {teams}.',
} as const
export const turnOn = 'Actívala abajo. Después se abrirán tus sitios.'
export const goOn = 'Ir a tus sitios'
export const enter = 'Continuar'
