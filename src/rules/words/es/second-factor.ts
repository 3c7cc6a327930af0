export const title = 'Autenticación en dos pasos'
export const lead = 'Al iniciar sesión también se pide un código de una aplicación de su teléfono.'
export const isOff = 'Desactivada'
export const isOn = {
  one: 'Activada. Queda {count} código de recuperación.',
  many: 'Activada. Quedan {count} de códigos de recuperación.',
  other: 'Activada. Quedan {count} códigos de recuperación.',
} as const
export const turnOn = 'Activar'
export const turnOff = 'Desactivar'
export const setUp = 'Configurar la autenticación en dos pasos'
export const currentPassword = 'Contraseña actual'
export const start = 'Empezar'
export const scanLead =
  'Escanee el código QR con su aplicación de autenticación. Introduzca después las seis cifras que muestra la aplicación.'
export const qrCode = 'Código QR para su aplicación de autenticación'
export const secretLead = 'Si no puede escanearlo, introduzca esta clave en la aplicación:'
export const copySecret = 'Copiar la clave'
export const openApp = 'Abrir en la aplicación'
export const code = 'Código'
export const codeHint = 'Seis cifras. El código cambia cada 30 segundos.'
export const anyCodeHint = 'Introduzca el código de su aplicación de autenticación o un código de recuperación.'
export const codesLead =
  'Cada uno de estos códigos le permite iniciar sesión una vez si pierde su teléfono. Cópielos ahora y guárdelos en un lugar seguro. No podrá volver a verlos.'
export const copyCodes = 'Copiar códigos de recuperación'
export const done = 'Listo'
export const turnedOff = 'La autenticación en dos pasos está desactivada'
export const offTitle = 'Desactivar la autenticación en dos pasos'
