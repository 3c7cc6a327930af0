export const changedBy = {
  one: '{change} Besucher im Vergleich zu {days}:',
  other: '{change} Besucher im Vergleich zu {days}:',
}
export const unchanged = 'So viele Besucher wie im Zeitraum {days}:'
export const contributionOf = '{value} {change}, {dimension}'
export const nothingChanged = 'Keine Quelle, keine Seite, kein Land und kein Gerät hat sich gegenüber {days} verändert.'
export const asking = 'Quellen, Seiten, Länder und Geräte werden verglichen …'
export const others = 'Übrige'
export const othersMean = 'Übrige: Der Rest der Veränderung. Besucher, die in mehreren Zeilen zählen, gehören dazu.'
