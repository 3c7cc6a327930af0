export const days = '{first} al {last}'
export const noValue = '–'

export const notSet = '(sin definir)'
export const none = '(ninguna)'
export const direct = 'Directo / ninguna'

export const same = 'sin cambios'
export const up = 'sube {size}'
export const down = 'baja {size}'
export const points = { one: '{count} punto', many: '{count} de puntos', other: '{count} puntos' }

export const weekSubject = '{domain}: semana del {days}'
export const monthSubject = '{domain}: mes de {days}'
export const weekLead = 'Semana del {days}'
export const monthLead = 'Mes de {days}'
export const daily = 'Visitantes por día'
export const graph = 'Visitantes por día: {counts}'

export const dashboard = 'Panel'
export const openDashboard = 'Abrir el panel'
export const recipients = 'Cambiar los destinatarios'
export const unsubscribe = 'Cancelar la suscripción'
export const address = '{name}: {url}'

export const notices = {
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
}
export const rules = {
  above: {
    one: '{metric} de {domain} en la última hora: {value}, por encima de {limit}',
    many: '{metric} de {domain} en las últimas {count} horas: {value}, por encima de {limit}',
    other: '{metric} de {domain} en las últimas {count} horas: {value}, por encima de {limit}',
  },
  below: {
    one: '{metric} de {domain} en la última hora: {value}, por debajo de {limit}',
    many: '{metric} de {domain} en las últimas {count} horas: {value}, por debajo de {limit}',
    other: '{metric} de {domain} en las últimas {count} horas: {value}, por debajo de {limit}',
  },
  up: {
    one: '{metric} de {domain} en la última hora: {value}, un {share} más de lo habitual ({usual})',
    many: '{metric} de {domain} en las últimas {count} horas: {value}, un {share} más de lo habitual ({usual})',
    other: '{metric} de {domain} en las últimas {count} horas: {value}, un {share} más de lo habitual ({usual})',
  },
  down: {
    one: '{metric} de {domain} en la última hora: {value}, un {share} menos de lo habitual ({usual})',
    many: '{metric} de {domain} en las últimas {count} horas: {value}, un {share} menos de lo habitual ({usual})',
    other: '{metric} de {domain} en las últimas {count} horas: {value}, un {share} menos de lo habitual ({usual})',
  },
}
export const droppedShare = 'Eventos descartados'
export const sentence = '{notice}.'

export const invitation = {
  subject: 'Invitación a {to} de {by}',
  text: '{who} le invita a Tidemark para ver las estadísticas de {to} (rol: {role}). El enlace es válido una sola vez, durante {days} días. Si no conoce a {by}, ignore este correo.',
  link: 'Aceptar la invitación',
}
export const reset = {
  subject: 'Una nueva contraseña para Tidemark',
  text:
    'Alguien ha pedido una nueva contraseña para su cuenta. El enlace es válido una sola vez, durante ' +
    '{hours} horas. Si no la ha pedido usted, ignore este correo. Su contraseña sigue siendo la misma.',
  link: 'Elegir una nueva contraseña',
}
export const addressNotice = {
  subject: 'Su dirección de correo en Tidemark',
  text:
    'Alguien que ha iniciado sesión en su cuenta ha pedido cambiar su dirección de correo por {to}. ' +
    'La dirección cambia cuando se abre el enlace del correo enviado a {to}. ' +
    'Si no lo ha pedido usted, cambie su contraseña ahora.',
}
export const confirmation = {
  subject: 'Confirme su dirección de correo para Tidemark',
  text:
    'Para confirmar su dirección de correo, abra este enlace en el navegador donde ha iniciado sesión. Es ' +
    'válido una sola vez, durante {hours} horas. Si no tiene una cuenta con esta dirección, ignore este ' +
    'correo.',
  link: 'Confirmar la dirección',
}
