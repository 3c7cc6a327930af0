// The words of histories that can be brought (rules/import-sources), in other languages, by the English ones.
import type { Language } from '../languages.ts'

type Words = Readonly<Record<string, string>>

const de: Words = {
  'Plausible: zip of an export': 'Plausible: ZIP eines Exports',
  'The zip of an export, or all CSV files unpacked from it.':
    'Die ZIP-Datei eines Exports oder alle daraus entpackten CSV-Dateien.',
  'The file contains daily totals. Values from different lists cannot be combined, for example pages by country.':
    'Die Datei enthält Tageswerte. Werte aus verschiedenen Listen lassen sich nicht kombinieren, zum ' +
    'Beispiel die Seiten, die Besucher aus einem Land gesehen haben.',
  'Hours, individual visits, funnels and revenue are not available.':
    'Stunden, einzelne Besuche, Trichter und Umsatz sind nicht verfügbar.',
  'Umami: website_event as CSV, or the zip of an export': 'Umami: website_event als CSV oder ZIP eines Exports',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'Die CSV-Datei der Tabelle website_event oder die ZIP-Datei mit website_event.csv und event_data.csv.',
  'Cities are not imported, because the file contains only their names.':
    'Städte werden nicht importiert, da die Datei nur ihre Namen enthält.',
  'Time on page and scroll depth are not available.': 'Zeit auf der Seite und Scrolltiefe sind nicht verfügbar.',
  'Browser versions, page titles and session data are not imported.':
    'Browserversionen, Seitentitel und Sitzungsdaten werden nicht importiert.',
  'Custom properties are imported only from the zip.':
    'Benutzerdefinierte Eigenschaften werden nur aus der ZIP-Datei importiert.',
  'Clicks on short links, pixel views and performance measurements are left out.':
    'Klicks auf Kurzlinks, Aufrufe von Zählpixeln und Leistungsmessungen werden ausgelassen.',
  'GoatCounter: CSV of an export': 'GoatCounter: CSV eines Exports',
  'The CSV file of an export in version 2. It can be compressed with gzip.':
    'Die CSV-Datei eines Exports in Version 2. Sie kann mit gzip komprimiert sein.',
  'Each GoatCounter session counts as one visitor. Pageviews without a session are left out.':
    'Jede Sitzung in GoatCounter zählt als ein Besucher. Seitenaufrufe ohne Sitzung werden ausgelassen.',
  'Pageviews of bots are left out.': 'Seitenaufrufe von Bots werden ausgelassen.',
  'Page titles and cities are not imported. Time on page and scroll depth are not available.':
    'Seitentitel und Städte werden nicht importiert. Zeit auf der Seite und Scrolltiefe sind nicht verfügbar.',
  'If the file has no user agents, the screen width decides whether a device is a desktop, tablet or phone.':
    'Enthält die Datei keine User-Agents, entscheidet die Bildschirmbreite, ob ein Gerät als Desktop, Tablet ' +
    'oder Smartphone zählt.',
  'Matomo: visits as JSON': 'Matomo: Besuche als JSON',
  'The response of Live.getLastVisitsDetails with format=JSON. You can choose several files.':
    'Die Antwort von Live.getLastVisitsDetails mit format=JSON. Sie können mehrere Dateien wählen.',
  'Goals, orders and their revenue are left out. Add goals for pages and events afterwards.':
    'Ziele, Bestellungen und deren Umsatz werden ausgelassen. Legen Sie Ziele für Seiten und Ereignisse danach an.',
  'Page titles, custom dimensions, custom variables, contents and forms are not imported.':
    'Seitentitel, benutzerdefinierte Dimensionen und Variablen, Inhalte und Formulare werden nicht importiert.',
  'Google Analytics 4: CSV of reports': 'Google Analytics 4: CSV von Berichten',
  'CSV files of free-form explorations with the dimension Date, or of reports over a single day.':
    'CSV-Dateien freier explorativer Analysen mit der Dimension Datum oder von Berichten über einen einzigen Tag.',
  'A report over several days without the dimension Date cannot be divided into days and is left out.':
    'Ein Bericht über mehrere Tage ohne die Dimension Datum lässt sich nicht in Tage aufteilen und wird ausgelassen.',
  'Cities, regions, names of countries that are not in English, languages, audiences and revenue are left out.':
    'Städte, Regionen, nicht englische Ländernamen, Sprachen, Zielgruppen und Umsatz werden ausgelassen.',
  'Bounces are imported only if the file has engaged sessions or a bounce rate.':
    'Absprünge werden nur importiert, wenn die Datei Sitzungen mit Interaktionen oder eine Absprungrate enthält.',
  'Daily visitors are imported only from a file whose only dimension is Date.':
    'Die Besucher eines Tages werden nur aus einer Datei importiert, deren einzige Dimension Datum ist.',
  'Web server log': 'Webserver-Protokoll',
  'Web server log: nginx, Apache, Caddy, IIS, Traefik, CloudFront':
    'Webserver-Protokoll: nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  'Access logs in combined format, JSON or W3C format, or of an AWS load balancer. They can be gzip files.':
    'Zugriffsprotokolle im Combined-, JSON- oder W3C-Format oder von einem Load Balancer von AWS. Sie können ' +
    'mit gzip komprimiert sein.',
  'A log contains requests, not pageviews. Cached pages and pages that change without a reload are missing.':
    'Ein Protokoll enthält Anfragen, keine Seitenaufrufe. Seiten aus Caches und Seitenwechsel ohne Neuladen fehlen.',
  'Requests for files, errors, redirects, methods other than GET, bots and blocked addresses are left out.':
    'Anfragen nach Dateien, Fehler, Weiterleitungen, andere Methoden als GET, Bots und gesperrte Adressen ' +
    'werden ausgelassen.',
  'Custom events are missing. Time on page and scroll depth are not available.':
    'Eigene Ereignisse fehlen. Zeit auf der Seite und Scrolltiefe sind nicht verfügbar.',
  'A visitor is an IP address and user agent on one day. Neither is stored. Import all files of a day together.':
    'Besucher werden innerhalb eines Tages an IP-Adresse und User-Agent erkannt. Beides wird nicht ' +
    'gespeichert. Importieren Sie alle Dateien eines Tages zusammen.',
  'Lines without an IP address or user agent are left out. The common log format has no user agents.':
    'Zeilen ohne IP-Adresse oder User-Agent werden ausgelassen. Das Common-Log-Format enthält keine ' + 'User-Agents.',
  'Behind a proxy, the log must contain visitor addresses. Otherwise visitors with the same browser count as one.':
    'Hinter einem Proxy muss das Protokoll die Adressen der Besucher enthalten. Andernfalls zählen ' +
    'Besucher mit demselben Browser als einer.',
  Events: 'Ereignisse',
  'Events: JSON lines': 'Ereignisse: JSON-Zeilen',
  'JSON lines, or events exported from Tidemark as JSON lines or CSV. The file can be compressed with gzip.':
    'JSON-Zeilen oder aus Tidemark exportierte Ereignisse als JSON-Zeilen oder CSV. Die Datei kann mit gzip ' +
    'komprimiert sein.',
  'Countries can be codes or English names. Regions and cities must be codes.':
    'Länder können Codes oder englische Namen sein. Regionen und Städte müssen Codes sein.',
  'The table website_event alone has no countries, devices and browsers. They are in the table session.':
    'Die Tabelle website_event allein enthält keine Länder, Geräte und Browser. Sie stehen in der Tabelle session.',
  'A file with rows of several websites is refused. Export one website at a time.':
    'Eine Datei mit Zeilen mehrerer Websites wird abgelehnt. Exportieren Sie jeweils nur eine Website.',
  'The JSON export is refused, because it does not say how many visitors a day had. Choose the CSV export.':
    'Der JSON-Export wird abgelehnt, da er nicht angibt, wie viele Besucher ein Tag hatte. Wählen Sie den CSV-Export.',
  'The report must be in English, and its counts must not have separators.':
    'Der Bericht muss auf Englisch sein, und seine Zahlen dürfen keine Trennzeichen enthalten.',
  'Rows for other values, (other), and rows without a source, page or country, (not set), are left out.':
    'Zeilen für weitere Werte, (other), und Zeilen ohne Quelle, Seite oder Land, (not set), werden ausgelassen.',
}

