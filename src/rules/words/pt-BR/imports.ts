export const title = 'Importação'
export const lead =
  'Importe seu histórico de outro produto ou eventos exportados do Tidemark. Importar o mesmo arquivo novamente não o conta duas vezes.'
export const kind = 'Formato'
export const file = 'Arquivo'
export const fileHint = '{file} Até {size}. Se a conexão cair, escolha o mesmo arquivo novamente para continuar.'
export const loses = 'Não importado'
export const looseCsv = { one: '{count} arquivo CSV', many: '{count} de arquivos CSV', other: '{count} arquivos CSV' }
export const looseFiles = { one: '{count} arquivo', many: '{count} de arquivos', other: '{count} arquivos' }
export const skipInvalid = 'Ignorar linhas inválidas'
export const upload = 'Enviar'
export const uploading = 'Enviando…'
export const noFile = 'Escolha um arquivo.'
export const fileTooLarge = 'O arquivo é maior que {size}.'
export const fileChanged = 'Não é mais possível ler o arquivo. Escolha-o novamente.'
export const underWay = 'Arquivos'
export const states = {
  receiving: 'Enviando',
  waiting: 'Aguardando',
  importing: 'Importando',
  done: 'Concluído',
  failed: 'Falhou',
} as const
export const sent = '{part} de {whole} enviados. Escolha o mesmo arquivo para continuar.'
export const sending = '{part} de {whole}'
export const checking = 'Verificando, {share}'
export const importing = {
  one: 'Importando, {share}, {count} evento',
  many: 'Importando, {share}, {count} de eventos',
  other: 'Importando, {share}, {count} eventos',
}
export const brought = {
  one: '{count} evento importado',
  many: '{count} de eventos importados',
  other: '{count} eventos importados',
}
export const broughtSums = {
  one: 'Somas de {count} dia importadas',
  many: 'Somas de {count} de dias importadas',
  other: 'Somas de {count} dias importadas',
}
export const already = 'Este arquivo já foi importado'
export const skippedLines = {
  one: '{count} linha inválida foi ignorada',
  many: '{count} de linhas inválidas foram ignoradas',
  other: '{count} linhas inválidas foram ignoradas',
}
export const droppedEngagements = {
  one: '{count} evento de engajamento sem visita foi descartado',
  many: '{count} de eventos de engajamento sem visita foram descartados',
  other: '{count} eventos de engajamento sem visita foram descartados',
}
export const daysOut = {
  one: '{count} dia ficou de fora porque o site já tem números desse dia',
  many: '{count} de dias ficaram de fora porque o site já tem números desses dias',
  other: '{count} dias ficaram de fora porque o site já tem números desses dias',
}
export const partly = 'Alguns arquivos, colunas ou linhas não foram importados'
export const progressOf = 'Progresso de {name}'
export const cancel = 'Cancelar'
export const cancelOf = 'Cancelar: {name}'
export const dismiss = 'Dispensar'
export const dismissOf = 'Dispensar: {name}'
export const past = 'Importações'
export const none = 'Nenhuma importação ainda.'
export const requests = {
  one: '{count} solicitação de página',
  many: '{count} de solicitações de páginas',
  other: '{count} solicitações de páginas',
}
export const sources = { ndjson: 'Eventos', demo: 'Demonstração', coverage: 'Solicitações de páginas' } as const
export const importStates = {
  running: 'Em andamento',
  abandoned: 'Interrompida',
  done: '',
  deleting: 'Sendo excluída',
} as const
export const events = { one: '{count} evento', many: '{count} de eventos', other: '{count} eventos' }
export const sums = { one: '{count} total diário', many: '{count} de totais diários', other: '{count} totais diários' }
export const days = '{first} a {last}'
export const unknownDays = 'dias desconhecidos'
export const remove = 'Excluir'
export const removeOf = 'Excluir importação: {name}'
export const removeAsk = 'Excluir a importação “{name}”?'
export const removeLead =
  'Serão excluídos: {rows} de {days}. O tráfego ao vivo e as outras importações são mantidos. Você pode importar o arquivo novamente.'
export const removed = 'A importação está sendo excluída'
export const exportTitle = 'Exportação'
export const exportLead =
  'Baixe os dados brutos como linhas JSON compactadas (.ndjson.gz). Os eventos exportados podem ser importados novamente.'
export const what = 'Linhas'
export const whats = { events: 'Eventos', sessions: 'Visitas' } as const
export const from = 'De'
export const to = 'Até'
export const rangeHint = 'Dias no fuso horário do site. Deixe em branco para exportar todos os dias.'
export const download = 'Baixar'
