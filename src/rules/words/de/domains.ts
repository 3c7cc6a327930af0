export const emptyPart =
  '„{host}“ enthält zwei Punkte hintereinander oder beginnt mit einem Punkt. Geben Sie eine Domain wie example.com ein.'
export const hyphen =
  '„{host}“ hat einen Teil, der mit einem Bindestrich beginnt oder endet. Geben Sie eine Domain wie example.com ein.'
export const longPart = 'Jeder Teil einer Domain darf höchstens 63 Zeichen haben.'
export const noDot = 'Ist „{domain}“ die vollständige Domain?'
export const noDotLead =
  'Öffentliche Domains enthalten einen Punkt, zum Beispiel example.com. Ereignisse werden nur gezählt, wenn Ihre Seiten genau diesen Namen senden.'
export const addAnyway = '{domain} hinzufügen'
export const renameAnyway = '{domain} speichern'