const fr: Words = {
  'Plausible: zip of an export': 'Plausible : zip d’un export',
  'The zip of an export, or all CSV files unpacked from it.':
    'Le fichier zip d’un export, ou tous les fichiers CSV qui en sont extraits.',
  'The file contains daily totals. Values from different lists cannot be combined, for example pages by country.':
    'Le fichier contient des totaux journaliers. Les valeurs de listes différentes ne peuvent pas être ' +
    'croisées, par exemple les pages vues par les visiteurs d’un pays.',
  'Hours, individual visits, funnels and revenue are not available.':
    'Les heures, les visites individuelles, les entonnoirs et le revenu ne sont pas disponibles.',
  'Umami: website_event as CSV, or the zip of an export': 'Umami : website_event en CSV, ou zip d’un export',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'Le CSV de la table website_event, ou le zip avec website_event.csv et event_data.csv.',
  'Cities are not imported, because the file contains only their names.':
    'Les villes ne sont pas importées, car le fichier ne contient que leurs noms.',
  'Time on page and scroll depth are not available.':
    'Le temps sur la page et la profondeur de défilement ne sont pas disponibles.',
  'Browser versions, page titles and session data are not imported.':
    'Les versions des navigateurs, les titres de page et les données de session ne sont pas importés.',
  'Custom properties are imported only from the zip.': 'Les propriétés personnalisées ne sont importées que du zip.',
  'Clicks on short links, pixel views and performance measurements are left out.':
    'Les clics sur les liens courts, les affichages de pixels et les mesures de performance sont ignorés.',
  'GoatCounter: CSV of an export': 'GoatCounter : CSV d’un export',
  'The CSV file of an export in version 2. It can be compressed with gzip.':
    'Le fichier CSV d’un export en version 2. Il peut être compressé avec gzip.',
  'Each GoatCounter session counts as one visitor. Pageviews without a session are left out.':
    'Chaque session de GoatCounter compte pour un visiteur. Les pages vues sans session sont ignorées.',
  'Pageviews of bots are left out.': 'Les pages vues par des robots sont ignorées.',
  'Page titles and cities are not imported. Time on page and scroll depth are not available.':
    'Les titres de page et les villes ne sont pas importés. Le temps sur la page et la profondeur de ' +
    'défilement ne sont pas disponibles.',
  'If the file has no user agents, the screen width decides whether a device is a desktop, tablet or phone.':
    'Sans user agent dans le fichier, la largeur de l’écran détermine s’il s’agit d’un ordinateur, d’une ' +
    'tablette ou d’un mobile.',
  'Matomo: visits as JSON': 'Matomo : visites en JSON',
  'The response of Live.getLastVisitsDetails with format=JSON. You can choose several files.':
    'La réponse de Live.getLastVisitsDetails avec format=JSON. Vous pouvez choisir plusieurs fichiers.',
  'Goals, orders and their revenue are left out. Add goals for pages and events afterwards.':
    'Les objectifs, les commandes et leur revenu sont ignorés. Ajoutez ensuite des objectifs pour les ' +
    'pages et les événements.',
  'Page titles, custom dimensions, custom variables, contents and forms are not imported.':
    'Les titres de page, les dimensions et variables personnalisées, les contenus et les formulaires ne ' +
    'sont pas importés.',
  'Google Analytics 4: CSV of reports': 'Google Analytics 4 : CSV de rapports',
  'CSV files of free-form explorations with the dimension Date, or of reports over a single day.':
    'Fichiers CSV d’explorations au format libre avec la dimension Date, ou de rapports d’un seul jour.',
  'A report over several days without the dimension Date cannot be divided into days and is left out.':
    'Un rapport sur plusieurs jours sans la dimension Date ne peut pas être réparti par jour et est ignoré.',
  'Cities, regions, names of countries that are not in English, languages, audiences and revenue are left out.':
    'Les villes, les régions, les noms de pays qui ne sont pas en anglais, les langues, les audiences et ' +
    'le revenu sont ignorés.',
  'Bounces are imported only if the file has engaged sessions or a bounce rate.':
    'Les rebonds ne sont importés que si le fichier contient les sessions avec engagement ou un taux de rebond.',
  'Daily visitors are imported only from a file whose only dimension is Date.':
    'Les visiteurs par jour ne sont importés que d’un fichier dont la seule dimension est Date.',
  'Web server log': 'Journal de serveur web',
  'Web server log: nginx, Apache, Caddy, IIS, Traefik, CloudFront':
    'Journal de serveur web : nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  'Access logs in combined format, JSON or W3C format, or of an AWS load balancer. They can be gzip files.':
    'Journaux d’accès au format combined, JSON ou W3C, ou d’un équilibreur de charge AWS. Ils peuvent être ' +
    'compressés avec gzip.',
  'A log contains requests, not pageviews. Cached pages and pages that change without a reload are missing.':
    'Un journal contient des requêtes, pas des pages vues. Les pages mises en cache et les changements de ' +
    'page sans rechargement manquent.',
  'Requests for files, errors, redirects, methods other than GET, bots and blocked addresses are left out.':
    'Les requêtes de fichiers, les erreurs, les redirections, les méthodes autres que GET, les robots et les ' +
    'adresses bloquées sont ignorés.',
  'Custom events are missing. Time on page and scroll depth are not available.':
    'Les événements personnalisés manquent. Le temps sur la page et la profondeur de défilement ne sont pas ' +
    'disponibles.',
  'A visitor is an IP address and user agent on one day. Neither is stored. Import all files of a day together.':
    'Les visiteurs sont reconnus par adresse IP et user agent pendant une même journée. Ni l’une ni l’autre ' +
    'ne sont enregistrés. Importez ensemble tous les fichiers d’une journée.',
  'Lines without an IP address or user agent are left out. The common log format has no user agents.':
    'Les lignes sans adresse IP ou sans user agent sont ignorées. Le format common ne contient pas de ' + 'user agent.',
  'Behind a proxy, the log must contain visitor addresses. Otherwise visitors with the same browser count as one.':
    'Derrière un proxy, le journal doit contenir les adresses des visiteurs. Sinon, les visiteurs qui ' +
    'utilisent le même navigateur comptent pour un seul.',
  Events: 'Événements',
  'Events: JSON lines': 'Événements : lignes JSON',
  'JSON lines, or events exported from Tidemark as JSON lines or CSV. The file can be compressed with gzip.':
    'Lignes JSON, ou événements exportés de Tidemark en lignes JSON ou en CSV. Le fichier peut être ' +
    'compressé avec gzip.',
  'Countries can be codes or English names. Regions and cities must be codes.':
    'Les pays peuvent être des codes ou des noms anglais. Les régions et les villes doivent être des codes.',
  'The table website_event alone has no countries, devices and browsers. They are in the table session.':
    'La table website_event seule ne contient ni pays, ni appareils, ni navigateurs. Ils se ' +
    'trouvent dans la table session.',
  'A file with rows of several websites is refused. Export one website at a time.':
    'Un fichier contenant des lignes de plusieurs sites est refusé. Exportez un seul site à la fois.',
  'The JSON export is refused, because it does not say how many visitors a day had. Choose the CSV export.':
    'L’export JSON est refusé, car il n’indique pas le nombre de visiteurs par jour. Choisissez l’export CSV.',
  'The report must be in English, and its counts must not have separators.':
    'Le rapport doit être en anglais et ses nombres ne doivent pas contenir de séparateurs.',
  'Rows for other values, (other), and rows without a source, page or country, (not set), are left out.':
    'Les lignes des autres valeurs, (other), et les lignes sans source, page ou pays, (not set), sont ignorées.',
}

