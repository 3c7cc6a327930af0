export const title = 'Excluir estatísticas'
export const lead =
  'Exclui visitas ou eventos de todos os números, por exemplo depois de uma onda de bots ou quando uma pessoa pede. Você vê quanto é antes que algo seja excluído.'
export const what = 'O que excluir'
export const kinds = {
  filters: 'Visitas que correspondem a filtros',
  days: 'Visitas de alguns dias',
  page: 'Uma página',
  event: 'Um evento',
  everything: 'Todas as estatísticas deste site',
} as const
export const firstDay = 'Primeiro dia'
export const lastDay = 'Último dia'
export const daysHint = 'Visitas com atividade nesses dias são excluídas por inteiro.'
export const page = 'Página'
export const pageHint =
  'O caminho, por exemplo /wp-login.php. Use * para uma parte do caminho e ** para qualquer número de partes. As visitas ficam com o que restar delas.'
export const event = 'Evento'
export const eventHint = 'O nome do evento. As visitas ficam com o que restar delas.'
export const everythingHint = 'O site, suas configurações, metas e anotações ficam.'
export const filtersHint = 'As visitas que correspondem são excluídas por inteiro, com todos os seus eventos.'
export const segmentIs = 'O segmento é {name}'
export const between = '{from} a {to}'
export const allDays = 'Todos os dias'
export const count = 'Contar'
export const nothing = 'Nenhuma estatística corresponde. Não há nada para excluir.'
export const sentenceVisits = {
  one: '{count} visita com {events} em {days} será excluída permanentemente.',
  other: '{count} visitas com {events} em {days} serão excluídas permanentemente.',
  many: '{count} de visitas com {events} em {days} serão excluídas permanentemente.',
} as const
export const sentenceEvents = {
  one: '{count} evento em {visits} em {days} será excluído permanentemente. As visitas são recalculadas com o que restar.',
  other:
    '{count} eventos em {visits} em {days} serão excluídos permanentemente. As visitas são recalculadas com o que restar.',
  many: '{count} de eventos em {visits} em {days} serão excluídos permanentemente. As visitas são recalculadas com o que restar.',
} as const
export const visits = { one: '{count} visita', other: '{count} visitas', many: '{count} de visitas' } as const
export const events = { one: '{count} evento', other: '{count} eventos', many: '{count} de eventos' } as const
export const days = { one: '{count} dia', other: '{count} dias', many: '{count} de dias' } as const
export const sumsStay = {
  one: '{count} dia tem apenas totais diários, entre os quais os filtros não podem escolher. Ele fica como está.',
  other: '{count} dias têm apenas totais diários, entre os quais os filtros não podem escolher. Eles ficam como estão.',
  many: '{count} de dias têm apenas totais diários, entre os quais os filtros não podem escolher. Eles ficam como estão.',
} as const
export const sumsGo = {
  one: '{count} dia tem apenas totais diários. Eles são excluídos com ele.',
  other: '{count} dias têm apenas totais diários. Eles são excluídos com eles.',
  many: '{count} de dias têm apenas totais diários. Eles são excluídos com eles.',
} as const
export const sumsLose = {
  one: '{count} dia tem apenas totais diários. As linhas afetadas são excluídas, mas suas visitas e visitantes não mudam.',
  other:
    '{count} dias têm apenas totais diários. As linhas afetadas são excluídas, mas suas visitas e visitantes não mudam.',
  many: '{count} de dias têm apenas totais diários. As linhas afetadas são excluídas, mas suas visitas e visitantes não mudam.',
} as const
export const later = 'A exclusão começa em {minutes} minutos. Até lá, você pode interrompê-la.'
export const typeNumber = 'Digite {number} para confirmar'
export const remove = 'Excluir'
export const waits = 'A exclusão começa em {minutes} minutos'
export const list = 'Exclusões'
export const states = {
  waiting: 'Começa às {time}',
  running: 'Excluindo',
  done: 'Concluída',
  stopped: 'Interrompida',
} as const
export const by = '{name}, {time}'
export const stop = 'Interromper'
export const stopOf = 'Interromper a exclusão: {name}'
export const stopped = 'A exclusão foi interrompida'
export const progressOf = 'Progresso da exclusão: {name}'
