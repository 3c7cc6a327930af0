export const days = '{first} a {last}'
export const noValue = '–'

export const notSet = '(não definido)'
export const none = '(nenhuma)'
export const direct = 'Direto / nenhuma'

export const same = 'sem variação'
export const up = 'alta de {size}'
export const down = 'queda de {size}'
export const points = { one: '{count} ponto', many: '{count} de pontos', other: '{count} pontos' }

export const weekSubject = '{domain}: semana de {days}'
export const monthSubject = '{domain}: mês de {days}'
export const weekLead = 'Semana de {days}'
export const monthLead = 'Mês de {days}'
export const daily = 'Visitantes por dia'
export const graph = 'Visitantes por dia: {counts}'

export const dashboard = 'Painel'
export const openDashboard = 'Abrir o painel'
export const recipients = 'Alterar os destinatários'
export const unsubscribe = 'Cancelar inscrição'
export const address = '{name}: {url}'

export const notices = {
  spike: {
    one: '{domain} tem {count} visitante neste momento',
    many: '{domain} tem {count} de visitantes neste momento',
    other: '{domain} tem {count} visitantes neste momento',
  },
  drop: {
    one: '{domain} teve {count} visitante nas últimas {over} horas',
    many: '{domain} teve {count} de visitantes nas últimas {over} horas',
    other: '{domain} teve {count} visitantes nas últimas {over} horas',
  },
  silence: {
    one: '{domain} não envia nenhum evento há {count} hora',
    many: '{domain} não envia nenhum evento há {count} de horas',
    other: '{domain} não envia nenhum evento há {count} horas',
  },
}
export const rules = {
  above: {
    one: '{metric} de {domain} na última hora: {value}, acima de {limit}',
    many: '{metric} de {domain} nas últimas {count} horas: {value}, acima de {limit}',
    other: '{metric} de {domain} nas últimas {count} horas: {value}, acima de {limit}',
  },
  below: {
    one: '{metric} de {domain} na última hora: {value}, abaixo de {limit}',
    many: '{metric} de {domain} nas últimas {count} horas: {value}, abaixo de {limit}',
    other: '{metric} de {domain} nas últimas {count} horas: {value}, abaixo de {limit}',
  },
  up: {
    one: '{metric} de {domain} na última hora: {value}, {share} acima do normal ({usual})',
    many: '{metric} de {domain} nas últimas {count} horas: {value}, {share} acima do normal ({usual})',
    other: '{metric} de {domain} nas últimas {count} horas: {value}, {share} acima do normal ({usual})',
  },
  down: {
    one: '{metric} de {domain} na última hora: {value}, {share} abaixo do normal ({usual})',
    many: '{metric} de {domain} nas últimas {count} horas: {value}, {share} abaixo do normal ({usual})',
    other: '{metric} de {domain} nas últimas {count} horas: {value}, {share} abaixo do normal ({usual})',
  },
}
export const droppedShare = 'Eventos descartados'
export const sentence = '{notice}.'

export const invitation = {
  subject: 'Convite para {to} de {by}',
  text: '{who} convida você para o Tidemark, para ver as estatísticas de {to} (função: {role}). O link funciona uma vez, por {days} dias. Se você não conhece {by}, ignore este e-mail.',
  link: 'Aceitar convite',
}
export const reset = {
  subject: 'Uma nova senha para o Tidemark',
  text:
    'Alguém pediu uma nova senha para a sua conta. O link funciona uma vez, por {hours} horas. ' +
    'Se não foi você, ignore este e-mail. A sua senha continua a mesma.',
  link: 'Escolher uma nova senha',
}
export const addressNotice = {
  subject: 'Seu endereço de e-mail no Tidemark',
  text:
    'Alguém conectado à sua conta pediu para mudar o endereço de e-mail dela para {to}. ' +
    'O endereço muda quando o link do e-mail enviado para {to} é aberto. ' +
    'Se não foi você, mude a sua senha agora.',
}
export const confirmation = {
  subject: 'Confirme seu endereço de e-mail no Tidemark',
  text:
    'Abra este link no navegador em que você está conectado para confirmar o seu endereço de e-mail. ' +
    'Ele funciona uma vez, por {hours} horas. Se você não tem uma conta com este endereço, ignore este e-mail.',
  link: 'Confirmar endereço',
}
