export const lead =
  'Deixe suas próprias visitas a {domain} fora das estatísticas. A escolha fica salva neste navegador, então faça-a em cada um dos seus dispositivos.'
export const ignore = 'Não contar este navegador'
export const count = 'Voltar a contar este navegador'
export const show = 'Este navegador é contado?'
export const hint =
  'Cada botão abre {domain}, que mostra “{mark}: false” se este navegador não é contado e “{mark}: true” se é contado.'
export const team = 'Envie o endereço desta página a todas as pessoas que não devem ser contadas.'
