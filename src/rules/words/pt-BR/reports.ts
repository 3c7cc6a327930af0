export const kinds = {
  weekly: ['Relatório semanal', 'Os números da semana anterior, enviados no fuso horário do site.'],
  monthly: ['Relatório mensal', 'Os números do mês anterior, enviados no fuso horário do site.'],
  spike: ['Pico de tráfego', 'Enviado quando o número de visitantes atuais atinge este valor, no máximo {often}.'],
  drop: [
    'Queda de tráfego',
    'Enviado quando as últimas {over} horas tiveram menos visitantes do que este número, no máximo {often}.',
  ],
  silence: [
    'Sem eventos',
    'Enviado quando nenhum evento chega por este tempo. O script pode ter sido removido das suas páginas.',
  ],
}
export const rests = { hours: 'uma vez a cada {count} horas', day: 'uma vez por dia' } as const
export const thresholds = {
  spike: 'Visitantes atuais, no mínimo',
  drop: 'Visitantes em {over} horas, menos de',
  silence: 'Horas sem eventos',
}
export const recipients = 'Destinatários'
export const rule = 'Aviso'
export const weekday = 'Dia da semana'
export const monthDay = 'Dia do mês'
export const time = 'Horário'
export const channels = 'Canais'
export const recipientsOrWebhooksHint =
  'Um endereço de e-mail ou webhook por linha, por exemplo https://hooks.example.com/tidemark.'
export const addMe = 'Incluir meu e-mail'
export const addMeOf = 'Incluir meu e-mail: {kind}'
export const save = 'Salvar'
export const saved = 'Salvo'
export const failed = 'A última mensagem para {address} falhou em {time}: {failure}'
export const sendTest = 'Enviar um teste'
export const sendTestOf = 'Enviar um teste: {kind}'
export const testSent = 'Teste enviado para {address}'
export const testFailed = 'Não foi possível enviar o teste: {failure}'
export const preview = 'Prévia'
export const previewOf = 'Prévia: {kind}'
export const noMail = 'O e-mail não está configurado (falta SMTP_URL). Os canais continuam funcionando.'
export const noWay =
  'Os relatórios vão por e-mail ou para canais. O e-mail não está configurado aqui, e ainda não há nenhum canal.'
export const unsubscribe = 'Cancelar inscrição'
export const ask = 'Parar de enviar “{kind}” de {site} para {address}?'
export const done = 'Inscrição cancelada. Você não receberá mais este e-mail.'
export const gone = 'A inscrição deste endereço já foi cancelada.'
