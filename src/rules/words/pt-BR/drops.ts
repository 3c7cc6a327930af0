export const dropReasons = {
  bot: ['Enviado por bots e rastreadores', 'Nada a fazer.'],
  dc_ip: ['Enviado de data centers', 'Nada a fazer.'],
  threat_ip: ['Enviado de endereços conhecidos por ataques', 'Nada a fazer.'],
  spam_referrer: ['Spam de referência', 'Nada a fazer.'],
  invalid: ['Não é um evento válido', 'Verifique o código que o envia.'],
  no_session_for_engagement: [
    'Tempo na página enviado sem uma visualização anterior, em geral de páginas abertas por muito tempo',
    'Nada a fazer.',
  ],
  not_found: ['Enviado para um domínio que não está configurado aqui', 'Verifique data-domain no seu código.'],
  script_off: ['Enviado por um navegador, embora este site use a opção “Sem script”', 'Configurações › Instalação.'],
  pixel_off: ['Enviado pelo pixel, que está desativado neste site', 'Configurações › Geral.'],
  site_country_blocklist: ['De um país que você bloqueia', 'Proteções › Países.'],
  site_hostname_allowlist: ['O nome do host não está na sua lista', 'Proteções › Nomes de host.'],
  site_ip_blocklist: ['De um endereço que você bloqueia', 'Proteções › Endereços.'],
  site_network_blocklist: ['De uma rede que você bloqueia', 'Proteções › Redes.'],
  site_page_blocklist: ['Em uma página que você bloqueia', 'Proteções › Páginas.'],
  unsigned_request: [
    'Solicitações de páginas sem assinatura válida de um kit',
    'Verifique o segredo de kit e o relógio do seu servidor.',
  ],
  verification_agent: ['Enviado pela verificação da instalação', 'Nada a fazer.'],
}
export const droppedEvents = {
  one: '{what}: {count} evento. {advice}',
  many: '{what}: {count} de eventos. {advice}',
  other: '{what}: {count} eventos. {advice}',
} as const
