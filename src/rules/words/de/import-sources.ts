export const products = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  matomo: 'Matomo',
  'google-analytics': 'Google Analytics',
  'web-log': 'Webserver-Protokoll',
  events: 'Ereignisse',
}

export const titles = {
  plausible: 'Plausible: ZIP eines Exports',
  umami: 'Umami: website_event als CSV oder ZIP eines Exports',
  goatcounter: 'GoatCounter: CSV eines Exports',
  matomo: 'Matomo: Besuche als JSON',
  'google-analytics': 'Google Analytics 4: CSV von Berichten',
  'web-log': 'Webserver-Protokoll: nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  events: 'Ereignisse: JSON-Zeilen',
}

export const files = {
  plausible: 'Die ZIP-Datei eines Exports oder alle daraus entpackten CSV-Dateien.',
  umami: 'Die CSV-Datei der Tabelle website_event oder die ZIP-Datei mit website_event.csv und event_data.csv.',
  goatcounter: 'Die CSV-Datei eines Exports in Version 2. Sie kann mit gzip komprimiert sein.',
  matomo: 'Die Antwort von Live.getLastVisitsDetails mit format=JSON. Sie können mehrere Dateien wählen.',
  'google-analytics':
    'CSV-Dateien freier explorativer Analysen mit der Dimension Datum oder von Berichten über einen einzigen Tag.',
  'web-log':
    'Zugriffsprotokolle im Combined-, JSON- oder W3C-Format oder von einem Load Balancer von AWS. Sie können mit gzip komprimiert sein.',
  events:
    'JSON-Zeilen oder aus Tidemark exportierte Ereignisse als JSON-Zeilen oder CSV. Die Datei kann mit gzip komprimiert sein.',
}
export const timeAndScroll = 'Zeit auf der Seite und Scrolltiefe sind nicht verfügbar.'
export const oneWebsite =
  'Eine Datei mit Zeilen mehrerer Websites wird abgelehnt. Exportieren Sie jeweils nur eine Website.'
export const namedCities = 'Städte werden nicht importiert, da die Datei nur ihre Namen enthält.'
export const dailyTotals =
  'Die Datei enthält Tageswerte. Werte aus verschiedenen Listen lassen sich nicht kombinieren, zum Beispiel die Seiten, die Besucher aus einem Land gesehen haben.'

export const noVisits = 'Stunden, einzelne Besuche, Trichter und Umsatz sind nicht verfügbar.'
export const codesOfPlaces = 'Länder können Codes oder englische Namen sein. Regionen und Städte müssen Codes sein.'

export const sessionData = 'Browserversionen, Seitentitel und Sitzungsdaten werden nicht importiert.'
export const propertiesInZip = 'Benutzerdefinierte Eigenschaften werden nur aus der ZIP-Datei importiert.'
export const shortLinks = 'Klicks auf Kurzlinks, Aufrufe von Zählpixeln und Leistungsmessungen werden ausgelassen.'
export const eventTableAlone =
  'Die Tabelle website_event allein enthält keine Länder, Geräte und Browser. Sie stehen in der Tabelle session.'

export const sessionsAreVisitors =
  'Jede Sitzung in GoatCounter zählt als ein Besucher. Seitenaufrufe ohne Sitzung werden ausgelassen.'
export const bots = 'Seitenaufrufe von Bots werden ausgelassen.'
export const jsonExport =
  'Der JSON-Export wird abgelehnt, da er nicht angibt, wie viele Besucher ein Tag hatte. Wählen Sie den CSV-Export.'
export const titlesCitiesAndTime =
  'Seitentitel und Städte werden nicht importiert. Zeit auf der Seite und Scrolltiefe sind nicht verfügbar.'
export const screenWidths =
  'Enthält die Datei keine User-Agents, entscheidet die Bildschirmbreite, ob ein Gerät als Desktop, Tablet oder Smartphone zählt.'

export const goalsAndOrders =
  'Ziele, Bestellungen und deren Umsatz werden ausgelassen. Legen Sie Ziele für Seiten und Ereignisse danach an.'
export const titlesAndForms =
  'Seitentitel, benutzerdefinierte Dimensionen und Variablen, Inhalte und Formulare werden nicht importiert.'

export const reportsOfDays =
  'Ein Bericht über mehrere Tage ohne die Dimension Datum lässt sich nicht in Tage aufteilen und wird ausgelassen.'
export const namedPlaces =
  'Städte, Regionen, nicht englische Ländernamen, Sprachen, Zielgruppen und Umsatz werden ausgelassen.'
export const bounces =
  'Absprünge werden nur importiert, wenn die Datei Sitzungen mit Interaktionen oder eine Absprungrate enthält.'
export const dailyVisitors =
  'Die Besucher eines Tages werden nur aus einer Datei importiert, deren einzige Dimension Datum ist.'
export const englishReport = 'Der Bericht muss auf Englisch sein, und seine Zahlen dürfen keine Trennzeichen enthalten.'
export const otherRows =
  'Zeilen für weitere Werte, (other), und Zeilen ohne Quelle, Seite oder Land, (not set), werden ausgelassen.'

export const requests =
  'Ein Protokoll enthält Anfragen, keine Seitenaufrufe. Seiten aus Caches und Seitenwechsel ohne Neuladen fehlen.'
export const filesAndErrors =
  'Anfragen nach Dateien, Fehler, Weiterleitungen, andere Methoden als GET, Bots und gesperrte Adressen werden ausgelassen.'
export const eventsAndTime = 'Eigene Ereignisse fehlen. Zeit auf der Seite und Scrolltiefe sind nicht verfügbar.'
export const addressesAreVisitors =
  'Besucher werden innerhalb eines Tages an IP-Adresse und User-Agent erkannt. Beides wird nicht gespeichert. Importieren Sie alle Dateien eines Tages zusammen.'
export const shortLines =
  'Zeilen ohne IP-Adresse oder User-Agent werden ausgelassen. Das Common-Log-Format enthält keine User-Agents.'
export const behindProxy =
  'Hinter einem Proxy muss das Protokoll die Adressen der Besucher enthalten. Andernfalls zählen Besucher mit demselben Browser als einer.'
