export const profile = 'Perfil'
export const email = 'Correo electrónico'
export const name = 'Nombre'
export const unconfirmed =
  'Su dirección de correo electrónico no está confirmada. Confírmela para abrir los sitios que otras personas han compartido con usted.'
export const sendConfirmation = 'Enviar correo de confirmación'
export const confirmationSent = 'Revise su bandeja de entrada y abra el enlace en este navegador.'
export const confirmByOperator =
  'El correo electrónico no está configurado aquí. Pida a la persona que administra este servicio que confirme su dirección.'
export const language = 'Idioma'
export const languageOfBrowser = 'Idioma del navegador'
export const languageHint = 'Idioma de estas páginas y de los correos que usted recibe.'
export const changeEmail = 'Cambiar correo electrónico'
export const newEmail = 'Nuevo correo electrónico'
export const newEmailHint =
  'Se envía un enlace a esta dirección. La dirección cambia cuando usted lo abre en este navegador.'
export const sendLink = 'Enviar enlace'
export const emailSent = 'Revise la bandeja de entrada de {email} y abra el enlace en este navegador.'
export const emailByOperator =
  'El correo electrónico no está configurado aquí. La persona que administra este servicio puede cambiar su dirección con este comando:'
export const emailCommand = '{tidemark} user email --email {email} --to {to}'
export const emailExample = 'nueva@example.com'

export const shortcuts = 'Usar atajos de una sola tecla'
export const shortcutsHint = 'En un panel, D muestra hoy, W los últimos 7 días y ? la lista de todas las teclas.'

export const password = 'Contraseña'
export const currentPassword = 'Contraseña actual'
export const newPassword = 'Nueva contraseña'
export const passwordHint = 'Use al menos {least} caracteres. El cambio cierra la sesión en sus otros navegadores.'
export const savePassword = 'Cambiar contraseña'
export const passwordSaved = 'Contraseña cambiada'

export const sessions = 'Sesiones'
export const sessionsLead = 'Navegadores en los que tiene una sesión iniciada.'
export const unknownBrowser = 'Navegador desconocido'
export const thisBrowser = 'este navegador'
export const lastUsed = 'Último uso: {time}'
export const endSession = 'Cerrar sesión: {browser}'
export const end = 'Cerrar sesión'
export const ended = 'Sesión cerrada'
export const everywhere = 'Cerrar sesión en todas partes'

export const keys = 'Claves de API'
export const keysLead = 'Claves para scripts y aplicaciones que usan la API Stats o la API Sites.'
export const noKeys = 'Todavía no hay claves de API.'
export const keyName = 'Nombre'
export const keyTeam = 'Equipo'
export const allTeams = 'Todos los equipos'
export const keyScopes = 'Permisos'
export const scopes = {
  'stats:read:*': 'Leer estadísticas',
  'sites:read:*': 'Leer sitios',
  'sites:provision:*': 'Leer y gestionar sitios',
  'events:send:*': 'Enviar eventos',
} as const
export const createKey = 'Crear clave de API'
export const keyMade = 'Copie esta clave ahora. No podrá volver a verla.'
export const copyKey = 'Copiar clave'
export const onlyTeam = 'Equipo {team}'
export const keyCreated = 'Creada el {day}'
export const never = 'Nunca usada'
export const revoke = 'Revocar'
export const revokeKey = 'Revocar: {name}'
export const revokeAsk = '¿Revocar la clave de API «{name}»?'
export const revokeLead = 'Los scripts y las aplicaciones que usan esta clave pierden el acceso de inmediato.'
export const revoked = 'Clave de API revocada'
export const done = 'Listo'
