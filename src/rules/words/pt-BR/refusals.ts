export const general: Readonly<Record<string, string>> = {
  blank: 'Este campo não pode ficar em branco.',
  invalid: 'O serviço não aceita este valor.',
  long: 'Texto longo demais. O máximo é {most} caracteres.',
  longBytes: 'Texto longo demais. O máximo é {most} bytes.',
  tooLong: 'Texto longo demais.',
  short: 'Texto curto demais. Use pelo menos {least} caracteres.',
  taken: 'Este valor já está em uso. Escolha outro.',
  number: 'Digite um número inteiro de {least} a {most}.',
  wrong: 'Valor incorreto. Tente novamente.',
  full: 'O limite foi atingido. Exclua um item primeiro.',
}
export const byField: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  domain: {
    blank: 'Digite o domínio do seu site, por exemplo example.com.',
    invalid: 'Digite um domínio, por exemplo example.com.',
    signs: 'Um domínio tem apenas letras, dígitos, hifens e pontos, por exemplo example.com.',
    taken: 'Outra conta deste serviço já tem este domínio. Pergunte ao operador de quem é.',
  },
  timezone: {
    blank: 'Escolha um fuso horário, por exemplo America/Sao_Paulo.',
    invalid: 'Este fuso horário é desconhecido. Digite uma cidade e escolha na lista, por exemplo São Paulo.',
  },
  event_name: {
    blank: 'Digite o nome de um evento, por exemplo Signup.',
    reserved: 'O script envia “{name}” automaticamente, por isso não pode ser uma meta. Digite outro nome de evento.',
    currency: 'Já existe uma meta para “{name}” em {currency}. Todas as metas de um evento usam a mesma moeda.',
    full: 'Este site atingiu o limite de {goals} metas. Exclua uma primeiro.',
  },
  page_path: {
    blank: 'Digite um caminho, por exemplo /obrigado.',
    full: 'Este site atingiu o limite de {goals} metas. Exclua uma primeiro.',
  },
  scroll_threshold: {
    blank: 'Digite um número inteiro de 0 a 100.',
    number: 'Digite um número inteiro de 0 a 100.',
  },
  currency: { invalid: 'Este código de moeda é desconhecido. Digite um código de três letras, por exemplo BRL.' },
  display_name: { taken: 'Outra meta tem este nome. Escolha outro.' },
  custom_props: {
    blank: 'Digite um nome e um valor para cada propriedade.',
    taken: 'Outra meta tem as mesmas propriedades. Altere ou remova uma.',
  },
  property: {
    blank: 'Digite o nome de uma propriedade, por exemplo author.',
    tooLong: 'Este nome é longo demais. O máximo é {characters} caracteres.',
    full: 'Este site atingiu o limite de {properties} propriedades. Remova uma primeiro.',
  },
  'value:ip': {
    blank: 'Digite um endereço IP, por exemplo 203.0.113.7.',
    invalid: 'Digite um único endereço IP, por exemplo 203.0.113.7. Faixas como 10.0.0.0/8 não podem ser bloqueadas.',
    taken: 'Este endereço já está na lista.',
    full: 'A lista atingiu o limite de {most} endereços. Remova um primeiro.',
  },
  'value:country': {
    taken: 'Este país já está na lista.',
    full: 'A lista atingiu o limite de {most} países. Remova um primeiro.',
  },
  'value:page': {
    blank: 'Digite um caminho, por exemplo /admin/**.',
    signs: 'Um caminho começa com /, por exemplo /admin/**.',
    taken: 'Este caminho já está na lista.',
    full: 'A lista atingiu o limite de {most} páginas. Remova uma primeiro.',
  },
  'value:hostname': {
    blank: 'Digite um nome de host, por exemplo shop.example.com.',
    taken: 'Este nome de host já está na lista.',
    full: 'A lista atingiu o limite de {most} nomes de host. Remova um primeiro.',
  },
  email: {
    blank: 'Digite um endereço de e-mail, por exemplo voce@example.com.',
    invalid: 'Digite um endereço de e-mail completo, por exemplo voce@example.com.',
    taken: 'Já existe uma conta com este endereço.',
    member: 'Esta pessoa já é membro da equipe.',
    guest: 'Esta pessoa já tem acesso a este site como convidada.',
  },
  password: {
    blank: 'Digite uma senha.',
    short: 'Use pelo menos {least} caracteres.',
    common: 'Esta senha é comum demais. Escolha outra.',
    address: 'Sua senha não pode ser seu endereço de e-mail.',
    wrong: 'A senha está incorreta. Tente novamente.',
  },
  current_password: {
    needed: 'Você entrou há algum tempo. Digite sua senha atual para continuar.',
    wrong: 'A senha atual está incorreta. Tente novamente.',
  },
  code: {
    needed: 'Digite o código do seu aplicativo autenticador.',
    wrongCode: 'Este código está incorreto ou já foi usado. Aguarde o próximo.',
  },
  name: { blank: 'Digite um nome.', reserved: 'Este nome é usado por plugins. Escolha outro.' },
  description: { blank: 'Digite uma descrição, por exemplo WordPress.' },
  steps: {
    invalid: 'Um funil tem de {least} a {most} etapas.',
    reserved: 'Uma destas metas foi excluída. Escolha outra meta para essa etapa.',
  },
  retention_months: { number: 'Digite um número inteiro de meses de {least} a {most} ou deixe em branco.' },
  threshold: { number: 'Digite um número inteiro de {least} a {most}.' },
  recipients: {
    invalid: '“{name}” não é um endereço de e-mail. Digite um endereço por linha, por exemplo voce@example.com.',
    signs:
      '“{name}” não é um endereço de e-mail nem um webhook. Digite um por linha, por exemplo voce@example.com ou https://hooks.example.com/tidemark.',
    reserved: '“{name}” é um webhook. Os relatórios são enviados somente para endereços de e-mail.',
    long: 'Uma lista pode ter no máximo {most} destinatários.',
  },
}
export const messages: Readonly<Record<string, string>> = {
  lastOwner: 'Uma equipe precisa de pelo menos um proprietário. Dê primeiro a função Proprietário a outra pessoa.',
  role: 'Sua função neste site não permite isto. Peça a um proprietário da equipe.',
  gone: 'Isto foi excluído nesse meio-tempo. Recarregue a página.',
  linkGone: 'Este link compartilhado não existe mais.',
  full: 'O limite foi atingido. Exclua um item primeiro.',
  propertiesFull: 'Este site atingiu o limite de {properties} propriedades. Remova uma primeiro.',
  tries: 'Tentativas demais. Aguarde alguns minutos e tente novamente.',
  busy: 'Muitas pessoas estão entrando neste momento. Tente novamente em alguns segundos.',
  otherName:
    'Esta página está em {page}, mas o serviço está em {base}. Abra-o lá ou defina BASE_URL com o endereço que você usa.',
  noMail: 'O e-mail não está configurado aqui. Peça um link de login ao operador deste serviço.',
  addressKnown: 'Já existe uma conta com este endereço. Peça um link de login ao operador deste serviço.',
  importRunning: 'Uma importação deste site está em andamento. Aguarde até que termine.',
  importGoing: 'Uma importação deste arquivo está sendo excluída. Aguarde até que termine.',
  importUnmarked:
    'Esta importação foi feita por uma versão anterior do Tidemark. Não é possível distinguir seus eventos dos demais, por isso ela não pode ser excluída.',
  importing: 'Este arquivo está sendo importado. Aguarde até que termine.',
  noRoom: 'O servidor não tem espaço em disco suficiente para este arquivo.',
  filesFull:
    'No máximo {most} arquivos de um site podem ser enviados ao mesmo tempo. Aguarde um deles terminar ou cancele um.',
  exportsBusy: 'Outras exportações estão em andamento. Tente novamente em alguns segundos.',
  databaseAway: 'O serviço não consegue acessar o banco de dados no momento. Tente novamente.',
  readOnly: 'O banco de dados não aceita alterações no momento. Tente novamente mais tarde.',
  password: 'A senha está incorreta. Tente novamente.',
  expired: 'Este link expirou. Peça um novo.',
  plan: 'O plano desta equipe não inclui isto.',
  sitesFull: 'O plano desta equipe inclui {limit} sites, e todos estão em uso.',
}
