// The words of histories that can be brought (rules/import-sources), in other languages, by the English ones.
import type { Language } from '../languages.ts'

type Words = Readonly<Record<string, string>>

const de: Words = {
  'Plausible: zip of an export': 'Plausible: ZIP eines Exports',
  'The zip of an export, or all CSV files unpacked from it.':
    'Die ZIP-Datei eines Exports oder alle daraus entpackten CSV-Dateien.',
  'The file holds sums of days. Facts that it does not count together cannot be combined.':
    'Die Datei enthält Tagessummen. Angaben, die sie nicht gemeinsam zählt, lassen sich nicht kombinieren.',
  'Hours, single visits, funnels and revenue stay unknown.':
    'Stunden, einzelne Besuche, Trichter und Umsatz bleiben unbekannt.',
  'Umami: website_event as CSV, or the zip of an export': 'Umami: website_event als CSV oder ZIP eines Exports',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'Die CSV-Datei der Tabelle website_event oder die ZIP-Datei mit website_event.csv und event_data.csv.',
  'Cities stay unknown: the file has names, and Tidemark keeps GeoNames numbers.':
    'Städte bleiben unbekannt: Die Datei enthält Namen, Tidemark speichert GeoNames-Nummern.',
  'Time on page and scroll depth stay unknown.': 'Zeit auf der Seite und Scrolltiefe bleiben unbekannt.',
  'Versions of browsers, page titles and data of sessions are not imported.':
    'Browserversionen, Seitentitel und Sitzungsdaten werden nicht importiert.',
  'Custom properties come from the zip only.': 'Benutzerdefinierte Eigenschaften kommen nur aus der ZIP-Datei.',
  'Clicks on short links, views of pixels and measurements of performance are left out.':
    'Klicks auf Kurzlinks, Aufrufe von Zählpixeln und Leistungsmessungen werden ausgelassen.',
  'GoatCounter: CSV of an export': 'GoatCounter: CSV eines Exports',
  'The CSV of an export, version 2, packed with gzip or not.':
    'Die CSV-Datei eines Exports, Version 2, mit gzip gepackt oder ungepackt.',
  'A visitor is a session of GoatCounter. Pageviews without a session are left out.':
    'Ein Besucher ist eine Sitzung in GoatCounter. Seitenaufrufe ohne Sitzung werden ausgelassen.',
  'Pageviews of bots are left out.': 'Seitenaufrufe von Bots werden ausgelassen.',
  'Page titles and cities are not imported. Time on page and scroll depth stay unknown.':
    'Seitentitel und Städte werden nicht importiert. Zeit auf der Seite und Scrolltiefe bleiben unbekannt.',
  'Where the file has no user agents, the width of the screen says which class a device has.':
    'Enthält die Datei keine User-Agents, bestimmt die Bildschirmbreite die Geräteklasse.',
  'Matomo: visits as JSON': 'Matomo: Besuche als JSON',
  'The answer of Live.getLastVisitsDetails with format=JSON. Several answers are taken together.':
    'Die Antwort von Live.getLastVisitsDetails mit format=JSON. Mehrere Antworten werden zusammengefasst.',
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
  'Bounces are known only where the file has engaged sessions or a bounce rate.':
    'Absprünge sind nur bekannt, wenn die Datei Sitzungen mit Interaktionen oder eine Absprungrate enthält.',
  'Visitors of a day are known only from a file that has the dimension Date alone.':
    'Die Besucher eines Tages sind nur aus einer Datei bekannt, die allein die Dimension Datum enthält.',
  'Web server log': 'Webserver-Protokoll',
  'Web server log: nginx, Apache, Caddy, CloudFront': 'Webserver-Protokoll: nginx, Apache, Caddy, CloudFront',
  'Access logs in the combined format, JSON of Caddy, or standard logs of CloudFront, packed with gzip or not.':
    'Zugriffsprotokolle im Combined-Format, JSON von Caddy oder Standardprotokolle von CloudFront, mit ' +
    'gzip gepackt oder ungepackt.',
  'A log has requests, not pageviews: pages from caches, and pages without a reload, are missing.':
    'Ein Protokoll enthält Anfragen, keine Seitenaufrufe: Seiten aus Caches und Seiten ohne Neuladen fehlen.',
  'Files, errors, redirects, methods other than GET, and bots are left out, as are addresses that shields block.':
    'Dateien, Fehler, Weiterleitungen, andere Methoden als GET und Bots werden ausgelassen, ebenso ' +
    'Adressen, die Sie blockieren.',
  'Custom events are missing. Time on page and scroll depth stay unknown.':
    'Benutzerdefinierte Ereignisse fehlen. Zeit auf der Seite und Scrolltiefe bleiben unbekannt.',
  'A visitor is an address and a user agent on a day. Neither is stored. Give all files of a day at once.':
    'Ein Besucher ist eine Adresse mit einem User-Agent an einem Tag. Beides wird nicht gespeichert. ' +
    'Wählen Sie alle Dateien eines Tages zusammen.',
  Events: 'Ereignisse',
  'Events: lines of JSON': 'Ereignisse: JSON-Zeilen',
  'Lines of JSON, or an export of events of Tidemark as lines or CSV, packed with gzip or not.':
    'JSON-Zeilen oder ein Ereignis-Export von Tidemark als Zeilen oder CSV, mit gzip gepackt oder ungepackt.',
}

