export const began = 'Entraram aqui'
export const column = 'Coluna'
export const counted =
  'Uma jornada é a sequência de páginas e eventos personalizados de uma visita. Cada visita é contada uma vez. Com um ponto de partida, as etapas seguem a primeira vez em que a visita o atingiu. Com um ponto final, elas levam à última vez. Entre duas etapas não há outras páginas nem eventos. Recarregamentos não contam.'
export const countedShare =
  'O percentual de uma linha é a parte dela nas visitas da etapa anterior. A taxa de conversão é o percentual de visitantes da primeira etapa que atingiram a última.'
export const endPoint = 'Ponto final'
export const ended = 'Nenhuma outra ação'
export const funnelName = 'Nome'
export const funnelSaved = 'Funil salvo'
export const kind = 'Tipo'
export const kinds = {
  page: 'Página',
  folder: 'Pasta',
  event: 'Evento',
  goal: 'Meta',
} as const
export const missingRows = {
  one: 'mais {count} linha não está neste arquivo',
  many: 'mais {count} de linhas não estão neste arquivo',
  other: 'mais {count} linhas não estão neste arquivo',
} as const
export const name = 'Nome'
export const nameTaken = 'Outro funil tem este nome. Escolha outro.'
export const newGoals = 'Estas metas serão adicionadas:'
export const newPageGoal = 'Visit {name}'
export const noImported = 'Dias importados não têm jornadas e não estão incluídos aqui.'
export const noNewGoals = 'Todas as etapas já são metas deste site.'
export const nothingFound = 'Nenhum resultado.'
export const openFolder = 'Mostrar páginas: {name}'
export const pageCount = 'Páginas'
export const pages = {
  one: '{count} página',
  many: '{count} de páginas',
  other: '{count} páginas',
} as const
export const path = 'Caminho'
export const saveAsFunnel = 'Salvar como funil'
export const search = 'Buscar'
export const share = '% do total'
export const showMore = 'Mostrar mais {count}'
export const startOver = 'Recomeçar'
export const startingPoint = 'Ponto de partida'
export const stepsAfter = {
  one: '{count} etapa depois',
  many: '{count} de etapas depois',
  other: '{count} etapas depois',
} as const
export const stepsBefore = {
  one: '{count} etapa antes',
  many: '{count} de etapas antes',
  other: '{count} etapas antes',
} as const
export const summary = {
  one: 'Taxa de conversão {rate} · {count} visitante',
  many: 'Taxa de conversão {rate} · {count} de visitantes',
  other: 'Taxa de conversão {rate} · {count} visitantes',
} as const
export const tooLong = 'Um funil tem no máximo {count} etapas.'
export const visitors = 'Visitantes'
export const visits = 'Visitas'
export const visitorCount = {
  one: '{count} visitante',
  many: '{count} de visitantes',
  other: '{count} visitantes',
} as const
export const chooseAfter = 'Escolha uma página ou um evento para ver o que os visitantes fizeram em seguida.'
export const chooseBefore = 'Escolha uma página ou um evento para ver o que os visitantes fizeram antes.'
