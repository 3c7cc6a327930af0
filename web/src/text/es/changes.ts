export const changedBy = {
  one: '{change} visitante en comparación con {days}:',
  many: '{change} visitantes en comparación con {days}:',
  other: '{change} visitantes en comparación con {days}:',
}
export const unchanged = 'Tantos visitantes como en {days}:'
export const contributionOf = '{value} {change}, {dimension}'
export const nothingChanged = 'Ninguna fuente, página, país o dispositivo difiere de {days}.'
export const asking = 'Comparando fuentes, páginas, países y dispositivos…'