const fr: Words = {
  'Plausible: zip of an export': 'Plausible : zip d’un export',
  'The zip of an export, or all CSV files unpacked from it.':
    'Le fichier zip d’un export, ou tous les fichiers CSV qui en sont extraits.',
  'The file holds sums of days. Facts that it does not count together cannot be combined.':
    'Le fichier contient des totaux par jour. ' +
    'Les données qu’il ne compte pas ensemble ne peuvent pas être croisées.',
  'Hours, single visits, funnels and revenue stay unknown.':
    'Les heures, les visites individuelles, les entonnoirs et le revenu restent inconnus.',
  'Umami: website_event as CSV, or the zip of an export': 'Umami : website_event en CSV, ou zip d’un export',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'Le CSV de la table website_event, ou le zip avec website_event.csv et event_data.csv.',
  'Cities stay unknown: the file has names, and Tidemark keeps GeoNames numbers.':
    'Les villes restent inconnues : le fichier contient des noms, et Tidemark enregistre des numéros GeoNames.',
  'Time on page and scroll depth stay unknown.':
    'Le temps sur la page et la profondeur de défilement restent inconnus.',
  'Versions of browsers, page titles and data of sessions are not imported.':
    'Les versions des navigateurs, les titres de page et les données de session ne sont pas importés.',
  'Custom properties come from the zip only.': 'Les propriétés personnalisées ne proviennent que du zip.',
  'Clicks on short links, views of pixels and measurements of performance are left out.':
    'Les clics sur les liens courts, les affichages de pixels et les mesures de performance sont ignorés.',
  'GoatCounter: CSV of an export': 'GoatCounter : CSV d’un export',
  'The CSV of an export, version 2, packed with gzip or not.':
    'Le CSV d’un export, version 2, compressé avec gzip ou non.',
  'A visitor is a session of GoatCounter. Pageviews without a session are left out.':
    'Un visiteur est une session de GoatCounter. Les pages vues sans session sont ignorées.',
  'Pageviews of bots are left out.': 'Les pages vues par des robots sont ignorées.',
  'Page titles and cities are not imported. Time on page and scroll depth stay unknown.':
    'Les titres de page et les villes ne sont pas importés. Le temps sur la page et la profondeur de ' +
    'défilement restent inconnus.',
  'Where the file has no user agents, the width of the screen says which class a device has.':
    'Sans user agent dans le fichier, la largeur de l’écran détermine le type d’appareil.',
  'Matomo: visits as JSON': 'Matomo : visites en JSON',
  'The answer of Live.getLastVisitsDetails with format=JSON. Several answers are taken together.':
    'La réponse de Live.getLastVisitsDetails avec format=JSON. Plusieurs réponses sont réunies.',
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
  'Bounces are known only where the file has engaged sessions or a bounce rate.':
    'Les rebonds ne sont connus que si le fichier contient les sessions avec engagement ou un taux de rebond.',
  'Visitors of a day are known only from a file that has the dimension Date alone.':
    'Les visiteurs d’un jour ne sont connus que par un fichier qui contient la seule dimension Date.',
  'Web server log': 'Journal de serveur web',
  'Web server log: nginx, Apache, Caddy, CloudFront': 'Journal de serveur web : nginx, Apache, Caddy, CloudFront',
  'Access logs in the combined format, JSON of Caddy, or standard logs of CloudFront, packed with gzip or not.':
    'Journaux d’accès au format combined, JSON de Caddy ou journaux standard de CloudFront, compressés ' +
    'avec gzip ou non.',
  'A log has requests, not pageviews: pages from caches, and pages without a reload, are missing.':
    'Un journal contient des requêtes, pas des pages vues : les pages mises en cache et les pages sans ' +
    'rechargement manquent.',
  'Files, errors, redirects, methods other than GET, and bots are left out, as are addresses that shields block.':
    'Les fichiers, les erreurs, les redirections, les méthodes autres que GET et les robots sont ' +
    'ignorés, de même que les adresses bloquées.',
  'Custom events are missing. Time on page and scroll depth stay unknown.':
    'Les événements personnalisés manquent. Le temps sur la page et la profondeur de défilement restent inconnus.',
  'A visitor is an address and a user agent on a day. Neither is stored. Give all files of a day at once.':
    'Un visiteur est une adresse et un user agent pour un jour. Ni l’un ni l’autre n’est enregistré. ' +
    'Choisissez tous les fichiers d’un jour en une fois.',
  Events: 'Événements',
  'Events: lines of JSON': 'Événements : lignes JSON',
  'Lines of JSON, or an export of events of Tidemark as lines or CSV, packed with gzip or not.':
    'Lignes JSON, ou export d’événements de Tidemark en lignes ou en CSV, compressé avec gzip ou non.',
}

