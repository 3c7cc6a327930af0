export const general = {
  same: 'Este ya es el dominio actual. Introduce otro.',
  large: 'El archivo es demasiado grande. Puede tener como máximo {most} bytes.',
  blank: 'Este campo no puede estar vacío.',
  invalid: 'El servicio no acepta este valor.',
  long: 'El texto es demasiado largo. El máximo es de {most} caracteres.',
  longBytes: 'El texto es demasiado largo. El máximo es de {most} bytes.',
  tooLong: 'El texto es demasiado largo.',
  short: 'El texto es demasiado corto. Use al menos {least} caracteres.',
  taken: 'Este valor ya está en uso. Elija otro.',
  number: 'Introduzca un número entero entre {least} y {most}.',
  wrong: 'El valor no es correcto. Inténtelo de nuevo.',
  full: 'Se ha alcanzado el número máximo. Elimine primero un elemento.',
}

export const byField = {
  domain: {
    blank: 'Introduzca el dominio de su sitio, por ejemplo example.com.',
    invalid: 'Introduzca un dominio, por ejemplo example.com.',
    signs: 'Un dominio solo contiene letras, cifras, guiones y puntos, por ejemplo example.com.',
    taken: 'Otra cuenta de este servicio ya tiene este dominio. Pregunte cuál a la persona que administra el servicio.',
  },
  timezone: {
    blank: 'Elija una zona horaria, por ejemplo Europe/Berlin.',
    invalid: 'Esta zona horaria es desconocida. Escriba una ciudad y elija de la lista, por ejemplo Berlin.',
  },
  event_name: {
    blank: 'Introduzca el nombre de un evento, por ejemplo Signup.',
    reserved:
      'El script envía «{name}» automáticamente, así que no puede ser un objetivo. Introduzca otro nombre de evento.',
    currency: 'Ya hay un objetivo para «{name}» en {currency}. Todos los objetivos de un evento usan la misma moneda.',
    full: 'Este sitio ha alcanzado el límite de {goals} objetivos. Elimine primero uno.',
  },
  page_path: {
    blank: 'Introduzca una ruta, por ejemplo /thank-you.',
    full: 'Este sitio ha alcanzado el límite de {goals} objetivos. Elimine primero uno.',
  },
  scroll_threshold: {
    blank: 'Introduzca un número entero entre 0 y 100.',
    number: 'Introduzca un número entero entre 0 y 100.',
  },
  currency: {
    invalid: 'Este código de moneda es desconocido. Introduzca un código de tres letras, por ejemplo EUR.',
  },
  display_name: { taken: 'Otro objetivo tiene este nombre. Elija otro.' },
  custom_props: {
    blank: 'Introduzca un nombre y un valor para cada propiedad.',
    taken: 'Otro objetivo tiene las mismas propiedades. Cambie o quite una.',
  },
  property: {
    blank: 'Introduzca el nombre de una propiedad, por ejemplo author.',
    tooLong: 'Este nombre es demasiado largo. El máximo es de {characters} caracteres.',
    full: 'Este sitio ha alcanzado el límite de {properties} propiedades. Quite primero una.',
  },
  'value:ip': {
    blank: 'Introduzca una dirección IP, por ejemplo 203.0.113.7.',
    invalid: 'Introduzca una sola dirección IP, por ejemplo 203.0.113.7. No se pueden bloquear rangos como 10.0.0.0/8.',
    taken: 'Esta dirección ya está en la lista.',
    full: 'La lista ha alcanzado el límite de {most} direcciones. Quite primero una.',
  },
  'value:country': {
    taken: 'Este país ya está en la lista.',
    full: 'La lista ha alcanzado el límite de {most} países. Quite primero uno.',
  },
  'value:page': {
    blank: 'Introduzca una ruta, por ejemplo /admin/**.',
    signs: 'Una ruta empieza por /, por ejemplo /admin/**.',
    taken: 'Esta ruta ya está en la lista.',
    full: 'La lista ha alcanzado el límite de {most} páginas. Quite primero una.',
  },
  'value:hostname': {
    blank: 'Introduzca un nombre de host, por ejemplo shop.example.com.',
    taken: 'Este nombre de host ya está en la lista.',
    full: 'La lista ha alcanzado el límite de {most} nombres de host. Quite primero uno.',
  },
  email: {
    blank: 'Introduzca una dirección de correo electrónico, por ejemplo usted@example.com.',
    invalid: 'Introduzca una dirección de correo electrónico completa, por ejemplo usted@example.com.',
    taken: 'Ya existe una cuenta con esta dirección.',
    member: 'Esta persona ya es miembro del equipo.',
    guest: 'Esta persona ya es invitada de este sitio.',
  },
  password: {
    blank: 'Introduzca una contraseña.',
    short: 'Use al menos {least} caracteres.',
    common: 'Esta contraseña es demasiado común. Elija otra.',
    address: 'Su contraseña no puede ser su dirección de correo electrónico.',
    wrong: 'La contraseña no es correcta. Inténtelo de nuevo.',
  },
  current_password: {
    needed: 'Inició sesión hace un tiempo. Introduzca su contraseña actual para continuar.',
    wrong: 'La contraseña actual no es correcta. Inténtelo de nuevo.',
  },
  code: {
    needed: 'Introduzca el código de su aplicación de autenticación.',
    wrongCode: 'Este código no es correcto o ya se usó. Espere al siguiente.',
  },
  name: { blank: 'Introduzca un nombre.', reserved: 'Los plugins usan este nombre. Elija otro.' },
  description: { blank: 'Introduzca una descripción, por ejemplo WordPress.' },
  steps: {
    invalid: 'Un embudo tiene de {least} a {most} pasos.',
    reserved: 'Uno de estos objetivos se ha eliminado. Elija otro objetivo para ese paso.',
  },
  retention_months: {
    number: 'Introduzca un número entero de meses entre {least} y {most}, o deje el campo vacío.',
  },
  threshold: { number: 'Introduzca un número entero entre {least} y {most}.' },
  address: {
    blank: 'Introduzca la dirección que le dio el servicio.',
    invalid: 'Introduzca una dirección completa, por ejemplo https://hooks.example.com/tidemark.',
    reserved:
      'Los conectores de Office 365 ya no funcionan. Cree un flujo de trabajo en Teams e introduzca su dirección.',
    taken: 'Ya existe un canal con esta dirección.',
  },
  token: {
    blank: 'Introduzca el token del bot.',
    invalid: 'Esto no es un token. Cópielo tal como lo muestra @BotFather, por ejemplo 123456:ABC-DEF.',
  },
  chat: {
    blank: 'Introduzca el número del chat.',
    invalid: 'Introduzca el número del chat, por ejemplo -1001234567890, o @nombre para un canal público.',
    taken: 'Ya existe un canal para este chat.',
  },
  value: { number: 'Introduzca un número de {least} a {most}.' },
  recipients: {
    invalid:
      '«{name}» no es una dirección de correo electrónico. Introduzca una dirección por línea, por ejemplo usted@example.com.',
    signs:
      '«{name}» no es una dirección de correo electrónico ni un webhook. Introduzca uno por línea, por ejemplo usted@example.com o https://hooks.example.com/tidemark.',
    long: 'Una lista puede tener como máximo {most} destinatarios.',
  },
}

