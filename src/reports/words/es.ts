// Spanish words of mails and notices (reports/words).
import type { Words } from './keys.ts'

export const words: Words = {
  minutes: '{minutes} min {seconds} s',
  seconds: '{seconds} s',
  days: '{first} al {last}',
  noValue: '–',

  notSet: '(sin definir)',
  none: '(ninguna)',
  direct: 'Directo / ninguna',

  same: 'sin cambios',
  up: 'sube {size}',
  down: 'baja {size}',
  points: { one: '{count} punto', many: '{count} de puntos', other: '{count} puntos' },

  weekSubject: '{domain}: semana del {days}',
  monthSubject: '{domain}: mes de {days}',
  graph: 'Visitantes por día: {counts}',

  dashboard: 'Panel',
  openDashboard: 'Abrir el panel',
  recipients: 'Cambiar los destinatarios',
  unsubscribe: 'Cancelar la suscripción',
  address: '{name}: {url}',

  notices: {
    spike: {
      one: '{domain} tiene {count} visitante en este momento',
      many: '{domain} tiene {count} de visitantes en este momento',
      other: '{domain} tiene {count} visitantes en este momento',
    },
    drop: {
      one: '{domain} tuvo {count} visitante en las últimas {over} horas',
      many: '{domain} tuvo {count} de visitantes en las últimas {over} horas',
      other: '{domain} tuvo {count} visitantes en las últimas {over} horas',
    },
    silence: {
      one: '{domain} no ha enviado ningún evento desde hace {count} hora',
      many: '{domain} no ha enviado ningún evento desde hace {count} de horas',
      other: '{domain} no ha enviado ningún evento desde hace {count} horas',
    },
  },
  sentence: '{notice}.',

  invitation: {
    subject: 'Invitación a {to}',
    text:
      'Tiene una invitación para ver las estadísticas de {to}. El enlace es válido una sola vez, durante ' +
      '{days} días.',
    link: 'Aceptar la invitación',
  },
  reset: {
    subject: 'Una nueva contraseña para Tidemark',
    text:
      'Alguien ha pedido una nueva contraseña para su cuenta. El enlace es válido una sola vez, durante ' +
      '{hours} horas. Si no la ha pedido usted, ignore este correo. Su contraseña sigue siendo la misma.',
    link: 'Elegir una nueva contraseña',
  },
  addressNotice: {
    subject: 'Su dirección de correo en Tidemark',
    text:
      'Alguien que ha iniciado sesión en su cuenta ha pedido cambiar su dirección de correo por {to}. ' +
      'La dirección cambia cuando se abre el enlace del correo enviado a {to}. ' +
      'Si no lo ha pedido usted, cambie su contraseña ahora.',
  },
  confirmation: {
    subject: 'Confirme su dirección de correo para Tidemark',
    text:
      'Para confirmar su dirección de correo, abra este enlace en el navegador donde ha iniciado sesión. Es ' +
      'válido una sola vez, durante {hours} horas. Si no tiene una cuenta con esta dirección, ignore este ' +
      'correo.',
    link: 'Confirmar la dirección',
  },
}
