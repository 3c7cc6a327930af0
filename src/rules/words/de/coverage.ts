export const coverage = 'Abdeckung'
export const headline = 'Das Skript hat {share} der Seitenabrufe gesehen: {seen} von {requests}.'
export const neverSeen = 'Seiten wurden {requests} Mal abgerufen. Das Skript hat keinen dieser Abrufe gesehen.'
export const lead =
  'Seitenabrufe sind durch ein Kit auf Ihrem Server oder aus Zugriffsprotokollen bekannt. Crawler, Dateien, Weiterleitungen, Fehler und vorab geladene Seiten zählen nicht mit. Der Rest wurde blockiert, oder Besucher gingen, bevor das Skript lief.'
export const above =
  'Über 100 % wurden Seiten ohne Abruf bei Ihrem Server geöffnet: aus einem Cache oder durch ein Skript der Seite.'
export const daysLeftOut = 'Tage ohne bekannte Seitenabrufe fehlen.'
export const unknown = 'Für diesen Zeitraum sind keine Seitenabrufe bekannt.'
export const how = 'Schalten Sie die Abdeckung im Kit Ihres Servers ein, oder zählen Sie ein Zugriffsprotokoll:'
export const by = 'Abdeckung nach'
export const groups = { date: 'Tage', browser: 'Browser', page: 'Seiten', country: 'Länder' } as const
export const heads = { date: 'Tag', browser: 'Browser', page: 'Seite', country: 'Land' } as const
export const requests = 'Seitenabrufe'
export const seen = 'Gesehen'
export const share = 'Anteil'
