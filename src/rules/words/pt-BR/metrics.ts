export const meanings = {
  visitors:
    'Pessoas que visitaram o site pelo menos uma vez. Um visitante só é reconhecido dentro de um mesmo dia, por isso quem vem em dois dias conta duas vezes.',
  visits: 'Série de visualizações de página e eventos de um visitante, sem pausas de {minutes} minutos ou mais.',
  pageviews: 'Quantas vezes páginas foram abertas.',
  events: 'Visualizações de página e eventos personalizados juntos.',
  views_per_visit: 'Visualizações de página divididas por visitas.',
  bounce_rate: 'Percentual de visitas com uma única visualização de página ou um único evento.',
  visit_duration: 'Tempo médio da primeira à última atividade de uma visita.',
  time_on_page: 'Tempo médio por visita em que a página ficou visível.',
  scroll_depth: 'Até onde os visitantes rolaram a página, em média.',
  percentage:
    'Percentual dos visitantes desta linha sobre todos os que atendem aos filtros. Um visitante pode estar em várias linhas, por isso a soma pode passar de 100%.',
  conversion_rate: 'Percentual de visitantes que atingiram a meta sobre todos os que atendem aos demais filtros.',
  group_conversion_rate: 'Percentual de visitantes desta linha que atingiram a meta.',
  exit_rate: 'Percentual das visualizações desta página com as quais uma visita terminou.',
  drop_off: 'Percentual de visitantes que atingiram a etapa anterior e não esta.',
  total_revenue: 'Soma dos valores enviados com a meta.',
  average_revenue: 'Receita total dividida pelo número de conversões com valor.',
}
export const meaningsOfSteps = {
  ...meanings,
  visitors: 'Visitantes que atingiram esta etapa em uma mesma visita, depois de todas as etapas anteriores.',
  percentage: 'Percentual de visitantes da primeira etapa que atingiram esta.',
}
