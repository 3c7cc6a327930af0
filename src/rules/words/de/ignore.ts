export const lead =
  'Halten Sie Ihre eigenen Besuche auf {domain} aus der Statistik heraus. Die Wahl bleibt in diesem Browser gespeichert. Treffen Sie sie auf jedem Ihrer Geräte.'
export const ignore = 'Diesen Browser nicht zählen'
export const count = 'Diesen Browser wieder zählen'
export const show = 'Wird dieser Browser gezählt?'
export const hint =
  'Jede Schaltfläche öffnet {domain}. Dort erscheint „{mark}: false“, wenn dieser Browser nicht gezählt wird, und „{mark}: true“, wenn er gezählt wird.'
export const team = 'Senden Sie die Adresse dieser Seite an alle, die nicht gezählt werden sollen.'
