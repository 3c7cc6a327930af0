export const products = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  matomo: 'Matomo',
  'google-analytics': 'Google Analytics',
  'web-log': 'Log do servidor web',
  events: 'Eventos',
}

export const titles = {
  plausible: 'Plausible: zip de uma exportação',
  umami: 'Umami: website_event em CSV ou zip de uma exportação',
  goatcounter: 'GoatCounter: CSV de uma exportação',
  matomo: 'Matomo: visitas em JSON',
  'google-analytics': 'Google Analytics 4: CSV de relatórios',
  'web-log': 'Log do servidor web: nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  events: 'Eventos: linhas JSON',
}

export const files = {
  plausible: 'O zip de uma exportação ou todos os arquivos CSV extraídos dele.',
  umami: 'O CSV da tabela website_event ou o zip com website_event.csv e event_data.csv.',
  goatcounter: 'O arquivo CSV de uma exportação na versão 2. Ele pode estar compactado com gzip.',
  matomo: 'A resposta de Live.getLastVisitsDetails com format=JSON. Você pode escolher vários arquivos.',
  'google-analytics':
    'Arquivos CSV de explorações de formato livre com a dimensão Data ou de relatórios de um único dia.',
  'web-log':
    'Logs de acesso no formato combined, JSON ou W3C, ou de um balanceador de carga da AWS. Eles podem estar compactados com gzip.',
  events:
    'Linhas JSON, ou eventos exportados do Tidemark em linhas JSON ou CSV. O arquivo pode estar compactado com gzip.',
}
export const timeAndScroll = 'O tempo na página e a profundidade de rolagem não estão disponíveis.'
export const oneWebsite = 'Um arquivo com linhas de vários sites é recusado. Exporte um site de cada vez.'
export const namedCities = 'As cidades não são importadas, porque o arquivo contém apenas os nomes.'
export const dailyTotals =
  'O arquivo contém totais diários. Valores de listas diferentes não podem ser combinados, por exemplo as páginas vistas por visitantes de um país.'

export const noVisits = 'Horas, visitas individuais, funis e receita não estão disponíveis.'
export const codesOfPlaces =
  'Os países podem ser códigos ou nomes em inglês. As regiões e as cidades precisam ser códigos.'

export const sessionData = 'Versões de navegadores, títulos de páginas e dados de sessões não são importados.'
export const propertiesInZip = 'Propriedades personalizadas são importadas apenas do zip.'
export const shortLinks = 'Cliques em links curtos, visualizações de pixels e medições de desempenho são ignorados.'
export const eventTableAlone =
  'A tabela website_event sozinha não contém países, dispositivos e navegadores. Eles estão na tabela session.'

export const sessionsAreVisitors =
  'Cada sessão do GoatCounter conta como um visitante. Visualizações de página sem sessão são ignoradas.'
export const bots = 'Visualizações de página de bots são ignoradas.'
export const jsonExport =
  'A exportação JSON é recusada porque não informa quantos visitantes houve por dia. Escolha a exportação CSV.'
export const titlesCitiesAndTime =
  'Títulos de páginas e cidades não são importados. O tempo na página e a profundidade de rolagem não estão disponíveis.'
export const screenWidths =
  'Se o arquivo não tiver user agents, a largura da tela determina se o dispositivo é computador, tablet ou celular.'

export const goalsAndOrders =
  'Metas, pedidos e sua receita são ignorados. Adicione depois metas para páginas e eventos.'
export const titlesAndForms =
  'Títulos de páginas, dimensões e variáveis personalizadas, conteúdos e formulários não são importados.'

export const reportsOfDays =
  'Um relatório de vários dias sem a dimensão Data não pode ser dividido em dias e é ignorado.'
export const namedPlaces =
  'Cidades, regiões, nomes de países que não estejam em inglês, idiomas, públicos e receita são ignorados.'
export const bounces = 'As rejeições só são importadas se o arquivo tiver sessões engajadas ou uma taxa de rejeição.'
export const dailyVisitors = 'Os visitantes diários só são importados de um arquivo cuja única dimensão seja Data.'
export const englishReport = 'O relatório precisa estar em inglês, e seus números não podem ter separadores.'
export const otherRows =
  'As linhas de outros valores, (other), e as linhas sem origem, página ou país, (not set), são omitidas.'

export const requests =
  'Um log contém requisições, não visualizações de página. Faltam as páginas em cache e as trocas de página sem recarga.'
export const filesAndErrors =
  'Requisições de arquivos, erros, redirecionamentos, métodos diferentes de GET, bots e endereços bloqueados são ignorados.'
export const eventsAndTime =
  'Faltam os eventos personalizados. O tempo na página e a profundidade de rolagem não estão disponíveis.'
export const addressesAreVisitors =
  'Os visitantes são reconhecidos por endereço IP e user agent dentro de um mesmo dia. Nenhum dos dois é guardado. Importe juntos todos os arquivos de um dia.'
export const shortLines =
  'As linhas sem endereço IP ou sem user agent são omitidas. O formato common não contém user agents.'
export const behindProxy =
  'Atrás de um proxy, o log precisa conter os endereços dos visitantes. Caso contrário, visitantes com o mesmo navegador contam como um.'
