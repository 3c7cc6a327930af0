// Brazilian Portuguese words of mails and notices (reports/words).
import type { Words } from './keys.ts'

export const words: Words = {
  minutes: '{minutes} min {seconds} s',
  seconds: '{seconds} s',
  days: '{first} a {last}',
  noValue: '–',

  notSet: '(não definido)',
  none: '(nenhuma)',
  direct: 'Direto / nenhuma',

  same: 'sem variação',
  up: 'alta de {size}',
  down: 'queda de {size}',
  points: { one: '{count} ponto', many: '{count} de pontos', other: '{count} pontos' },

  weekSubject: '{domain}: semana de {days}',
  monthSubject: '{domain}: mês de {days}',
  graph: 'Visitantes por dia: {counts}',

  dashboard: 'Painel',
  openDashboard: 'Abrir o painel',
  recipients: 'Alterar os destinatários',
  unsubscribe: 'Cancelar inscrição',
  address: '{name}: {url}',

  notices: {
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
  },
  sentence: '{notice}.',

  invitation: {
    subject: 'Convite para {to}',
    text: 'Você recebeu um convite para ver as estatísticas de {to}. O link funciona uma vez, por {days} dias.',
    link: 'Aceitar convite',
  },
  reset: {
    subject: 'Uma nova senha para o Tidemark',
    text:
      'Alguém pediu uma nova senha para a sua conta. O link funciona uma vez, por {hours} horas. ' +
      'Se não foi você, ignore este e-mail. A sua senha continua a mesma.',
    link: 'Escolher uma nova senha',
  },
  addressNotice: {
    subject: 'Seu endereço de e-mail no Tidemark',
    text:
      'Alguém conectado à sua conta pediu para mudar o endereço de e-mail dela para {to}. ' +
      'O endereço muda quando o link do e-mail enviado para {to} é aberto. ' +
      'Se não foi você, mude a sua senha agora.',
  },
  confirmation: {
    subject: 'Confirme seu endereço de e-mail no Tidemark',
    text:
      'Abra este link no navegador em que você está conectado para confirmar o seu endereço de e-mail. ' +
      'Ele funciona uma vez, por {hours} horas. Se você não tem uma conta com este endereço, ignore este e-mail.',
    link: 'Confirmar endereço',
  },
}
