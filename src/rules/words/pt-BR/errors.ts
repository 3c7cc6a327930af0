export const errors = {
  notYours: 'Pode ter sido excluído, ou você pode não ter acesso.',
  toSites: 'Seus sites',
  toStart: 'Ir para a página inicial',
  again: 'Tentar novamente',
  reasons: {
    gone: 'Este site não foi encontrado.',
    nothing: 'Não há nada neste endereço.',
    settings: 'Sua função não inclui as configurações deste site.',
    noSites: 'Nenhuma das suas funções permite adicionar sites.',
    linkGone: 'Este link compartilhado não foi encontrado.',
    locked: 'Este site está bloqueado porque a equipe não tem uma assinatura ativa.',
    expired: 'Este link expirou.',
  },
} as const
