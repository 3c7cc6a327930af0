export const title = 'Auf Ihrem eigenen Server'
export const lead =
  'Blocker können Skript und Ereignisse nicht aufhalten, die von Ihrer eigenen Adresse kommen. Ein Kit reicht beides weiter, mit Adresse und Land des Besuchers, oder zählt Seiten auf dem Server ohne Skript.'
export const kit = 'Framework oder Server'
export const choose = 'Bitte wählen'
export const secret =
  'Diese Dateien enthalten das Kit-Geheimnis der Website. Sie gehören auf den Server, nicht in öffentliche Repositorys.'
export const file = 'Kopieren: {name}'
export const tag = 'Auf jeder Seite, außer wenn der Server zählt:'
export const counting = 'Nehmen Sie die Zeilen, die in den Dateien mit „Without the script“ gekennzeichnet sind.'
export const renew = 'Neues Geheimnis'
export const renewAsk = 'Kit-Geheimnis von {domain} ersetzen?'
export const renewLead =
  'Kits mit dem alten Geheimnis wird nicht mehr geglaubt: Bis Sie ihre Dateien ersetzen, zählen alle ihre Besucher als einer.'
export const renewed = 'Geheimnis ersetzt'
