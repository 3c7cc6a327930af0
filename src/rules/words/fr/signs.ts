export const signs = {
  name: 'Avertissements sur ce site',
  kit_refused:
    '{visitors} des {of} derniers visiteurs sont passés par un kit dont la signature n’est pas valide. Ils comptent tous pour l’adresse de votre serveur, dans son pays.',
  forwarded:
    '{visitors} des {of} derniers visiteurs sont passés par un proxy et comptent pour son adresse au lieu de la leur. Les visiteurs uniques et les pays sont faux.',
  forwardedBy:
    '{visitors} des {of} derniers visiteurs sont passés par {carrier} et comptent pour son adresse au lieu de la leur. Les visiteurs uniques et les pays sont faux.',
  shared_address:
    '{visitors} des {of} derniers visiteurs partagent une seule adresse. Les visiteurs uniques et les pays sont faux. {why}',
  no_country: '{visitors} des {of} derniers visiteurs n’ont pas de pays. {why}',
  causes: {
    cdn: 'L’adresse appartient à un réseau de diffusion de contenu.',
    hosting: 'L’adresse appartient à un centre de données.',
    carried: 'Leurs requêtes sont passées par un proxy.',
    private: 'L’adresse est privée, comme celle d’un proxy ou d’un conteneur.',
    old: 'Leurs requêtes utilisent HTTP/1.0, comme seuls le font des proxys tels que nginx.',
    mixed: 'Différents navigateurs arrivent par la même connexion.',
    server: 'Il manque à leurs requêtes des en-têtes que tout navigateur envoie : c’est un serveur qui les envoie.',
    audience: 'Ils utilisent beaucoup de navigateurs et de langues, comme les visiteurs d’un site public.',
  },
  placeless: {
    unknown: 'Leurs adresses ne sont pas dans la base des pays. Mettez-la à jour avec : {command}',
    private:
      'Leurs adresses sont privées. Sur un intranet, c’est normal. Sinon, le proxy devant Tidemark doit envoyer X-Forwarded-For.',
  },
  adviceKit:
    '{carrier} sert ce site ? Utilisez le kit pour {kit}. Il se trouve devant Tidemark ? Ajoutez-le à TRUSTED_PROXIES.',
  advice:
    'Un serveur de ce site relaie le script et les événements ? Utilisez un kit. Un proxy se trouve devant Tidemark ? Ajoutez-le à TRUSTED_PROXIES.',
  adviceRefused: 'Copiez à nouveau les fichiers du kit et vérifiez l’horloge de votre serveur.',
  showKit: 'Afficher le kit : {kit}',
  chooseKit: 'Choisir un kit',

  arrivals: 'Requêtes de ce site qui n’ont pas été comptées :',
  other_domain:
    'Des événements de pages de ce site indiquent le domaine « {detail} ». Mettez {domain} dans data-domain.',
  otherDomains: 'Des événements de pages de ce site indiquent d’autres domaines. Mettez {domain} dans data-domain.',
  empty_body:
    'Des événements arrivent sans contenu. Un proxy ou une réécriture supprime le corps : faites transmettre le corps des requêtes POST.',
  cut_body: 'Des événements arrivent avec un contenu illisible. Un proxy coupe ou modifie le corps.',
  bad_event:
    'Des événements arrivent avec une valeur non valide : {detail}. Vérifiez le code ou le proxy qui les envoie.',
  script:
    'Le script a été chargé sur {detail}, mais aucun événement n’a suivi. Un bloqueur, une politique de sécurité du contenu sans {service} dans connect-src ou l’exclusion de vos propres visites l’arrête. Cherchez une erreur dans la console du navigateur.',
  local:
    'Le script a été chargé sur localhost, où les événements ne sont pas comptés. Ouvrez le site publié ou utilisez script.local.js.',
  blocked:
    'Votre navigateur ne peut pas charger {script}. Un bloqueur de contenu l’arrête : les autres visiteurs qui ont le même bloqueur ne sont pas comptés.',

  page: {
    no_tag:
      '{page} ne contient pas de script de Tidemark dans son HTML. Si ni un gestionnaire de balises ni votre code ne l’ajoute, ajoutez l’extrait et videz les caches de la page.',
    other_domain: 'Le script de {page} a data-domain="{detail}". Ce doit être {domain}.',
    script_blocked: 'La politique de sécurité du contenu de {page} bloque le script. Ajoutez {service} à script-src.',
    events_blocked:
      'La politique de sécurité du contenu de {page} bloque les événements. Ajoutez {service} à connect-src.',
    no_answer: '{page} répond avec le statut {detail}.',
  },
} as const
