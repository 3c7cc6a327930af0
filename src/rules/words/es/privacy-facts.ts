export const title = 'Cómo se cuentan las visitas de {domain}'
export const note = 'Estos hechos se derivan de los ajustes del sitio. No son asesoramiento jurídico.'
export const sections = {
  stored: 'Qué se guarda',
  leftOut: 'Qué no se guarda y qué no se cuenta',
  browser: 'Qué ocurre en el navegador',
  apart: 'Cómo se distingue a los visitantes',
  kept: 'Cuánto tiempo se conservan los datos',
  receivers: 'Quién recibe datos',
}
export const facts = {
  page: 'El nombre de host y la ruta de la página, sin sus parámetros, y la hora.',
  fragment: 'La parte de la dirección de la página que sigue al signo #.',
  referrer: 'La dirección de la página que contiene el enlace, sin sus parámetros.',
  referrerHost:
    'El nombre de host de la página que contiene el enlace. Su ruta solo se guarda si el visitante ha dado su consentimiento.',
  campaigns:
    'Los parámetros de campaña del enlace (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) y el nombre de un identificador de clic como gclid. El valor de un identificador de clic nunca se guarda.',
  campaignsAgreed:
    'Solo si el visitante ha dado su consentimiento: los parámetros de campaña del enlace (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) y el nombre de un identificador de clic como gclid. El valor de un identificador de clic nunca se guarda.',
  country: 'El país del visitante, obtenido a partir de la dirección IP.',
  city: 'El país, la región y la ciudad del visitante, obtenidos a partir de la dirección IP.',
  device:
    'El nombre y la versión de dos números del navegador y del sistema operativo, y el tipo de dispositivo: ordenador, móvil o tableta.',
  engagement: 'Cuánto tiempo estuvo visible la página y hasta dónde se desplazó.',
  outbound_links: 'Los clics en enlaces a otros sitios, con la dirección del enlace.',
  file_downloads: 'Las descargas de archivos, con la dirección del archivo.',
  form_submissions: 'Que se envió un formulario, sin su contenido.',
  tagged_events: 'Los clics en elementos que el sitio ha marcado, con el nombre que el sitio les dio.',
  track_404_pages: 'Las páginas que no se encontraron.',
  properties: 'Las propiedades que el sitio envía con sus eventos: {names}.',
  noProperties: 'Ninguna propiedad de eventos: el sitio no envió ninguna en los últimos {count} días.',
  revenue: 'El importe y la moneda de estos eventos: {names}.',
  number: 'Un número que representa al visitante durante un día.',
  address:
    'La dirección IP y el agente de usuario. Ambos se usan en memoria mientras se responde una petición y después se olvidan.',
  query: 'Los demás parámetros de las direcciones y el contenido de los formularios.',
  screen: 'El tamaño de pantalla, el idioma y la zona horaria del navegador. No se toma ninguna huella del navegador.',
  people:
    'Nombres, direcciones o números de cuenta de personas, salvo que el sitio los envíe en direcciones de páginas o en propiedades.',
  campaignsRefused:
    'Sin el consentimiento del visitante: los parámetros de campaña, los identificadores de clic y las fuentes o los canales que se derivan de ellos.',
  noPlace: 'El lugar del visitante.',
  shieldIp: {
    one: 'No se cuentan las visitas desde {count} dirección IP que el responsable ha excluido.',
    many: 'No se cuentan las visitas desde {count} direcciones IP que el responsable ha excluido.',
    other: 'No se cuentan las visitas desde {count} direcciones IP que el responsable ha excluido.',
  },
  shieldCountry: 'No se cuentan las visitas desde estos países: {names}.',
  shieldNetwork: 'No se cuentan las visitas desde estas redes: {names}.',
  shieldHosting: 'No se cuentan las visitas desde redes de centros de datos.',
  networkForgotten: 'La red de una dirección IP se consulta para ello y no se guarda.',
  shieldPage: 'No se cuentan las visitas a estas páginas: {names}.',
  shieldHostname: 'No se cuentan las visitas a hosts distintos de estos: {names}.',
  script:
    'En la página se ejecuta un script. Envía los datos anteriores a {host}, directamente o a través del servidor del sitio.',
  noScript:
    'En el navegador no se ejecuta ningún script de estadísticas, y el navegador no envía ninguna petición para ellas. El servidor del sitio comunica a {host} qué página ha enviado.',
  scriptDropped: 'Los eventos que un navegador envíe a pesar de ello no se cuentan.',
  pixel: 'Si JavaScript está desactivado, el navegador pide en su lugar una imagen a {host}.',
  nothingKept:
    'No se guarda nada en el navegador: ninguna cookie, y nada en el almacenamiento local, el almacenamiento de sesión ni en bases de datos.',
  optOut:
    'Los visitantes pueden excluirse: {url} lleva a un enlace que pone la marca service_ignore en el almacenamiento local del navegador. Es lo único que se guarda allí.',
  id: 'El número de un visitante se calcula a partir de la dirección IP, el agente de usuario y el dominio, con una clave secreta aleatoria.',
  salt: 'La clave se sustituye cada día a las 00:00 UTC y se borra {hours} horas después del inicio de su día. A partir de entonces, ningún número puede volver a calcularse ni relacionarse con una dirección IP.',
  days: 'La misma persona tiene otro número en otro día y en otro sitio. Una visita que continúa después de medianoche conserva su número hasta que termina.',
  months: {
    one: 'Los datos de cada visita se borran después de {count} mes. Los totales por día se conservan. No contienen números de visitantes.',
    many: 'Los datos de cada visita se borran después de {count} meses. Los totales por día se conservan. No contienen números de visitantes.',
    other:
      'Los datos de cada visita se borran después de {count} meses. Los totales por día se conservan. No contienen números de visitantes.',
  },
  forever: 'Los datos se conservan hasta que el responsable del sitio los borra.',
  deletion: 'No se puede buscar a un visitante concreto, porque nada de lo guardado lo identifica.',
  receiver: 'Los datos van a {host}, el servidor que ejecuta el software para el responsable del sitio.',
  noOthers:
    'Ningún otro servicio recibe datos sobre los visitantes. Los autores del software no reciben ninguno. Los lugares se consultan en un archivo del servidor.',
}
