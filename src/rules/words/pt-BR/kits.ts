export const title = 'No seu próprio servidor'
export const lead =
  'Bloqueadores não conseguem barrar um script e eventos que vêm do seu próprio endereço. Um kit os repassa com o endereço e o país do visitante, ou conta as páginas no servidor sem script.'
export const kit = 'Framework ou servidor'
export const choose = 'Escolher'
export const secret =
  'Estes arquivos contêm o segredo de kit do site. Guarde-os no servidor, fora de repositórios públicos.'
export const file = 'Copiar: {name}'
export const tag = 'Em cada página, a menos que o servidor conte:'
export const counting = 'Use as linhas que os arquivos marcam com “Without the script”.'
export const renew = 'Novo segredo'
export const renewAsk = 'Substituir o segredo de kit de {domain}?'
export const renewLead =
  'Kits com o segredo antigo deixam de ser aceitos: até você trocar os arquivos, todos os visitantes deles contam como um só.'
export const renewed = 'Segredo substituído'