const es: Words = {
  'Plausible: zip of an export': 'Plausible: zip de una exportación',
  'The zip of an export, or all CSV files unpacked from it.':
    'El zip de una exportación o todos los archivos CSV extraídos de él.',
  'The file holds sums of days. Facts that it does not count together cannot be combined.':
    'El archivo contiene totales por día. Los datos que no cuenta juntos no se pueden combinar.',
  'Hours, single visits, funnels and revenue stay unknown.':
    'Las horas, las visitas individuales, los embudos y los ingresos quedan sin datos.',
  'Umami: website_event as CSV, or the zip of an export': 'Umami: website_event en CSV o zip de una exportación',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'El CSV de la tabla website_event o el zip con website_event.csv y event_data.csv.',
  'Cities stay unknown: the file has names, and Tidemark keeps GeoNames numbers.':
    'Las ciudades quedan sin datos: el archivo tiene nombres y Tidemark guarda números de GeoNames.',
  'Time on page and scroll depth stay unknown.': 'El tiempo en la página y la profundidad de scroll quedan sin datos.',
  'Versions of browsers, page titles and data of sessions are not imported.':
    'Las versiones de los navegadores, los títulos de página y los datos de sesiones no se importan.',
  'Custom properties come from the zip only.': 'Las propiedades personalizadas solo proceden del zip.',
  'Clicks on short links, views of pixels and measurements of performance are left out.':
    'Se omiten los clics en enlaces cortos, las vistas de píxeles y las mediciones de rendimiento.',
  'GoatCounter: CSV of an export': 'GoatCounter: CSV de una exportación',
  'The CSV of an export, version 2, packed with gzip or not.':
    'El CSV de una exportación, versión 2, comprimido con gzip o sin comprimir.',
  'A visitor is a session of GoatCounter. Pageviews without a session are left out.':
    'Un visitante es una sesión de GoatCounter. Se omiten las páginas vistas sin sesión.',
  'Pageviews of bots are left out.': 'Se omiten las páginas vistas por bots.',
  'Page titles and cities are not imported. Time on page and scroll depth stay unknown.':
    'Los títulos de página y las ciudades no se importan. El tiempo en la página y la profundidad de ' +
    'desplazamiento quedan sin datos.',
  'Where the file has no user agents, the width of the screen says which class a device has.':
    'Si el archivo no tiene user agents, el ancho de la pantalla determina el tipo de dispositivo.',
  'Matomo: visits as JSON': 'Matomo: visitas en JSON',
  'The answer of Live.getLastVisitsDetails with format=JSON. Several answers are taken together.':
    'La respuesta de Live.getLastVisitsDetails con format=JSON. Varias respuestas se reúnen.',
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
  'Bounces are known only where the file has engaged sessions or a bounce rate.':
    'Los rebotes solo se conocen si el archivo tiene sesiones con interacción o un porcentaje de rebote.',
  'Visitors of a day are known only from a file that has the dimension Date alone.':
    'Los visitantes de un día solo se conocen con un archivo que tenga únicamente la dimensión Fecha.',
  'Web server log': 'Registro del servidor web',
  'Web server log: nginx, Apache, Caddy, CloudFront': 'Registro del servidor web: nginx, Apache, Caddy, CloudFront',
  'Access logs in the combined format, JSON of Caddy, or standard logs of CloudFront, packed with gzip or not.':
    'Registros de acceso en formato combined, JSON de Caddy o registros estándar de CloudFront, ' +
    'comprimidos con gzip o sin comprimir.',
  'A log has requests, not pageviews: pages from caches, and pages without a reload, are missing.':
    'Un registro tiene peticiones, no páginas vistas: faltan las páginas en caché y las páginas sin recarga.',
  'Files, errors, redirects, methods other than GET, and bots are left out, as are addresses that shields block.':
    'Se omiten archivos, errores, redirecciones, métodos distintos de GET y bots, ' +
    'así como las direcciones bloqueadas.',
  'Custom events are missing. Time on page and scroll depth stay unknown.':
    'Faltan los eventos personalizados. El tiempo en la página y la profundidad de scroll quedan sin datos.',
  'A visitor is an address and a user agent on a day. Neither is stored. Give all files of a day at once.':
    'Un visitante es una dirección y un user agent en un día. Ninguno de los dos se guarda. Elija todos ' +
    'los archivos de un día a la vez.',
  Events: 'Eventos',
  'Events: lines of JSON': 'Eventos: líneas JSON',
  'Lines of JSON, or an export of events of Tidemark as lines or CSV, packed with gzip or not.':
    'Líneas JSON, o una exportación de eventos de Tidemark en líneas o CSV, comprimida con gzip o sin comprimir.',
}

