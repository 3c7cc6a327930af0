export const coverage = 'Cobertura'
export const headline = 'O script viu {share} das solicitações de páginas: {seen} de {requests}.'
export const neverSeen = 'Páginas foram solicitadas {requests} vezes. O script não viu nenhuma delas.'
export const lead =
  'As solicitações de páginas são conhecidas por um kit no seu servidor ou por logs de acesso. Rastreadores, arquivos, redirecionamentos, erros e pré-carregamentos ficam de fora. O restante foi bloqueado, ou os visitantes saíram antes de o script rodar.'
export const above =
  'Acima de 100%, páginas foram abertas sem uma solicitação ao seu servidor: de um cache ou por um script da página.'
export const daysLeftOut = 'Dias sem solicitações de páginas conhecidas ficam de fora.'
export const unknown = 'Nenhuma solicitação de página é conhecida neste período.'
export const how = 'Ative a cobertura no kit do seu servidor ou conte um log de acesso:'
export const by = 'Cobertura por'
export const groups = { date: 'Dias', browser: 'Navegadores', page: 'Páginas', country: 'Países' } as const
export const heads = { date: 'Dia', browser: 'Navegador', page: 'Página', country: 'País' } as const
export const requests = 'Solicitações de páginas'
export const seen = 'Vistas'
export const share = 'Proporção'
