export const domain = 'Domain'
export const domainHint =
  'Sie können die Website jederzeit umbenennen. Die bisherige Domain gilt weiter in Ihrem Skript, Ihren Links und der API.'
export const domainBefore = 'Die bisherige Domain {domain} gilt weiter.'
export const timezone = 'Zeitzone'
export const timezoneHint =
  'Tage beginnen und enden in dieser Zeitzone. Änderungen gelten sofort. Vergangene Tage werden im Hintergrund neu berechnet.'
export const settings = {
  retention_months: {
    label: 'Rohe Ereignisse aufbewahren (Monate)',
    hint: 'Leer lassen, um rohe Ereignisse für immer aufzubewahren. Ältere Ereignisse werden täglich endgültig gelöscht. Gesamtwerte und Top-Listen bleiben erhalten.',
    locked: 'Nur {roles} des Teams können dies ändern.',
  },
  pixel: {
    label: 'Ohne JavaScript zählen',
    hint: 'Zählt Seitenaufrufe von Besuchern ohne JavaScript mit einem Bild, das Sie in Ihre Seiten einfügen. Es gelten dieselben Regeln wie für das Skript.',
    locked: 'Nur {roles} des Teams können dies ändern.',
  },
}

export const deleteEvents = 'Alte Ereignisse löschen'
export const deleteEventsLead = {
  one: '{count} Ereignis aus der Zeit vor {day} wird innerhalb eines Tages endgültig gelöscht. Gesamtwerte und Top-Listen bleiben erhalten.',
  other:
    '{count} Ereignisse aus der Zeit vor {day} werden innerhalb eines Tages endgültig gelöscht. Gesamtwerte und Top-Listen bleiben erhalten.',
} as const
export const deleteEventsLater = 'Danach werden jeden Tag die Ereignisse gelöscht, die älter sind als {months}.'
export const months = { one: '{count} Monat', other: '{count} Monate' } as const

export const deleteTitle = 'Website löschen'
export const deleteLead = 'Löscht diese Website und alle ihre Statistiken endgültig.'
export const deleteCount = {
  one: '{count} Ereignis von {domain} wird gelöscht, mit Zielen, Trichtern, Notizen, geteilten Links und Berichten.',
  other:
    '{count} Ereignisse von {domain} werden gelöscht, mit Zielen, Trichtern, Notizen, geteilten Links und Berichten.',
} as const
export const deleteSite = 'Website löschen'
export const typeDomain = 'Geben Sie zur Bestätigung {domain} ein'
export const deleted = '{domain} wurde gelöscht'