const pt: Words = {
  'Plausible: zip of an export': 'Plausible: zip de uma exportação',
  'The zip of an export, or all CSV files unpacked from it.':
    'O zip de uma exportação ou todos os arquivos CSV extraídos dele.',
  'The file holds sums of days. Facts that it does not count together cannot be combined.':
    'O arquivo contém totais por dia. Dados que ele não conta juntos não podem ser combinados.',
  'Hours, single visits, funnels and revenue stay unknown.':
    'Horas, visitas individuais, funis e receita ficam sem dados.',
  'Umami: website_event as CSV, or the zip of an export': 'Umami: website_event em CSV ou zip de uma exportação',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'O CSV da tabela website_event ou o zip com website_event.csv e event_data.csv.',
  'Cities stay unknown: the file has names, and Tidemark keeps GeoNames numbers.':
    'As cidades ficam sem dados: o arquivo tem nomes, e o Tidemark guarda números do GeoNames.',
  'Time on page and scroll depth stay unknown.': 'O tempo na página e a profundidade de rolagem ficam sem dados.',
  'Versions of browsers, page titles and data of sessions are not imported.':
    'Versões de navegadores, títulos de páginas e dados de sessões não são importados.',
  'Custom properties come from the zip only.': 'Propriedades personalizadas vêm apenas do zip.',
  'Clicks on short links, views of pixels and measurements of performance are left out.':
    'Cliques em links curtos, visualizações de pixels e medições de desempenho são ignorados.',
  'GoatCounter: CSV of an export': 'GoatCounter: CSV de uma exportação',
  'The CSV of an export, version 2, packed with gzip or not.':
    'O CSV de uma exportação, versão 2, compactado com gzip ou não.',
  'A visitor is a session of GoatCounter. Pageviews without a session are left out.':
    'Um visitante é uma sessão do GoatCounter. Visualizações de página sem sessão são ignoradas.',
  'Pageviews of bots are left out.': 'Visualizações de página de bots são ignoradas.',
  'Page titles and cities are not imported. Time on page and scroll depth stay unknown.':
    'Títulos de páginas e cidades não são importados. O tempo na página e a profundidade de rolagem ficam sem dados.',
  'Where the file has no user agents, the width of the screen says which class a device has.':
    'Se o arquivo não tiver user agents, a largura da tela determina o tipo de dispositivo.',
  'Matomo: visits as JSON': 'Matomo: visitas em JSON',
  'The answer of Live.getLastVisitsDetails with format=JSON. Several answers are taken together.':
    'A resposta de Live.getLastVisitsDetails com format=JSON. Várias respostas são reunidas.',
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
  'Bounces are known only where the file has engaged sessions or a bounce rate.':
    'As rejeições só são conhecidas se o arquivo tiver sessões engajadas ou uma taxa de rejeição.',
  'Visitors of a day are known only from a file that has the dimension Date alone.':
    'Os visitantes de um dia só são conhecidos por um arquivo que tenha apenas a dimensão Data.',
  'Web server log': 'Log do servidor web',
  'Web server log: nginx, Apache, Caddy, CloudFront': 'Log do servidor web: nginx, Apache, Caddy, CloudFront',
  'Access logs in the combined format, JSON of Caddy, or standard logs of CloudFront, packed with gzip or not.':
    'Logs de acesso no formato combined, JSON do Caddy ou logs padrão do CloudFront, compactados com gzip ou não.',
  'A log has requests, not pageviews: pages from caches, and pages without a reload, are missing.':
    'Um log tem requisições, não visualizações de página: faltam as páginas em cache e as páginas sem recarga.',
  'Files, errors, redirects, methods other than GET, and bots are left out, as are addresses that shields block.':
    'Arquivos, erros, redirecionamentos, métodos diferentes de GET e bots são ignorados, assim como os ' +
    'endereços bloqueados.',
  'Custom events are missing. Time on page and scroll depth stay unknown.':
    'Eventos personalizados faltam. O tempo na página e a profundidade de rolagem ficam sem dados.',
  'A visitor is an address and a user agent on a day. Neither is stored. Give all files of a day at once.':
    'Um visitante é um endereço e um user agent em um dia. Nenhum dos dois é guardado. Escolha todos os ' +
    'arquivos de um dia de uma vez.',
  Events: 'Eventos',
  'Events: lines of JSON': 'Eventos: linhas JSON',
  'Lines of JSON, or an export of events of Tidemark as lines or CSV, packed with gzip or not.':
    'Linhas JSON, ou uma exportação de eventos do Tidemark em linhas ou CSV, compactada com gzip ou não.',
}

