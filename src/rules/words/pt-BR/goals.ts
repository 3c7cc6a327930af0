export const lead =
  'Ações que você quer que os visitantes realizem. O painel mostra quantos visitantes concluem cada uma.'
export const none = 'Nenhuma meta ainda. Adicione uma para ver conversões no painel.'
export const noneFound = 'Nenhuma meta corresponde a “{search}”.'
export const search = 'Buscar metas'
export const add = 'Adicionar meta'
export const name = 'Meta'
export const kind = 'Tipo'
export const kinds = {
  event: 'Evento personalizado',
  page: 'Caminho da página',
  scroll: 'Profundidade de rolagem',
} as const
export const kindOf = { event: 'Evento {name}', page: 'Página {name}', scroll: '{percent}% de {name}' } as const
export const currency = 'Moeda'
export const currencyHint = 'Opcional. Moeda da receita, por exemplo BRL. Valores em outras moedas são convertidos.'
export const noRevenue = 'O plano desta equipe não inclui metas com receita.'
export const noProps = 'O plano desta equipe não inclui metas com propriedades.'
export const properties = 'Propriedades'
export const eventName = 'Nome do evento'
export const eventHint = 'Exatamente como seu site o envia, inclusive as letras maiúsculas.'
export const path = 'Caminho da página'
export const pathHint = 'Use * para uma parte do caminho e ** para qualquer número de partes, por exemplo /blog/**.'
export const seenPages = 'Páginas vistas recentemente'
export const threshold = 'Porcentagem da página'
export const displayName = 'Nome no painel'
export const displayHint = 'Opcional. Deixe em branco para usar o nome do evento ou da página.'
export const onlyWith = 'Somente com estas propriedades'
export const key = 'Propriedade {number}'
export const value = 'Valor {number}'
export const moreProperties = 'Adicionar propriedade'
export const added = 'Meta adicionada'
export const remove = 'Excluir'
export const removeOf = 'Excluir meta: {name}'
export const removeAsk = 'Excluir a meta “{name}”?'
export const removeLead =
  'Os eventos passados são mantidos. Os funis que usam esta meta perdem a etapa, e os que ficarem com uma só etapa são excluídos.'
export const removed = 'Meta excluída'
export const edit = 'Editar'
export const editOf = 'Editar meta: {name}'
export const saved = 'Meta salva'
export const fixedCurrency =
  'A moeda de uma meta não pode ser alterada. Para usar outra, exclua a meta e adicione-a novamente.'
export const fixedWhat =
  'O evento ou a página de uma meta não pode ser alterado. Para usar outro, exclua a meta e adicione-a novamente.'
