export const kinds = {
  weekly: ['Informe semanal', 'Las cifras de la semana pasada, enviadas en la zona horaria del sitio.'],
  monthly: ['Informe mensual', 'Las cifras del mes pasado, enviadas en la zona horaria del sitio.'],
  spike: [
    'Pico de tráfico',
    'Se envía cuando el número de visitantes actuales alcanza este valor, como máximo {often}.',
  ],
  drop: [
    'Caída de tráfico',
    'Se envía cuando en las últimas {over} horas hubo menos visitantes que este número, como máximo {often}.',
  ],
  silence: [
    'Sin eventos',
    'Se envía cuando no ha llegado ningún evento durante este tiempo. Puede que falte el script en sus páginas.',
  ],
}
export const rests = { hours: 'una vez cada {count} horas', day: 'una vez al día' } as const
export const thresholds = {
  spike: 'Visitantes actuales, al menos',
  drop: 'Visitantes en {over} horas, menos de',
  silence: 'Horas sin eventos',
}
export const recipients = 'Destinatarios'
export const rule = 'Aviso'
export const weekday = 'Día de la semana'
export const monthDay = 'Día del mes'
export const time = 'Hora'
export const channels = 'Canales'
export const recipientsOrWebhooksHint =
  'Una dirección de correo electrónico o un webhook por línea, por ejemplo https://hooks.example.com/tidemark.'
export const addMe = 'Añadirme'
export const addMeOf = 'Añadirme: {kind}'
export const save = 'Guardar'
export const saved = 'Guardado'
export const failed = 'El último mensaje a {address} falló ({time}): {failure}'
export const sendTest = 'Enviar una prueba'
export const sendTestOf = 'Enviar una prueba: {kind}'
export const testSent = 'Prueba enviada a {address}'
export const testFailed = 'No se pudo enviar la prueba: {failure}'
export const preview = 'Vista previa'
export const previewOf = 'Vista previa: {kind}'
export const noMail = 'El correo electrónico no está configurado (falta SMTP_URL). Los canales funcionan igualmente.'
export const noWay =
  'Los informes van por correo o a canales. Aquí el correo no está configurado y todavía no hay ningún canal.'

export const unsubscribe = 'Cancelar la suscripción'
export const ask = '¿Dejar de enviar «{kind}» de {site} a {address}?'
export const done = 'La suscripción está cancelada. Ya no recibirá este correo.'
export const gone = 'La suscripción de esta dirección ya estaba cancelada.'