const es: Words = {
  'Plausible: zip of an export': 'Plausible: zip de una exportación',
  'The zip of an export, or all CSV files unpacked from it.':
    'El zip de una exportación o todos los archivos CSV extraídos de él.',
  'The file contains daily totals. Values from different lists cannot be combined, for example pages by country.':
    'El archivo contiene totales diarios. Los valores de listas distintas no se pueden combinar, por ejemplo ' +
    'las páginas que vieron los visitantes de un país.',
  'Hours, individual visits, funnels and revenue are not available.':
    'Las horas, las visitas individuales, los embudos y los ingresos no están disponibles.',
  'Umami: website_event as CSV, or the zip of an export': 'Umami: website_event en CSV o zip de una exportación',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'El CSV de la tabla website_event o el zip con website_event.csv y event_data.csv.',
  'Cities are not imported, because the file contains only their names.':
    'Las ciudades no se importan, porque el archivo solo contiene sus nombres.',
  'Time on page and scroll depth are not available.':
    'El tiempo en la página y la profundidad de scroll no están disponibles.',
  'Browser versions, page titles and session data are not imported.':
    'Las versiones de los navegadores, los títulos de página y los datos de sesiones no se importan.',
  'Custom properties are imported only from the zip.': 'Las propiedades personalizadas solo se importan del zip.',
  'Clicks on short links, pixel views and performance measurements are left out.':
    'Se omiten los clics en enlaces cortos, las vistas de píxeles y las mediciones de rendimiento.',
  'GoatCounter: CSV of an export': 'GoatCounter: CSV de una exportación',
  'The CSV file of an export in version 2. It can be compressed with gzip.':
    'El archivo CSV de una exportación en versión 2. Puede estar comprimido con gzip.',
  'Each GoatCounter session counts as one visitor. Pageviews without a session are left out.':
    'Cada sesión de GoatCounter cuenta como un visitante. Se omiten las páginas vistas sin sesión.',
  'Pageviews of bots are left out.': 'Se omiten las páginas vistas por bots.',
  'Page titles and cities are not imported. Time on page and scroll depth are not available.':
    'Los títulos de página y las ciudades no se importan. El tiempo en la página y la profundidad de scroll ' +
    'no están disponibles.',
  'If the file has no user agents, the screen width decides whether a device is a desktop, tablet or phone.':
    'Si el archivo no tiene user agents, el ancho de la pantalla determina si el dispositivo es un ' +
    'escritorio, una tableta o un móvil.',
  'Matomo: visits as JSON': 'Matomo: visitas en JSON',
  'The response of Live.getLastVisitsDetails with format=JSON. You can choose several files.':
    'La respuesta de Live.getLastVisitsDetails con format=JSON. Puede elegir varios archivos.',
  'Goals, orders and their revenue are left out. Add goals for pages and events afterwards.':
    'Se omiten los objetivos, los pedidos y sus ingresos. Añada después objetivos para páginas y eventos.',
  'Page titles, custom dimensions, custom variables, contents and forms are not imported.':
    'No se importan títulos de página, dimensiones y variables personalizadas, contenidos ni formularios.',
  'Google Analytics 4: CSV of reports': 'Google Analytics 4: CSV de informes',
  'CSV files of free-form explorations with the dimension Date, or of reports over a single day.':
    'Archivos CSV de exploraciones de formato libre con la dimensión Fecha o de informes de un solo día.',
  'A report over several days without the dimension Date cannot be divided into days and is left out.':
    'Un informe de varios días sin la dimensión Fecha no se puede dividir en días y se omite.',
  'Cities, regions, names of countries that are not in English, languages, audiences and revenue are left out.':
    'Se omiten ciudades, regiones, nombres de países que no estén en inglés, idiomas, audiencias e ingresos.',
  'Bounces are imported only if the file has engaged sessions or a bounce rate.':
    'Los rebotes solo se importan si el archivo tiene sesiones con interacción o un porcentaje de rebote.',
  'Daily visitors are imported only from a file whose only dimension is Date.':
    'Los visitantes diarios solo se importan de un archivo cuya única dimensión sea Fecha.',
  'Web server log': 'Registro del servidor web',
  'Web server log: nginx, Apache, Caddy, IIS, Traefik, CloudFront':
    'Registro del servidor web: nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  'Access logs in combined format, JSON or W3C format, or of an AWS load balancer. They can be gzip files.':
    'Registros de acceso en formato combined, JSON o W3C, o de un balanceador de carga de AWS. Pueden estar ' +
    'comprimidos con gzip.',
  'A log contains requests, not pageviews. Cached pages and pages that change without a reload are missing.':
    'Un registro contiene peticiones, no páginas vistas. Faltan las páginas en caché y los cambios de página ' +
    'sin recarga.',
  'Requests for files, errors, redirects, methods other than GET, bots and blocked addresses are left out.':
    'Se omiten las peticiones de archivos, los errores, las redirecciones, los métodos distintos de GET, los ' +
    'bots y las direcciones bloqueadas.',
  'Custom events are missing. Time on page and scroll depth are not available.':
    'Faltan los eventos personalizados. El tiempo en la página y la profundidad de scroll no están disponibles.',
  'A visitor is an IP address and user agent on one day. Neither is stored. Import all files of a day together.':
    'Los visitantes se reconocen por dirección IP y user agent dentro de un mismo día. Ninguno de los dos se ' +
    'guarda. Importe juntos todos los archivos de un día.',
  'Lines without an IP address or user agent are left out. The common log format has no user agents.':
    'Las líneas sin dirección IP o sin user agent se omiten. El formato common no contiene user agents.',
  'Behind a proxy, the log must contain visitor addresses. Otherwise visitors with the same browser count as one.':
    'Detrás de un proxy, el registro debe contener las direcciones de los visitantes. De lo contrario, los ' +
    'visitantes con el mismo navegador cuentan como uno.',
  Events: 'Eventos',
  'Events: JSON lines': 'Eventos: líneas JSON',
  'JSON lines, or events exported from Tidemark as JSON lines or CSV. The file can be compressed with gzip.':
    'Líneas JSON, o eventos exportados de Tidemark en líneas JSON o CSV. El archivo puede estar comprimido con gzip.',
  'Countries can be codes or English names. Regions and cities must be codes.':
    'Los países pueden ser códigos o nombres en inglés. Las regiones y las ciudades deben ser códigos.',
  'The table website_event alone has no countries, devices and browsers. They are in the table session.':
    'La tabla website_event por sí sola no contiene países, dispositivos ni navegadores. Están en la tabla session.',
  'A file with rows of several websites is refused. Export one website at a time.':
    'Se rechaza un archivo con filas de varios sitios web. Exporte un solo sitio web cada vez.',
  'The JSON export is refused, because it does not say how many visitors a day had. Choose the CSV export.':
    'La exportación JSON se rechaza porque no indica cuántos visitantes hubo por día. Elija la exportación CSV.',
  'The report must be in English, and its counts must not have separators.':
    'El informe debe estar en inglés y sus cantidades no deben llevar separadores.',
  'Rows for other values, (other), and rows without a source, page or country, (not set), are left out.':
    'Se omiten las filas de otros valores, (other), y las filas sin fuente, página o país, (not set).',
}

