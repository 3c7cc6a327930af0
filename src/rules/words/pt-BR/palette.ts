export const palette = {
  title: 'Comandos',
  field: 'Comando',
  none: 'Nenhum comando encontrado.',
  site: 'Site',
  go: 'Ir para {page}',
  sites: 'Sites',
  addSite: 'Adicionar um site',
  account: 'Conta',
  settings: 'Configurações: {page}',
  theme: 'Tema: {theme}',
  signOut: 'Sair',
} as const
