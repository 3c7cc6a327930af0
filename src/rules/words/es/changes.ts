export const changedBy = {
  one: '{change} visitante en comparación con {days}:',
  many: '{change} visitantes en comparación con {days}:',
  other: '{change} visitantes en comparación con {days}:',
}
export const unchanged = 'El mismo número de visitantes que en {days}:'
export const contributionOf = '{value} {change}, {dimension}'
export const nothingChanged = 'Ninguna fuente, página, país o dispositivo ha cambiado en comparación con {days}.'
export const asking = 'Comparando fuentes, páginas, países y dispositivos…'
export const others = 'Otros'
export const othersMean = 'Otros: el resto del cambio, incluidos los visitantes que cuentan en varias filas.'