const pt: Words = {
  'Plausible: zip of an export': 'Plausible: zip de uma exportação',
  'The zip of an export, or all CSV files unpacked from it.':
    'O zip de uma exportação ou todos os arquivos CSV extraídos dele.',
  'The file contains daily totals. Values from different lists cannot be combined, for example pages by country.':
    'O arquivo contém totais diários. Valores de listas diferentes não podem ser combinados, por exemplo as ' +
    'páginas vistas por visitantes de um país.',
  'Hours, individual visits, funnels and revenue are not available.':
    'Horas, visitas individuais, funis e receita não estão disponíveis.',
  'Umami: website_event as CSV, or the zip of an export': 'Umami: website_event em CSV ou zip de uma exportação',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'O CSV da tabela website_event ou o zip com website_event.csv e event_data.csv.',
  'Cities are not imported, because the file contains only their names.':
    'As cidades não são importadas, porque o arquivo contém apenas os nomes.',
  'Time on page and scroll depth are not available.':
    'O tempo na página e a profundidade de rolagem não estão disponíveis.',
  'Browser versions, page titles and session data are not imported.':
    'Versões de navegadores, títulos de páginas e dados de sessões não são importados.',
  'Custom properties are imported only from the zip.': 'Propriedades personalizadas são importadas apenas do zip.',
  'Clicks on short links, pixel views and performance measurements are left out.':
    'Cliques em links curtos, visualizações de pixels e medições de desempenho são ignorados.',
  'GoatCounter: CSV of an export': 'GoatCounter: CSV de uma exportação',
  'The CSV file of an export in version 2. It can be compressed with gzip.':
    'O arquivo CSV de uma exportação na versão 2. Ele pode estar compactado com gzip.',
  'Each GoatCounter session counts as one visitor. Pageviews without a session are left out.':
    'Cada sessão do GoatCounter conta como um visitante. Visualizações de página sem sessão são ignoradas.',
  'Pageviews of bots are left out.': 'Visualizações de página de bots são ignoradas.',
  'Page titles and cities are not imported. Time on page and scroll depth are not available.':
    'Títulos de páginas e cidades não são importados. O tempo na página e a profundidade de rolagem não ' +
    'estão disponíveis.',
  'If the file has no user agents, the screen width decides whether a device is a desktop, tablet or phone.':
    'Se o arquivo não tiver user agents, a largura da tela determina se o dispositivo é computador, tablet ou celular.',
  'Matomo: visits as JSON': 'Matomo: visitas em JSON',
  'The response of Live.getLastVisitsDetails with format=JSON. You can choose several files.':
    'A resposta de Live.getLastVisitsDetails com format=JSON. Você pode escolher vários arquivos.',
  'Goals, orders and their revenue are left out. Add goals for pages and events afterwards.':
    'Metas, pedidos e sua receita são ignorados. Adicione depois metas para páginas e eventos.',
  'Page titles, custom dimensions, custom variables, contents and forms are not imported.':
    'Títulos de páginas, dimensões e variáveis personalizadas, conteúdos e formulários não são importados.',
  'Google Analytics 4: CSV of reports': 'Google Analytics 4: CSV de relatórios',
  'CSV files of free-form explorations with the dimension Date, or of reports over a single day.':
    'Arquivos CSV de explorações de formato livre com a dimensão Data ou de relatórios de um único dia.',
  'A report over several days without the dimension Date cannot be divided into days and is left out.':
    'Um relatório de vários dias sem a dimensão Data não pode ser dividido em dias e é ignorado.',
  'Cities, regions, names of countries that are not in English, languages, audiences and revenue are left out.':
    'Cidades, regiões, nomes de países que não estejam em inglês, idiomas, públicos e receita são ignorados.',
  'Bounces are imported only if the file has engaged sessions or a bounce rate.':
    'As rejeições só são importadas se o arquivo tiver sessões engajadas ou uma taxa de rejeição.',
  'Daily visitors are imported only from a file whose only dimension is Date.':
    'Os visitantes diários só são importados de um arquivo cuja única dimensão seja Data.',
  'Web server log': 'Log do servidor web',
  'Web server log: nginx, Apache, Caddy, IIS, Traefik, CloudFront':
    'Log do servidor web: nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  'Access logs in combined format, JSON or W3C format, or of an AWS load balancer. They can be gzip files.':
    'Logs de acesso no formato combined, JSON ou W3C, ou de um balanceador de carga da AWS. Eles podem estar ' +
    'compactados com gzip.',
  'A log contains requests, not pageviews. Cached pages and pages that change without a reload are missing.':
    'Um log contém requisições, não visualizações de página. Faltam as páginas em cache e as trocas de ' +
    'página sem recarga.',
  'Requests for files, errors, redirects, methods other than GET, bots and blocked addresses are left out.':
    'Requisições de arquivos, erros, redirecionamentos, métodos diferentes de GET, bots e endereços ' +
    'bloqueados são ignorados.',
  'Custom events are missing. Time on page and scroll depth are not available.':
    'Faltam os eventos personalizados. O tempo na página e a profundidade de rolagem não estão disponíveis.',
  'A visitor is an IP address and user agent on one day. Neither is stored. Import all files of a day together.':
    'Os visitantes são reconhecidos por endereço IP e user agent dentro de um mesmo dia. Nenhum dos dois é ' +
    'guardado. Importe juntos todos os arquivos de um dia.',
  'Lines without an IP address or user agent are left out. The common log format has no user agents.':
    'As linhas sem endereço IP ou sem user agent são omitidas. O formato common não contém user agents.',
  'Behind a proxy, the log must contain visitor addresses. Otherwise visitors with the same browser count as one.':
    'Atrás de um proxy, o log precisa conter os endereços dos visitantes. Caso contrário, visitantes com o ' +
    'mesmo navegador contam como um.',
  Events: 'Eventos',
  'Events: JSON lines': 'Eventos: linhas JSON',
  'JSON lines, or events exported from Tidemark as JSON lines or CSV. The file can be compressed with gzip.':
    'Linhas JSON, ou eventos exportados do Tidemark em linhas JSON ou CSV. O arquivo pode estar compactado com gzip.',
  'Countries can be codes or English names. Regions and cities must be codes.':
    'Os países podem ser códigos ou nomes em inglês. As regiões e as cidades precisam ser códigos.',
  'The table website_event alone has no countries, devices and browsers. They are in the table session.':
    'A tabela website_event sozinha não contém países, dispositivos e navegadores. Eles estão na tabela session.',
  'A file with rows of several websites is refused. Export one website at a time.':
    'Um arquivo com linhas de vários sites é recusado. Exporte um site de cada vez.',
  'The JSON export is refused, because it does not say how many visitors a day had. Choose the CSV export.':
    'A exportação JSON é recusada porque não informa quantos visitantes houve por dia. Escolha a exportação CSV.',
  'The report must be in English, and its counts must not have separators.':
    'O relatório precisa estar em inglês, e seus números não podem ter separadores.',
  'Rows for other values, (other), and rows without a source, page or country, (not set), are left out.':
    'As linhas de outros valores, (other), e as linhas sem origem, página ou país, (not set), são omitidas.',
}

