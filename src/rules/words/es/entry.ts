export const email = 'Correo electrónico'
export const name = 'Nombre'
export const password = 'Contraseña'
export const newPassword = 'Nueva contraseña'
export const passwordHint = 'Use al menos {least} caracteres.'

export const code = 'Código'
export const codeHint = 'Introduzca el código de su aplicación de autenticación o un código de recuperación.'

export const signIn = 'Iniciar sesión'
export const signInWith = 'Iniciar sesión con {name}'
export const wrong = 'El correo electrónico o la contraseña no son correctos'
export const forgot = '¿Olvidó su contraseña?'
export const forgotLead =
  'Introduzca su dirección de correo electrónico para recibir un enlace y elegir una nueva contraseña.'
export const sendLink = 'Enviar enlace'
export const linkSent =
  'Si existe una cuenta con esta dirección, un mensaje está en camino. Su enlace es válido una sola vez, durante {hours} horas.'
export const noMail =
  'El correo electrónico no está configurado aquí. Pida a la persona que administra este servicio que ejecute este comando en el servidor. El comando muestra un enlace con el que usted inicia sesión una sola vez.'
export const backToSignIn = 'Volver al inicio de sesión'
export const forgottenCommand = '{tidemark} user link --email {email}'
export const linkFor = 'Con este enlace inicia sesión como {email}, sin contraseña. Es válido una sola vez.'
export const signInExpired =
  'Este enlace ha caducado. Un enlace de inicio de sesión es válido una sola vez, durante {hours} horas.'
export const you = 'usted@example.com'

export const setUpLead = 'Esta cuenta será propietaria de todos los sitios existentes y de todos los que usted añada.'
export const createAccount = 'Crear cuenta'
export const setUpExpired =
  'Un enlace de configuración es válido una sola vez, durante {hours} horas. Para obtener otro, ejecute este comando en el servidor.'
export const setUpMissing =
  'Al iniciarse, Tidemark muestra un enlace después de «Set up:». Abra ese enlace o ejecute este comando en el servidor para obtener uno nuevo.'
export const setUpCommand = '{tidemark} user link'
export const setUpDone = 'Tidemark está configurado.'
export const noAccount =
  'Todavía no hay ninguna cuenta. Al iniciarse, Tidemark muestra un enlace después de «Set up:». Abra ese enlace o ejecute este comando en el servidor para obtener uno nuevo.'

export const invitedSite = 'Una invitación le da acceso a {to} con el rol {role}.'
export const invitedBy = '{who} le da acceso a {to} con el rol {role}.'
export const invitedHasAccount = 'Usted ya tiene una cuenta. Inicie sesión con su contraseña para aceptar.'
export const accept = 'Aceptar invitación'
export const inviteExpired =
  'Una invitación es válida una sola vez, durante {days} días. Pida otra a la persona que se la envió.'

export const savePassword = 'Guardar contraseña'
export const revokeKeys = 'Revocar todas las claves de API de esta cuenta'
export const revokeKeysHint =
  'Elija esta opción si otra persona puede haber usado la cuenta. Si no, sus claves seguirán funcionando.'
export const resetExpired = 'Un enlace para una nueva contraseña es válido una sola vez, durante {hours} horas.'

export const openDashboard = 'Abrir panel'
export const shareLead = 'Este panel está protegido con una contraseña.'
export const framed = 'La contraseña no se puede introducir dentro de otra página. Abra el panel en una pestaña nueva.'
export const openInTab = 'Abrir en una pestaña nueva'
