export const errors = {
  notYours: 'Pode ter sido excluído, ou você pode não ter acesso.',
  toSites: 'Seus sites',
  toStart: 'Ir para a página inicial',
  again: 'Tentar novamente',
} as const
