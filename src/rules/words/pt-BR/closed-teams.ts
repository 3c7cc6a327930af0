export const title = 'Segundo fator obrigatório'
export const lead = {
  one: 'A equipe de {teams} exige a autenticação em duas etapas antes de mostrar seus sites.',
  many: 'Estas equipes exigem a autenticação em duas etapas antes de mostrar seus sites: {teams}.',
  other: 'Estas equipes exigem a autenticação em duas etapas antes de mostrar seus sites: {teams}.',
} as const
export const turnOn = 'Ative-a abaixo. Depois, seus sites abrem.'
export const goOn = 'Ir para seus sites'
export const enter = 'Continuar'
