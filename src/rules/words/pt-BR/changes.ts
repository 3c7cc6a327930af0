export const changedBy = {
  one: '{change} visitante em comparação com {days}:',
  many: '{change} visitantes em comparação com {days}:',
  other: '{change} visitantes em comparação com {days}:',
}
export const unchanged = 'O mesmo número de visitantes que em {days}:'
export const contributionOf = '{value} {change}, {dimension}'
export const nothingChanged = 'Nenhuma origem, página, país ou dispositivo mudou em comparação com {days}.'
export const asking = 'Comparando origens, páginas, países e dispositivos…'
export const others = 'Outros'
export const othersMean = 'Outros: o restante da mudança, incluindo visitantes contados em várias linhas.'
