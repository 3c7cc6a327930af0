export const kinds = {
  ip: 'Adressen',
  country: 'Länder',
  network: 'Netze',
  page: 'Seiten',
  hostname: 'Hostnamen',
} as const
export const leads = {
  ip: 'Ereignisse von diesen IP-Adressen werden nicht gezählt. Bis zu {most} Adressen.',
  country: 'Ereignisse aus diesen Ländern werden nicht gezählt. Bis zu {most} Länder.',
  network:
    'Ereignisse aus diesen Netzen werden nicht gezählt. Geben Sie die Nummer eines Netzes ein, zum Beispiel AS16509. Bis zu {most} Netze.',
  page: 'Ereignisse auf diesen Seiten werden nicht gezählt. Verwenden Sie * für einen Teil des Pfads und ** für beliebig viele Teile, zum Beispiel /admin/**. Bis zu {most} Seiten.',
  hostname:
    'Wenn Sie hier Hostnamen auflisten, werden nur deren Ereignisse gezählt. Sonst werden Ereignisse aller Hostnamen gezählt. Verwenden Sie * für beliebige Zeichen, zum Beispiel *.example.com. Bis zu {most} Hostnamen.',
} as const
export const fields = { ip: 'Adresse', country: 'Land', network: 'Netz', page: 'Seite', hostname: 'Hostname' } as const
export const description = 'Beschreibung'
export const optional = 'Optional, zum Beispiel Büro.'
export const add = 'Regel hinzufügen'
export const added = 'Regel hinzugefügt'
export const ownAddress = 'Meine Adresse hinzufügen'
export const ownHint = 'Ihre Adresse ist {address}.'
export const seen = 'In den letzten {days} Tagen gezählte Hostnamen'
export const allow = 'Hinzufügen: {value}'
export const none = 'Noch keine Regeln.'
export const dropped = {
  one: '{count} Ereignis wurde in den letzten {days} Tagen durch diese Regeln verworfen.',
  other: '{count} Ereignisse wurden in den letzten {days} Tagen durch diese Regeln verworfen.',
} as const
export const remove = 'Entfernen'
export const removeOf = 'Entfernen: {value}'
export const removed = 'Regel entfernt'
export const hosting = 'Alle Rechenzentren'
export const addHosting = 'Alle Rechenzentren hinzufügen'
export const networksFrom =
  'Netze werden in „{source}“ vom {date} nachgeschlagen. Die Liste der Rechenzentren ist vom {list}.'
export const noNetworks =
  'Es ist keine Netzdatenbank eingerichtet, daher treffen diese Regeln auf nichts zu. Der Betreiber dieses Dienstes setzt ASN_DATABASE.'
