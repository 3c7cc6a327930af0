export const kinds = {
  ip: 'Endereços',
  country: 'Países',
  network: 'Redes',
  page: 'Páginas',
  hostname: 'Nomes de host',
} as const
export const leads = {
  ip: 'Eventos destes endereços IP não são contados. Até {most} endereços.',
  country: 'Eventos destes países não são contados. Até {most} países.',
  network: 'Eventos destas redes não são contados. Digite o número de uma rede, por exemplo AS16509. Até {most} redes.',
  page: 'Eventos nestas páginas não são contados. Use * para uma parte do caminho e ** para qualquer número de partes, por exemplo /admin/**. Até {most} páginas.',
  hostname:
    'Se você listar nomes de host aqui, somente os eventos deles são contados. Caso contrário, são contados os eventos de todos os nomes de host. Use * para quaisquer caracteres, por exemplo *.example.com. Até {most} nomes de host.',
} as const
export const fields = {
  ip: 'Endereço',
  country: 'País',
  network: 'Rede',
  page: 'Página',
  hostname: 'Nome do host',
} as const
export const description = 'Descrição'
export const optional = 'Opcional, por exemplo Escritório.'
export const add = 'Adicionar regra'
export const added = 'Regra adicionada'
export const ownAddress = 'Adicionar meu endereço'
export const ownHint = 'Seu endereço é {address}.'
export const seen = 'Nomes de host contados nos últimos {days} dias'
export const allow = 'Adicionar: {value}'
export const none = 'Nenhuma regra ainda.'
export const dropped = {
  one: '{count} evento foi descartado por estas regras nos últimos {days} dias.',
  many: '{count} de eventos foram descartados por estas regras nos últimos {days} dias.',
  other: '{count} eventos foram descartados por estas regras nos últimos {days} dias.',
} as const
export const remove = 'Remover'
export const removeOf = 'Remover: {value}'
export const removed = 'Regra removida'
export const hosting = 'Todos os data centers'
export const addHosting = 'Adicionar todos os data centers'
export const networksFrom = 'As redes são procuradas em “{source}” de {date}. A lista de data centers é de {list}.'
export const noNetworks =
  'Nenhum banco de dados de redes está configurado, então estas regras não se aplicam a nada. O operador deste serviço define ASN_DATABASE.'
