export const errors = {
  reasons: {
    gone: 'Este site não foi encontrado.',
    address: 'Não há nada neste endereço.',
    adding: 'Nenhuma das suas funções permite adicionar sites.',
  },
  notYours: 'Pode ter sido excluído, ou você pode não ter acesso.',
  toSites: 'Seus sites',
  toStart: 'Ir para a página inicial',
  again: 'Tentar novamente',
} as const
