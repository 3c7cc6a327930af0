export const meanings: Readonly<Record<string, string>> = {
  visitors:
    'Pessoas que estiveram aqui pelo menos uma vez no período. Um visitante só é reconhecido durante um dia: quem vem em dois dias conta em cada um, mas uma única vez por dia.',
  visits: 'Atividade de um visitante sem pausas de {minutes} minutos ou mais.',
  pageviews: 'Quantas vezes uma página foi aberta.',
  events: 'Tudo o que foi contado: visualizações de página e eventos personalizados.',
  views_per_visit: 'Visualizações de página divididas por visitas.',
  bounce_rate: 'Percentual de visitas com uma única visualização e nada mais.',
  visit_duration: 'Tempo médio da primeira à última atividade de uma visita.',
  time_on_page: 'Tempo médio por visita em que a página ficou em primeiro plano.',
  scroll_depth: 'Até onde uma página foi vista, em média.',
  percentage:
    'Percentual dos visitantes desta linha sobre todos os do período com os filtros. Um visitante pode estar em várias linhas, por isso a soma pode passar de 100%.',
  conversion_rate: 'Percentual de visitantes que atingiram a meta sobre todos os dos demais filtros.',
  group_conversion_rate: 'Percentual de visitantes desta linha que atingiram a meta.',
  exit_rate: 'Percentual das visualizações desta página com as quais uma visita terminou.',
  drop_off: 'Percentual de visitantes que atingiram a etapa anterior e não esta.',
  total_revenue: 'Soma dos valores enviados com a meta.',
  average_revenue: 'Soma dos valores dividida pelas conversões com valor.',
}
export const meaningsOfSteps: Readonly<Record<string, string>> = {
  ...meanings,
  visitors: 'Pessoas que atingiram a etapa em uma visita, depois de todas as anteriores.',
  percentage: 'Percentual de visitantes da primeira etapa que atingiram esta.',
}
