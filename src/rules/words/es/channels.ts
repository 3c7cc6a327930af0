export const channels = 'Canales'
export const lead =
  'Chats y webhooks que pueden recibir informes y avisos. Elíjalos abajo, junto a las direcciones de correo.'
export const none = 'Aún no hay canales. Añada uno para recibir informes y avisos donde conversa su equipo.'
export const services = {
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  webhook: 'Webhook',
}
export const help = {
  slack: 'En Slack, cree una aplicación con un webhook entrante y copie su dirección.',
  discord: 'En los ajustes del canal de Discord, abra Integraciones, luego Webhooks, y copie la dirección del webhook.',
  telegram: 'Cree un bot con @BotFather, añádalo al grupo e introduzca su token y el número del chat.',
  teams:
    'En Teams, cree el flujo de trabajo «Enviar alertas de webhook a un canal» y copie su dirección. Los conectores de Office 365 ya no funcionan.',
  ntfy: 'La dirección de un tema. Quien conozca su nombre puede leerlo, así que elija uno difícil de adivinar.',
  webhook: 'Recibe JSON firmado, para que su programa distinga los mensajes auténticos.',
}
export const service = 'Servicio'
export const fields = { address: 'Dirección', token: 'Token', chat: 'Chat' }
export const addressHint = 'Por ejemplo {example}. A partir de ahora solo se muestra en parte.'
export const serverHint = 'Déjelo vacío para {example}.'
export const tokenHint = 'Déjelo vacío si el tema es abierto. Si no, un token de acceso o usuario:contraseña.'
export const chatHint = 'Por ejemplo -1001234567890, o @nombre para un canal público.'
export const name = 'Nombre'
export const optional = 'Opcional.'
export const add = 'Añadir canal'
export const added = 'Canal añadido'
export const change = 'Cambiar'
export const changeOf = 'Cambiar el canal: {name}'
export const changeHint = 'Déjelo vacío para conservarla.'
export const save = 'Guardar'
export const saved = 'Canal guardado'
export const broken = 'Averiado'
export const brokenLead =
  'No se envía nada a {name} desde el {time}: {failure}. Introduzca de nuevo la dirección o envíe una prueba.'
export const testOf = 'Enviar una prueba: {name}'
export const testSent = 'Prueba enviada a {name}'
export const secret = 'Nuevo secreto'
export const secretOf = 'Nuevo secreto de firma: {name}'
export const secretAsk = '¿Crear un nuevo secreto de firma para {name}?'
export const secretLead = 'Los mensajes se firman de inmediato con el nuevo secreto. El anterior deja de servir.'
export const secretMade = 'Copie este secreto ahora. No podrá volver a verlo. Su programa comprueba las firmas con él.'
export const copySecret = 'Copiar secreto'
export const done = 'Listo'
export const remove = 'Eliminar'
export const removeOf = 'Eliminar el canal: {name}'
export const removeAsk = '¿Eliminar el canal {name}?'
export const removeLead = 'Los informes y avisos dejan de enviarse allí.'
export const removed = 'Canal eliminado'