export const messages = {
  signedOut: 'Has cerrado la sesión. Vuelve a iniciarla.',
  wrongSignIn: 'La dirección de correo o la contraseña no es correcta.',
  passwordsOff: 'Aquí no se usan contraseñas. Inicia sesión con {name}.',
  forged: 'Esta solicitud no vino de una página de este servicio. Recarga la página e inténtalo de nuevo.',
  linkPassword: 'Este enlace tiene contraseña. Recarga la página e introdúcela.',
  factor: 'La autenticación en dos pasos ha cambiado entretanto. Recarga la página.',
  factorMissing:
    'Primero configura la autenticación en dos pasos de tu cuenta o introduce su código en la página de tu cuenta.',
  request: 'El servicio no pudo usar esta solicitud. Recarga la página e inténtalo de nuevo.',
  tooLarge: 'Esto es más de lo que el servicio acepta de una vez.',
  questions: 'Muchas personas consultan cifras en este momento. Inténtalo de nuevo en unos segundos.',
  pages: 'Hay demasiadas páginas abiertas. Cierra algunas.',
  timeout: 'Esto tardó demasiado. Prueba con un período más corto o menos filtros.',
  internal: 'Algo falló en el servicio. Su registro tiene los detalles con el número {request}.',
  consolidated: 'Una vista de varios sitios no tiene esto.',
  wrongTeam: 'No puedes añadir sitios a este equipo. Pregunta a uno de sus propietarios.',
  locked: 'Este sitio está bloqueado porque su equipo no tiene una suscripción activa.',
  query: 'Esto no se puede responder. {said}',
  lastOwner: 'Un equipo necesita al menos un propietario. Dé primero el rol Propietario a otra persona.',
  role: 'Su rol en este sitio no lo permite. Consulte a un propietario del equipo.',
  gone: 'Este elemento se ha eliminado entretanto. Recargue la página.',
  linkGone: 'Este enlace compartido ya no existe.',
  full: 'Se ha alcanzado el número máximo. Elimine primero un elemento.',
  propertiesFull: 'Este sitio ha alcanzado el límite de {properties} propiedades. Quite primero una.',
  tries: 'Demasiados intentos. Espere unos minutos e inténtelo de nuevo.',
  busy: 'Muchas personas están iniciando sesión en este momento. Inténtelo de nuevo en unos segundos.',
  otherName:
    'Esta página está en {page}, pero el servicio está en {base}. Ábralo allí, o asigne a BASE_URL la dirección que se usa.',
  noMail:
    'El correo electrónico no está configurado aquí. Pida un enlace de inicio de sesión a la persona que administra este servicio.',
  addressKnown:
    'Ya existe una cuenta con esta dirección. Pida un enlace de inicio de sesión a la persona que administra este servicio.',
  importRunning: 'Hay una importación de este sitio en curso. Espere a que termine.',
  importGoing: 'Se está eliminando una importación de este archivo. Espere a que desaparezca.',
  erasureChanged: 'El número ha cambiado: ahora es {number}. Compruebe qué se eliminará y escríbalo de nuevo.',
  erasureNothing: 'Aquí no hay estadísticas que eliminar.',
  erasureBegun: 'Esta eliminación ya ha empezado y no se puede detener.',
  importUnmarked:
    'Esta importación se hizo con una versión anterior de Tidemark. Sus eventos no se distinguen de los demás, así que no se puede eliminar.',
  importing: 'Este archivo se está importando. Espere a que termine.',
  noRoom: 'El servidor no tiene suficiente espacio en disco para este archivo.',
  filesFull:
    'Se pueden subir como máximo {most} archivos de un sitio a la vez. Espere a que termine uno o cancele uno.',
  exportsBusy: 'Hay otras exportaciones en curso. Inténtelo de nuevo en unos segundos.',
  databaseAway: 'El servicio no puede conectar con su base de datos en este momento. Inténtelo de nuevo.',
  readOnly: 'La base de datos no acepta cambios en este momento. Inténtelo de nuevo más tarde.',
  password: 'La contraseña no es correcta. Inténtelo de nuevo.',
  expired: 'Este enlace ha caducado. Pida uno nuevo.',
  plan: 'El plan de este equipo no incluye esta función.',
  sitesFull: 'El plan de este equipo incluye {limit} sitios y todos están en uso.',
}
