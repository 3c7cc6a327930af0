export const title = 'Como as visitas de {domain} são contadas'
export const note = 'Estes fatos decorrem das configurações do site. Eles não são orientação jurídica.'
export const sections = {
  stored: 'O que é armazenado',
  leftOut: 'O que não é armazenado e o que não é contado',
  browser: 'O que acontece no navegador',
  apart: 'Como os visitantes são distinguidos',
  kept: 'Por quanto tempo os dados são mantidos',
  receivers: 'Quem recebe dados',
}
export const facts = {
  page: 'O nome de host e o caminho da página, sem os parâmetros, e o horário.',
  fragment: 'A parte do endereço da página depois do sinal #.',
  referrer: 'O endereço da página que contém o link, sem os parâmetros.',
  referrerHost: 'O nome de host da página que contém o link. O caminho só é armazenado se o visitante consentiu.',
  campaigns:
    'Os parâmetros de campanha do link (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) e o nome de um identificador de clique, como gclid. O valor de um identificador de clique nunca é armazenado.',
  campaignsAgreed:
    'Somente se o visitante consentiu: os parâmetros de campanha do link (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) e o nome de um identificador de clique, como gclid. O valor de um identificador de clique nunca é armazenado.',
  country: 'O país do visitante, obtido pelo endereço IP.',
  city: 'O país, a região e a cidade do visitante, obtidos pelo endereço IP.',
  device:
    'O nome e a versão de dois números do navegador e do sistema operacional, e o tipo de dispositivo: computador, celular ou tablet.',
  engagement: 'Por quanto tempo a página ficou visível e até onde foi rolada.',
  outbound_links: 'Cliques em links para outros sites, com o endereço do link.',
  file_downloads: 'Downloads de arquivos, com o endereço do arquivo.',
  form_submissions: 'O envio de um formulário, sem o conteúdo.',
  tagged_events: 'Cliques em elementos que o site marcou, com o nome que o site deu a eles.',
  track_404_pages: 'Páginas não encontradas.',
  properties: 'Propriedades que o site envia com os eventos: {names}.',
  noProperties: 'Nenhuma propriedade de eventos: o site não enviou nenhuma nos últimos {count} dias.',
  revenue: 'Valor e moeda destes eventos: {names}.',
  number: 'Um número que representa o visitante durante um dia.',
  address:
    'O endereço IP e o agente de usuário. Ambos são usados na memória enquanto uma requisição é respondida e depois esquecidos.',
  query: 'Outros parâmetros de endereços e o conteúdo de formulários.',
  screen: 'Tamanho da tela, idioma e fuso horário do navegador. Nenhuma impressão digital do navegador é feita.',
  people:
    'Nomes, endereços ou números de conta de pessoas, a menos que o site os envie em endereços de páginas ou em propriedades.',
  campaignsRefused:
    'Sem o consentimento do visitante: parâmetros de campanha, identificadores de clique e as fontes ou os canais que decorrem deles.',
  noPlace: 'O lugar do visitante.',
  shieldIp: {
    one: 'Visitas de {count} endereço IP que o responsável excluiu não são contadas.',
    many: 'Visitas de {count} endereços IP que o responsável excluiu não são contadas.',
    other: 'Visitas de {count} endereços IP que o responsável excluiu não são contadas.',
  },
  shieldCountry: 'Visitas destes países não são contadas: {names}.',
  shieldNetwork: 'Visitas destas redes não são contadas: {names}.',
  shieldHosting: 'Visitas de redes de data centers não são contadas.',
  networkForgotten: 'A rede de um endereço IP é consultada para isso e não é armazenada.',
  shieldPage: 'Visitas a estas páginas não são contadas: {names}.',
  shieldHostname: 'Visitas a hosts diferentes destes não são contadas: {names}.',
  script:
    'Um script é executado na página. Ele envia os dados acima para {host}, diretamente ou pelo servidor do site.',
  noScript:
    'Nenhum script de estatísticas é executado no navegador, e o navegador não envia nenhuma requisição para elas. O servidor do site informa a {host} qual página enviou.',
  scriptDropped: 'Eventos que um navegador envie mesmo assim não são contados.',
  pixel: 'Se o JavaScript estiver desativado, o navegador pede uma imagem a {host} no lugar.',
  nothingKept:
    'Nada é armazenado no navegador: nenhum cookie e nada no armazenamento local, no armazenamento de sessão ou em bancos de dados.',
  optOut:
    'Os visitantes podem recusar: {url} leva a um link que coloca a marca service_ignore no armazenamento local do navegador. Nada além dela é armazenado ali.',
  id: 'O número de um visitante é calculado a partir do endereço IP, do agente de usuário e do domínio, com uma chave secreta aleatória.',
  salt: 'A chave é trocada todos os dias às 00:00 UTC e excluída {hours} horas depois do início do seu dia. A partir daí, nenhum número pode ser calculado de novo nem ligado a um endereço IP.',
  days: 'A mesma pessoa tem outro número em outro dia e em outro site. Uma visita que passa da meia-noite mantém o número até terminar.',
  months: {
    one: 'Dados de visitas individuais são excluídos depois de {count} mês. Os totais diários são mantidos. Eles não contêm números de visitantes.',
    many: 'Dados de visitas individuais são excluídos depois de {count} meses. Os totais diários são mantidos. Eles não contêm números de visitantes.',
    other:
      'Dados de visitas individuais são excluídos depois de {count} meses. Os totais diários são mantidos. Eles não contêm números de visitantes.',
  },
  forever: 'Os dados são mantidos até que o responsável pelo site os exclua.',
  deletion: 'Não é possível procurar um visitante específico, pois nada do que é armazenado o identifica.',
  receiver: 'Os dados vão para {host}, o servidor que executa o software para o responsável pelo site.',
  noOthers:
    'Nenhum outro serviço recebe dados sobre visitantes. Os autores do software não recebem nenhum. Lugares são consultados em um arquivo no servidor.',
}
