export const dropReasons: Readonly<Record<string, string>> = {
  bot: 'Envoyé par des robots. Rien à faire.',
  dc_ip: 'Envoyé depuis des centres de données. Rien à faire.',
  threat_ip: 'Envoyé depuis des adresses connues pour des attaques. Rien à faire.',
  spam_referrer: 'Référent indésirable. Rien à faire.',
  invalid: 'Événement non valide. Vérifiez le code qui l’envoie.',
  no_session_for_engagement:
    'Temps passé sans page vue préalable, sur des pages restées longtemps ouvertes. Rien à faire.',
  not_found: 'Envoyé pour un domaine qui n’est pas configuré ici. Vérifiez data-domain.',
  site_country_blocklist: 'Depuis un pays que vous bloquez. Protections › Pays.',
  site_hostname_allowlist: 'Nom d’hôte absent de votre liste. Protections › Noms d’hôte.',
  site_ip_blocklist: 'Depuis une adresse que vous bloquez. Protections › Adresses.',
  site_page_blocklist: 'Sur une page que vous bloquez. Protections › Pages.',
  verification_agent: 'Envoyé par la vérification de l’installation. Rien à faire.',
}
