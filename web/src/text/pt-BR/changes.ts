export const changedBy = {
  one: '{change} visitante em comparação com {days}:',
  many: '{change} visitantes em comparação com {days}:',
  other: '{change} visitantes em comparação com {days}:',
}
export const unchanged = 'Tantos visitantes quanto em {days}:'
export const contributionOf = '{value} {change}, {dimension}'
export const nothingChanged = 'Nenhuma origem, página, país ou dispositivo difere de {days}.'
export const asking = 'Comparando origens, páginas, países e dispositivos…'
