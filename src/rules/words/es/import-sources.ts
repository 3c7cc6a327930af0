export const products = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  matomo: 'Matomo',
  'google-analytics': 'Google Analytics',
  'web-log': 'Registro del servidor web',
  events: 'Eventos',
}

export const titles = {
  plausible: 'Plausible: zip de una exportación',
  umami: 'Umami: website_event en CSV o zip de una exportación',
  goatcounter: 'GoatCounter: CSV de una exportación',
  matomo: 'Matomo: visitas en JSON',
  'google-analytics': 'Google Analytics 4: CSV de informes',
  'web-log': 'Registro del servidor web: nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  events: 'Eventos: líneas JSON',
}

export const files = {
  plausible: 'El zip de una exportación o todos los archivos CSV extraídos de él.',
  umami: 'El CSV de la tabla website_event o el zip con website_event.csv y event_data.csv.',
  goatcounter: 'El archivo CSV de una exportación en versión 2. Puede estar comprimido con gzip.',
  matomo: 'La respuesta de Live.getLastVisitsDetails con format=JSON. Puede elegir varios archivos.',
  'google-analytics':
    'Archivos CSV de exploraciones de formato libre con la dimensión Fecha o de informes de un solo día.',
  'web-log':
    'Registros de acceso en formato combined, JSON o W3C, o de un balanceador de carga de AWS. Pueden estar comprimidos con gzip.',
  events:
    'Líneas JSON, o eventos exportados de Tidemark en líneas JSON o CSV. El archivo puede estar comprimido con gzip.',
}
export const timeAndScroll = 'El tiempo en la página y la profundidad de scroll no están disponibles.'
export const oneWebsite = 'Se rechaza un archivo con filas de varios sitios web. Exporte un solo sitio web cada vez.'
export const namedCities = 'Las ciudades no se importan, porque el archivo solo contiene sus nombres.'
export const dailyTotals =
  'El archivo contiene totales diarios. Los valores de listas distintas no se pueden combinar, por ejemplo las páginas que vieron los visitantes de un país.'

export const noVisits = 'Las horas, las visitas individuales, los embudos y los ingresos no están disponibles.'
export const codesOfPlaces =
  'Los países pueden ser códigos o nombres en inglés. Las regiones y las ciudades deben ser códigos.'

export const sessionData =
  'Las versiones de los navegadores, los títulos de página y los datos de sesiones no se importan.'
export const propertiesInZip = 'Las propiedades personalizadas solo se importan del zip.'
export const shortLinks =
  'Se omiten los clics en enlaces cortos, las vistas de píxeles y las mediciones de rendimiento.'
export const eventTableAlone =
  'La tabla website_event por sí sola no contiene países, dispositivos ni navegadores. Están en la tabla session.'

export const sessionsAreVisitors =
  'Cada sesión de GoatCounter cuenta como un visitante. Se omiten las páginas vistas sin sesión.'
export const bots = 'Se omiten las páginas vistas por bots.'
export const jsonExport =
  'La exportación JSON se rechaza porque no indica cuántos visitantes hubo por día. Elija la exportación CSV.'
export const titlesCitiesAndTime =
  'Los títulos de página y las ciudades no se importan. El tiempo en la página y la profundidad de scroll no están disponibles.'
export const screenWidths =
  'Si el archivo no tiene user agents, el ancho de la pantalla determina si el dispositivo es un escritorio, una tableta o un móvil.'

export const goalsAndOrders =
  'Se omiten los objetivos, los pedidos y sus ingresos. Añada después objetivos para páginas y eventos.'
export const titlesAndForms =
  'No se importan títulos de página, dimensiones y variables personalizadas, contenidos ni formularios.'

export const reportsOfDays = 'Un informe de varios días sin la dimensión Fecha no se puede dividir en días y se omite.'
export const namedPlaces =
  'Se omiten ciudades, regiones, nombres de países que no estén en inglés, idiomas, audiencias e ingresos.'
export const bounces =
  'Los rebotes solo se importan si el archivo tiene sesiones con interacción o un porcentaje de rebote.'
export const dailyVisitors = 'Los visitantes diarios solo se importan de un archivo cuya única dimensión sea Fecha.'
export const englishReport = 'El informe debe estar en inglés y sus cantidades no deben llevar separadores.'
export const otherRows =
  'Se omiten las filas de otros valores, (other), y las filas sin fuente, página o país, (not set).'

export const requests =
  'Un registro contiene peticiones, no páginas vistas. Faltan las páginas en caché y los cambios de página sin recarga.'
export const filesAndErrors =
  'Se omiten las peticiones de archivos, los errores, las redirecciones, los métodos distintos de GET, los bots y las direcciones bloqueadas.'
export const eventsAndTime =
  'Faltan los eventos personalizados. El tiempo en la página y la profundidad de scroll no están disponibles.'
export const addressesAreVisitors =
  'Los visitantes se reconocen por dirección IP y user agent dentro de un mismo día. Ninguno de los dos se guarda. Importe juntos todos los archivos de un día.'
export const shortLines =
  'Las líneas sin dirección IP o sin user agent se omiten. El formato common no contiene user agents.'
export const behindProxy =
  'Detrás de un proxy, el registro debe contener las direcciones de los visitantes. De lo contrario, los visitantes con el mismo navegador cuentan como uno.'
