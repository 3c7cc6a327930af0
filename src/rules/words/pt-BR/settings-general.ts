export const domain = 'Domínio'
export const domainHint =
  'Você pode renomear o site a qualquer momento. O domínio anterior continua funcionando no script, nos links e na API.'
export const domainBefore = 'O domínio anterior {domain} ainda funciona.'
export const timezone = 'Fuso horário'
export const timezoneHint =
  'Os dias começam e terminam neste fuso horário. As alterações valem imediatamente. Os dias passados são recalculados em segundo plano.'
export const settings = {
  retention_months: {
    label: 'Manter eventos brutos por (meses)',
    hint: 'Deixe em branco para manter os eventos brutos para sempre. Eventos mais antigos são excluídos definitivamente todos os dias. Totais e listas principais são mantidos.',
    locked: 'Somente {roles} da equipe podem alterar isto.',
  },
  pixel: {
    label: 'Contar sem JavaScript',
    hint: 'Conta as visualizações de visitantes sem JavaScript por uma imagem que você adiciona às suas páginas, com as mesmas regras do script.',
    locked: 'Somente {roles} da equipe podem alterar isto.',
  },
}
export const deleteEvents = 'Excluir eventos antigos'
export const deleteEventsLead = {
  one: '{count} evento anterior a {day} será excluído definitivamente em até um dia. Totais e listas principais são mantidos.',
  many: '{count} de eventos anteriores a {day} serão excluídos definitivamente em até um dia. Totais e listas principais são mantidos.',
  other:
    '{count} eventos anteriores a {day} serão excluídos definitivamente em até um dia. Totais e listas principais são mantidos.',
} as const
export const deleteEventsLater = 'Depois disso, eventos com mais de {months} são excluídos todos os dias.'
export const months = { one: '{count} mês', many: '{count} de meses', other: '{count} meses' } as const
export const deleteTitle = 'Excluir site'
export const deleteLead = 'Exclui definitivamente este site e todas as suas estatísticas.'
export const deleteCount = {
  one: '{count} evento de {domain} será excluído, com as metas, os funis, as notas, os links compartilhados e os relatórios do site.',
  many: '{count} de eventos de {domain} serão excluídos, com as metas, os funis, as notas, os links compartilhados e os relatórios do site.',
  other:
    '{count} eventos de {domain} serão excluídos, com as metas, os funis, as notas, os links compartilhados e os relatórios do site.',
} as const
export const deleteSite = 'Excluir site'
export const typeDomain = 'Digite {domain} para confirmar'
export const deleted = '{domain} foi excluído'
