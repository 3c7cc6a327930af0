export const dropReasons = {
  bot: ['Enviado por bots y rastreadores', 'No hay que hacer nada.'],
  dc_ip: ['Enviado desde centros de datos', 'No hay que hacer nada.'],
  threat_ip: ['Enviado desde direcciones conocidas por ataques', 'No hay que hacer nada.'],
  spam_referrer: ['Spam de referencia', 'No hay que hacer nada.'],
  invalid: ['No es un evento válido', 'Revise el código que lo envía.'],
  no_session_for_engagement: [
    'Tiempo en la página enviado sin una página vista previa, normalmente desde páginas abiertas mucho tiempo',
    'No hay que hacer nada.',
  ],
  not_found: ['Enviado para un dominio que no está configurado aquí', 'Revise data-domain en su código.'],
  script_off: ['Enviado por un navegador, aunque este sitio tiene el ajuste «Sin script»', 'Ajustes › Instalación.'],
  pixel_off: ['Enviado por el píxel, que está desactivado en este sitio', 'Ajustes › General.'],
  site_country_blocklist: ['Desde un país que usted bloquea', 'Exclusiones › Países.'],
  site_hostname_allowlist: ['El nombre de host no está en su lista', 'Exclusiones › Nombres de host.'],
  site_ip_blocklist: ['Desde una dirección que usted bloquea', 'Exclusiones › Direcciones.'],
  site_network_blocklist: ['Desde una red que usted bloquea', 'Exclusiones › Redes.'],
  site_page_blocklist: ['En una página que usted bloquea', 'Exclusiones › Páginas.'],
  unsigned_request: [
    'Solicitudes de páginas sin una firma válida de un kit',
    'Revise el secreto de kit y el reloj de su servidor.',
  ],
  verification_agent: ['Enviado por la comprobación de la instalación', 'No hay que hacer nada.'],
}
export const droppedEvents = {
  one: '{what}: {count} evento. {advice}',
  many: '{what}: {count} de eventos. {advice}',
  other: '{what}: {count} eventos. {advice}',
} as const
