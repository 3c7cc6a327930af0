export const title = 'So werden Besuche von {domain} gezählt'
export const note = 'Dies sind Tatsachen, die aus den Einstellungen der Website folgen. Sie sind keine Rechtsberatung.'
export const sections = {
  stored: 'Was gespeichert wird',
  leftOut: 'Was nicht gespeichert und was nicht gezählt wird',
  browser: 'Was im Browser geschieht',
  apart: 'Wie Besucher unterschieden werden',
  kept: 'Wie lange Daten aufbewahrt werden',
  receivers: 'Wer Daten erhält',
}
export const facts = {
  page: 'Hostname und Pfad der Seite ohne Abfrageparameter sowie die Uhrzeit.',
  fragment: 'Der Teil der Seitenadresse hinter dem Zeichen #.',
  referrer: 'Die Adresse der verweisenden Seite ohne Abfrageparameter.',
  referrerHost:
    'Der Hostname der verweisenden Seite. Ihr Pfad wird nur gespeichert, wenn der Besucher eingewilligt hat.',
  campaigns:
    'Kampagnenparameter des Links (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) und der Name einer Klick-ID wie gclid. Der Wert einer Klick-ID wird nie gespeichert.',
  campaignsAgreed:
    'Nur wenn der Besucher eingewilligt hat: Kampagnenparameter des Links (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) und der Name einer Klick-ID wie gclid. Der Wert einer Klick-ID wird nie gespeichert.',
  country: 'Das Land des Besuchers, ermittelt aus der IP-Adresse.',
  city: 'Land, Region und Stadt des Besuchers, ermittelt aus der IP-Adresse.',
  device:
    'Name und zweiteilige Version von Browser und Betriebssystem sowie die Art des Geräts: Desktop, Mobilgerät oder Tablet.',
  engagement: 'Wie lange die Seite zu sehen war und wie weit gescrollt wurde.',
  outbound_links: 'Klicks auf Links zu anderen Websites mit der Adresse des Links.',
  file_downloads: 'Downloads von Dateien mit der Adresse der Datei.',
  form_submissions: 'Dass ein Formular abgesendet wurde, ohne dessen Inhalt.',
  tagged_events: 'Klicks auf Elemente, die die Website markiert hat, mit dem Namen, den die Website ihnen gegeben hat.',
  track_404_pages: 'Seiten, die nicht gefunden wurden.',
  properties: 'Eigenschaften, die die Website mit ihren Ereignissen sendet: {names}.',
  noProperties: 'Keine Eigenschaften von Ereignissen: Die Website hat in den letzten {count} Tagen keine gesendet.',
  revenue: 'Betrag und Währung dieser Ereignisse: {names}.',
  number: 'Eine Nummer, die an einem Tag für den Besucher steht.',
  address:
    'IP-Adresse und User-Agent. Beide werden während der Beantwortung einer Anfrage im Arbeitsspeicher benutzt und danach vergessen.',
  query: 'Andere Parameter von Adressen und Inhalte von Formularen.',
  screen: 'Bildschirmgröße, Sprache und Zeitzone des Browsers. Es wird kein Fingerabdruck des Browsers gebildet.',
  people:
    'Namen, Adressen oder Kundennummern von Personen, sofern die Website sie nicht in Seitenadressen oder Eigenschaften sendet.',
  campaignsRefused:
    'Ohne Einwilligung des Besuchers: Kampagnenparameter, Klick-IDs und Quellen oder Kanäle, die sich daraus ergeben.',
  noPlace: 'Der Ort des Besuchers.',
  shieldIp: {
    one: 'Besuche von {count} IP-Adresse, die der Betreiber ausgeschlossen hat, werden nicht gezählt.',
    other: 'Besuche von {count} IP-Adressen, die der Betreiber ausgeschlossen hat, werden nicht gezählt.',
  },
  shieldCountry: 'Besuche aus diesen Ländern werden nicht gezählt: {names}.',
  shieldNetwork: 'Besuche aus diesen Netzen werden nicht gezählt: {names}.',
  shieldHosting: 'Besuche aus Netzen von Rechenzentren werden nicht gezählt.',
  networkForgotten: 'Das Netz einer IP-Adresse wird dafür nachgeschlagen und nicht gespeichert.',
  shieldPage: 'Besuche dieser Seiten werden nicht gezählt: {names}.',
  shieldHostname: 'Besuche anderer Hosts als dieser werden nicht gezählt: {names}.',
  script:
    'In der Seite läuft ein Skript. Es sendet die oben genannten Angaben an {host}, direkt oder über den Server der Website.',
  noScript:
    'Im Browser läuft kein Skript für die Statistik, und der Browser sendet dafür keine Anfrage. Der Server der Website teilt {host} mit, welche Seite er ausgeliefert hat.',
  scriptDropped: 'Ereignisse, die ein Browser dennoch sendet, werden nicht gezählt.',
  pixel: 'Ist JavaScript aus, ruft der Browser stattdessen ein Bild von {host} ab.',
  nothingKept:
    'Im Browser wird nichts gespeichert: kein Cookie und nichts im Local Storage, im Session Storage oder in Datenbanken.',
  optOut:
    'Besucher können widersprechen: {url} führt zu einem Link, der im Local Storage des Browsers die Markierung service_ignore setzt. Etwas anderes wird dort nie gespeichert.',
  id: 'Die Nummer eines Besuchers wird mit einem geheimen Zufallsschlüssel aus IP-Adresse, User-Agent und Domain berechnet.',
  salt: 'Der Schlüssel wird jeden Tag um 00:00 Uhr UTC ersetzt und {hours} Stunden nach Beginn seines Tages gelöscht. Danach lässt sich keine Nummer mehr neu berechnen oder mit einer IP-Adresse verbinden.',
  days: 'Dieselbe Person hat an einem anderen Tag und auf einer anderen Website eine andere Nummer. Ein Besuch über Mitternacht behält seine Nummer, bis er endet.',
  months: {
    one: 'Daten einzelner Besuche werden nach {count} Monat gelöscht. Tagessummen bleiben erhalten. Sie enthalten keine Nummern von Besuchern.',
    other:
      'Daten einzelner Besuche werden nach {count} Monaten gelöscht. Tagessummen bleiben erhalten. Sie enthalten keine Nummern von Besuchern.',
  },
  forever: 'Daten werden aufbewahrt, bis der Betreiber der Website sie löscht.',
  deletion: 'Einzelne Besucher lassen sich nicht nachschlagen, da nichts Gespeichertes sie benennt.',
  receiver: 'Daten gehen an {host}, den Server, der die Software für den Betreiber der Website ausführt.',
  noOthers:
    'Kein anderer Dienst erhält Daten über Besucher. Die Hersteller der Software erhalten keine. Orte werden in einer Datei auf dem Server nachgeschlagen.',
}
