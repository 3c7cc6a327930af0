export const signs = {
  name: 'Avisos sobre este site',
  kit_refused:
    '{visitors} dos últimos {of} visitantes vieram por um kit cuja assinatura não é válida. Todos contam para o endereço do seu servidor, no país dele.',
  forwarded:
    '{visitors} dos últimos {of} visitantes vieram por um proxy e contam para o endereço dele em vez do próprio. Visitantes únicos e países estão errados.',
  forwardedBy:
    '{visitors} dos últimos {of} visitantes vieram por {carrier} e contam para o endereço dele em vez do próprio. Visitantes únicos e países estão errados.',
  shared_address:
    '{visitors} dos últimos {of} visitantes têm o mesmo endereço. Visitantes únicos e países estão errados. {why}',
  no_country: '{visitors} dos últimos {of} visitantes não têm país. {why}',
  causes: {
    cdn: 'O endereço pertence a uma rede de distribuição de conteúdo.',
    hosting: 'O endereço pertence a um data center.',
    carried: 'As solicitações deles passaram por um proxy.',
    private: 'O endereço é privado, como o de um proxy ou de um contêiner.',
    old: 'As solicitações deles usam HTTP/1.0, que só proxies como o nginx usam.',
    mixed: 'Navegadores diferentes chegam pela mesma conexão.',
    server: 'Faltam nas solicitações cabeçalhos que todo navegador envia: um servidor as envia.',
    audience: 'Eles usam muitos navegadores e idiomas, como os visitantes de um site público.',
  },
  placeless: {
    unknown: 'Os endereços deles não estão no banco de dados de países. Atualize-o com: {command}',
    private:
      'Os endereços deles são privados. Em uma intranet, isso está certo. Caso contrário, faça o proxy na frente do Tidemark enviar X-Forwarded-For.',
  },
  adviceKit:
    'Este site é servido por {carrier}? Use o kit para {kit}. Fica na frente do Tidemark? Adicione-o a TRUSTED_PROXIES.',
  advice:
    'Um servidor deste site repassa o script e os eventos? Use um kit. Há um proxy na frente do Tidemark? Adicione-o a TRUSTED_PROXIES.',
  adviceRefused: 'Copie novamente os arquivos do kit e confira o relógio do seu servidor.',
  showKit: 'Mostrar kit: {kit}',
  chooseKit: 'Escolher um kit',

  arrivals: 'Solicitações deste site que não foram contadas:',
  other_domain: 'Eventos de páginas deste site indicam o domínio “{detail}”. Defina data-domain como {domain}.',
  otherDomains: 'Eventos de páginas deste site indicam outros domínios. Defina data-domain como {domain}.',
  empty_body:
    'Chegam eventos sem conteúdo. Um proxy ou uma reescrita descarta o corpo: faça-o repassar o corpo das solicitações POST.',
  cut_body: 'Chegam eventos com conteúdo ilegível. Um proxy corta ou altera o corpo.',
  bad_event: 'Chegam eventos com um valor inválido: {detail}. Verifique o código ou o proxy que os envia.',
  script:
    'O script foi carregado em {detail}, mas nenhum evento chegou. Um bloqueador, uma política de segurança de conteúdo sem {service} em connect-src ou a exclusão das suas próprias visitas o impede. Procure um erro no console do navegador.',
  local:
    'O script foi carregado em localhost, onde eventos não são contados. Abra o site publicado ou use script.local.js.',
  blocked:
    'Seu navegador não consegue carregar {script}. Um bloqueador de conteúdo o impede: outros visitantes com o mesmo bloqueador não são contados.',

  page: {
    no_tag:
      '{page} não tem nenhum script do Tidemark no HTML. Se nem um gerenciador de tags nem o seu código o adiciona, inclua o trecho e limpe os caches da página.',
    other_domain: 'O script de {page} tem data-domain="{detail}". Deve ser {domain}.',
    script_blocked: 'A política de segurança de conteúdo de {page} bloqueia o script. Adicione {service} a script-src.',
    events_blocked:
      'A política de segurança de conteúdo de {page} bloqueia os eventos. Adicione {service} a connect-src.',
    no_answer: '{page} responde com o status {detail}.',
  },
} as const
