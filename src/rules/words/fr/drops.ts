export const dropReasons = {
  bot: ['Envoyé par des robots', 'Rien à faire.'],
  dc_ip: ['Envoyé depuis des centres de données', 'Rien à faire.'],
  threat_ip: ['Envoyé depuis des adresses connues pour des attaques', 'Rien à faire.'],
  spam_referrer: ['Référent indésirable', 'Rien à faire.'],
  invalid: ['Événement non valide', 'Vérifiez le code qui l’envoie.'],
  no_session_for_engagement: [
    'Temps sur la page envoyé sans page vue préalable, le plus souvent par des pages restées longtemps ouvertes',
    'Rien à faire.',
  ],
  not_found: ['Envoyé pour un domaine qui n’est pas configuré ici', 'Vérifiez data-domain dans votre code.'],
  script_off: [
    'Envoyé par un navigateur, alors que ce site a le préréglage « Sans script »',
    'Paramètres › Installation.',
  ],
  pixel_off: ['Envoyé par le pixel, désactivé pour ce site', 'Paramètres › Général.'],
  site_country_blocklist: ['Depuis un pays que vous bloquez', 'Exclusions › Pays.'],
  site_hostname_allowlist: ['Nom d’hôte absent de votre liste', 'Exclusions › Noms d’hôte.'],
  site_ip_blocklist: ['Depuis une adresse que vous bloquez', 'Exclusions › Adresses.'],
  site_network_blocklist: ['Depuis un réseau que vous bloquez', 'Exclusions › Réseaux.'],
  site_page_blocklist: ['Sur une page que vous bloquez', 'Exclusions › Pages.'],
  unsigned_request: [
    'Requêtes de pages sans signature valide d’un kit',
    'Vérifiez le secret du kit et l’heure de votre serveur.',
  ],
  verification_agent: ['Envoyé par la vérification de l’installation', 'Rien à faire.'],
}
export const droppedEvents = {
  one: '{what} : {count} événement. {advice}',
  many: '{what} : {count} d’événements. {advice}',
  other: '{what} : {count} événements. {advice}',
} as const