const ja: Words = {
  'Plausible: zip of an export': 'Plausible：エクスポートの ZIP',
  'The zip of an export, or all CSV files unpacked from it.':
    'エクスポートの ZIP ファイル、または展開したすべての CSV ファイル。',
  'The file contains daily totals. Values from different lists cannot be combined, for example pages by country.':
    'このファイルは日ごとの合計です。ある国の訪問者が見たページのように、別々の一覧の値を組み合わせることはできません。',
  'Hours, individual visits, funnels and revenue are not available.':
    '時間帯、個々の訪問、ファネル、収益は取り込まれません。',
  'Umami: website_event as CSV, or the zip of an export': 'Umami：website_event の CSV、またはエクスポートの ZIP',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'テーブル website_event の CSV、または website_event.csv と event_data.csv を含む ZIP。',
  'Cities are not imported, because the file contains only their names.':
    '市区町村は取り込まれません。ファイルに名前しか含まれていないためです。',
  'Time on page and scroll depth are not available.': 'ページ滞在時間とスクロール率は取り込まれません。',
  'Browser versions, page titles and session data are not imported.':
    'ブラウザのバージョン、ページタイトル、セッションのデータは取り込まれません。',
  'Custom properties are imported only from the zip.': 'カスタムプロパティは ZIP からのみ取り込まれます。',
  'Clicks on short links, pixel views and performance measurements are left out.':
    '短縮リンクのクリック、ピクセルの表示、パフォーマンスの計測は除外されます。',
  'GoatCounter: CSV of an export': 'GoatCounter：エクスポートの CSV',
  'The CSV file of an export in version 2. It can be compressed with gzip.':
    'エクスポート（バージョン 2）の CSV ファイル。gzip で圧縮されていてもかまいません。',
  'Each GoatCounter session counts as one visitor. Pageviews without a session are left out.':
    'GoatCounter の 1 セッションを 1 人の訪問者として数えます。セッションのないページビューは除外されます。',
  'Pageviews of bots are left out.': 'ボットのページビューは除外されます。',
  'Page titles and cities are not imported. Time on page and scroll depth are not available.':
    'ページタイトルと市区町村は取り込まれません。ページ滞在時間とスクロール率も取り込まれません。',
  'If the file has no user agents, the screen width decides whether a device is a desktop, tablet or phone.':
    'ファイルにユーザーエージェントがない場合は、画面の幅でパソコン、タブレット、スマートフォンを判断します。',
  'Matomo: visits as JSON': 'Matomo：訪問の JSON',
  'The response of Live.getLastVisitsDetails with format=JSON. You can choose several files.':
    'format=JSON を指定した Live.getLastVisitsDetails の応答。複数のファイルを選べます。',
  'Goals, orders and their revenue are left out. Add goals for pages and events afterwards.':
    '目標、注文、その収益は除外されます。ページとイベントの目標は後から追加してください。',
  'Page titles, custom dimensions, custom variables, contents and forms are not imported.':
    'ページタイトル、カスタムディメンション、カスタム変数、コンテンツ、フォームは取り込まれません。',
  'Google Analytics 4: CSV of reports': 'Google Analytics 4：レポートの CSV',
  'CSV files of free-form explorations with the dimension Date, or of reports over a single day.':
    'ディメンション「日付」を含む自由形式の探索、または 1 日分のレポートの CSV ファイル。',
  'A report over several days without the dimension Date cannot be divided into days and is left out.':
    'ディメンション「日付」のない複数日のレポートは日ごとに分けられないため、除外されます。',
  'Cities, regions, names of countries that are not in English, languages, audiences and revenue are left out.':
    '市区町村、地域、英語でない国名、言語、オーディエンス、収益は除外されます。',
  'Bounces are imported only if the file has engaged sessions or a bounce rate.':
    '直帰は、ファイルにエンゲージのあったセッションまたは直帰率がある場合にのみ取り込まれます。',
  'Daily visitors are imported only from a file whose only dimension is Date.':
    '1 日の訪問者数は、ディメンションが「日付」だけのファイルからのみ取り込まれます。',
  'Web server log': 'ウェブサーバーのログ',
  'Web server log: nginx, Apache, Caddy, IIS, Traefik, CloudFront':
    'ウェブサーバーのログ：nginx、Apache、Caddy、IIS、Traefik、CloudFront',
  'Access logs in combined format, JSON or W3C format, or of an AWS load balancer. They can be gzip files.':
    'combined、JSON、W3C 形式のアクセスログ、または AWS ロードバランサーのログ。gzip で圧縮されていてもかまいません。',
  'A log contains requests, not pageviews. Cached pages and pages that change without a reload are missing.':
    'ログに含まれるのはリクエストで、ページビューではありません。キャッシュされたページと、再読み込みなしで切り替わるページは含まれません。',
  'Requests for files, errors, redirects, methods other than GET, bots and blocked addresses are left out.':
    'ファイル、エラー、リダイレクト、GET 以外のメソッド、ボット、ブロックしているアドレスは除外されます。',
  'Custom events are missing. Time on page and scroll depth are not available.':
    'カスタムイベントは含まれません。ページ滞在時間とスクロール率も取り込まれません。',
  'A visitor is an IP address and user agent on one day. Neither is stored. Import all files of a day together.':
    '訪問者は、同じ日の中で IP アドレスとユーザーエージェントにより識別されます。どちらも保存されません。1 日分のファイルはまとめてインポートしてください。',
  'Lines without an IP address or user agent are left out. The common log format has no user agents.':
    'IP アドレスまたはユーザーエージェントのない行は除外されます。common 形式にはユーザーエージェントが含まれません。',
  'Behind a proxy, the log must contain visitor addresses. Otherwise visitors with the same browser count as one.':
    'プロキシの背後では、ログに訪問者のアドレスが必要です。ない場合、同じブラウザーの訪問者は 1 人として数えられます。',
  Events: 'イベント',
  'Events: JSON lines': 'イベント：JSON の行',
  'JSON lines, or events exported from Tidemark as JSON lines or CSV. The file can be compressed with gzip.':
    'JSON Lines、または Tidemark から JSON Lines か CSV でエクスポートしたイベント。gzip で圧縮されていてもかまいません。',
  'Countries can be codes or English names. Regions and cities must be codes.':
    '国はコードまたは英語名で指定できます。地域と市区町村はコードである必要があります。',
  'The table website_event alone has no countries, devices and browsers. They are in the table session.':
    'テーブル website_event だけでは国、デバイス、ブラウザーは含まれません。これらはテーブル session にあります。',
  'A file with rows of several websites is refused. Export one website at a time.':
    '複数のウェブサイトの行を含むファイルは受け付けられません。ウェブサイトを 1 つずつエクスポートしてください。',
  'The JSON export is refused, because it does not say how many visitors a day had. Choose the CSV export.':
    'JSON エクスポートは 1 日の訪問者数を含まないため受け付けられません。CSV エクスポートを選んでください。',
  'The report must be in English, and its counts must not have separators.':
    'レポートは英語である必要があり、件数に桁区切りを含めることはできません。',
  'Rows for other values, (other), and rows without a source, page or country, (not set), are left out.':
    'その他の値の行 (other) と、参照元、ページ、国のない行 (not set) は除外されます。',
}

/** The words of import sources, by language; English needs none. */
export const importWords: Readonly<Record<Exclude<Language, 'en'>, Words>> = { de, fr, es, 'pt-BR': pt, ja }