const ja: Words = {
  'Plausible: zip of an export': 'Plausible：エクスポートの ZIP',
  'The zip of an export, or all CSV files unpacked from it.':
    'エクスポートの ZIP ファイル、または展開したすべての CSV ファイル。',
  'The file holds sums of days. Facts that it does not count together cannot be combined.':
    'このファイルは日ごとの合計です。一緒に集計されていない項目は組み合わせられません。',
  'Hours, single visits, funnels and revenue stay unknown.': '時間帯、個々の訪問、ファネル、収益は取り込まれません。',
  'Umami: website_event as CSV, or the zip of an export': 'Umami：website_event の CSV、またはエクスポートの ZIP',
  'The CSV of the table website_event, or the zip with website_event.csv and event_data.csv.':
    'テーブル website_event の CSV、または website_event.csv と event_data.csv を含む ZIP。',
  'Cities stay unknown: the file has names, and Tidemark keeps GeoNames numbers.':
    '市区町村は取り込まれません。ファイルには名前があり、Tidemark は GeoNames の番号を保存するためです。',
  'Time on page and scroll depth stay unknown.': 'ページ滞在時間とスクロール率は取り込まれません。',
  'Versions of browsers, page titles and data of sessions are not imported.':
    'ブラウザのバージョン、ページタイトル、セッションのデータは取り込まれません。',
  'Custom properties come from the zip only.': 'カスタムプロパティは ZIP からのみ取り込まれます。',
  'Clicks on short links, views of pixels and measurements of performance are left out.':
    '短縮リンクのクリック、ピクセルの表示、パフォーマンスの計測は除外されます。',
  'GoatCounter: CSV of an export': 'GoatCounter：エクスポートの CSV',
  'The CSV of an export, version 2, packed with gzip or not.':
    'エクスポート（バージョン 2）の CSV。gzip 圧縮の有無は問いません。',
  'A visitor is a session of GoatCounter. Pageviews without a session are left out.':
    '訪問者は GoatCounter のセッションです。セッションのないページビューは除外されます。',
  'Pageviews of bots are left out.': 'ボットのページビューは除外されます。',
  'Page titles and cities are not imported. Time on page and scroll depth stay unknown.':
    'ページタイトルと市区町村は取り込まれません。ページ滞在時間とスクロール率も取り込まれません。',
  'Where the file has no user agents, the width of the screen says which class a device has.':
    'ファイルにユーザーエージェントがない場合は、画面の幅でデバイスの種類を判断します。',
  'Matomo: visits as JSON': 'Matomo：訪問の JSON',
  'The answer of Live.getLastVisitsDetails with format=JSON. Several answers are taken together.':
    'format=JSON を指定した Live.getLastVisitsDetails の応答。複数の応答はまとめて取り込まれます。',
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
  'Bounces are known only where the file has engaged sessions or a bounce rate.':
    '直帰は、ファイルにエンゲージのあったセッションまたは直帰率がある場合にのみ分かります。',
  'Visitors of a day are known only from a file that has the dimension Date alone.':
    '1 日の訪問者数は、ディメンションが「日付」だけのファイルからのみ分かります。',
  'Web server log': 'ウェブサーバーのログ',
  'Web server log: nginx, Apache, Caddy, CloudFront': 'ウェブサーバーのログ：nginx、Apache、Caddy、CloudFront',
  'Access logs in the combined format, JSON of Caddy, or standard logs of CloudFront, packed with gzip or not.':
    'combined 形式のアクセスログ、Caddy の JSON、または CloudFront の標準ログ。gzip 圧縮の有無は問いません。',
  'A log has requests, not pageviews: pages from caches, and pages without a reload, are missing.':
    'ログにあるのはページビューではなくリクエストです。キャッシュから表示されたページと、再読み込みのないページは含まれません。',
  'Files, errors, redirects, methods other than GET, and bots are left out, as are addresses that shields block.':
    'ファイル、エラー、リダイレクト、GET 以外のメソッド、ボット、ブロックしているアドレスは除外されます。',
  'Custom events are missing. Time on page and scroll depth stay unknown.':
    'カスタムイベントは含まれません。ページ滞在時間とスクロール率も取り込まれません。',
  'A visitor is an address and a user agent on a day. Neither is stored. Give all files of a day at once.':
    '訪問者は、同じ日の同じアドレスとユーザーエージェントです。どちらも保存されません。1 日分のファイルはまとめて選択してください。',
  Events: 'イベント',
  'Events: lines of JSON': 'イベント：JSON の行',
  'Lines of JSON, or an export of events of Tidemark as lines or CSV, packed with gzip or not.':
    'JSON の行、または Tidemark からエクスポートしたイベント（行または CSV）。gzip 圧縮の有無は問いません。',
}

/** The words of import sources, by language; English needs none. */
export const importWords: Readonly<Partial<Record<Language, Words>>> = { de, fr, es, 'pt-BR': pt, ja }
