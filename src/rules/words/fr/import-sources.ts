export const products = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  matomo: 'Matomo',
  'google-analytics': 'Google Analytics',
  'web-log': 'Journal de serveur web',
  events: 'Événements',
}

export const titles = {
  plausible: 'Plausible : zip d’un export',
  umami: 'Umami : website_event en CSV, ou zip d’un export',
  goatcounter: 'GoatCounter : CSV d’un export',
  matomo: 'Matomo : visites en JSON',
  'google-analytics': 'Google Analytics 4 : CSV de rapports',
  'web-log': 'Journal de serveur web : nginx, Apache, Caddy, IIS, Traefik, CloudFront',
  events: 'Événements : lignes JSON',
}

export const files = {
  plausible: 'Le fichier zip d’un export, ou tous les fichiers CSV qui en sont extraits.',
  umami: 'Le CSV de la table website_event, ou le zip avec website_event.csv et event_data.csv.',
  goatcounter: 'Le fichier CSV d’un export en version 2. Il peut être compressé avec gzip.',
  matomo: 'La réponse de Live.getLastVisitsDetails avec format=JSON. Vous pouvez choisir plusieurs fichiers.',
  'google-analytics':
    'Fichiers CSV d’explorations au format libre avec la dimension Date, ou de rapports d’un seul jour.',
  'web-log':
    'Journaux d’accès au format combined, JSON ou W3C, ou d’un équilibreur de charge AWS. Ils peuvent être compressés avec gzip.',
  events:
    'Lignes JSON, ou événements exportés de Tidemark en lignes JSON ou en CSV. Le fichier peut être compressé avec gzip.',
}
export const timeAndScroll = 'Le temps sur la page et la profondeur de défilement ne sont pas disponibles.'
export const oneWebsite =
  'Un fichier contenant des lignes de plusieurs sites est refusé. Exportez un seul site à la fois.'
export const namedCities = 'Les villes ne sont pas importées, car le fichier ne contient que leurs noms.'
export const dailyTotals =
  'Le fichier contient des totaux journaliers. Les valeurs de listes différentes ne peuvent pas être croisées, par exemple les pages vues par les visiteurs d’un pays.'

export const noVisits = 'Les heures, les visites individuelles, les tunnels et le revenu ne sont pas disponibles.'
export const codesOfPlaces =
  'Les pays peuvent être des codes ou des noms anglais. Les régions et les villes doivent être des codes.'

export const sessionData =
  'Les versions des navigateurs, les titres de page et les données de session ne sont pas importés.'
export const propertiesInZip = 'Les propriétés personnalisées ne sont importées que du zip.'
export const shortLinks =
  'Les clics sur les liens courts, les affichages de pixels et les mesures de performance sont ignorés.'
export const eventTableAlone =
  'La table website_event seule ne contient ni pays, ni appareils, ni navigateurs. Ils se trouvent dans la table session.'

export const sessionsAreVisitors =
  'Chaque session de GoatCounter compte pour un visiteur. Les pages vues sans session sont ignorées.'
export const bots = 'Les pages vues par des robots sont ignorées.'
export const jsonExport =
  'L’export JSON est refusé, car il n’indique pas le nombre de visiteurs par jour. Choisissez l’export CSV.'
export const titlesCitiesAndTime =
  'Les titres de page et les villes ne sont pas importés. Le temps sur la page et la profondeur de défilement ne sont pas disponibles.'
export const screenWidths =
  'Sans user agent dans le fichier, la largeur de l’écran détermine s’il s’agit d’un ordinateur, d’une tablette ou d’un mobile.'

export const goalsAndOrders =
  'Les objectifs, les commandes et leur revenu sont ignorés. Ajoutez ensuite des objectifs pour les pages et les événements.'
export const titlesAndForms =
  'Les titres de page, les dimensions et variables personnalisées, les contenus et les formulaires ne sont pas importés.'

export const reportsOfDays =
  'Un rapport sur plusieurs jours sans la dimension Date ne peut pas être réparti par jour et est ignoré.'
export const namedPlaces =
  'Les villes, les régions, les noms de pays qui ne sont pas en anglais, les langues, les audiences et le revenu sont ignorés.'
export const bounces =
  'Les rebonds ne sont importés que si le fichier contient les sessions avec engagement ou un taux de rebond.'
export const dailyVisitors =
  'Les visiteurs par jour ne sont importés que d’un fichier dont la seule dimension est Date.'
export const englishReport = 'Le rapport doit être en anglais et ses nombres ne doivent pas contenir de séparateurs.'
export const otherRows =
  'Les lignes des autres valeurs, (other), et les lignes sans source, page ou pays, (not set), sont ignorées.'

export const requests =
  'Un journal contient des requêtes, pas des pages vues. Les pages mises en cache et les changements de page sans rechargement manquent.'
export const filesAndErrors =
  'Les requêtes de fichiers, les erreurs, les redirections, les méthodes autres que GET, les robots et les adresses bloquées sont ignorés.'
export const eventsAndTime =
  'Les événements personnalisés manquent. Le temps sur la page et la profondeur de défilement ne sont pas disponibles.'
export const addressesAreVisitors =
  'Les visiteurs sont reconnus par adresse IP et user agent pendant une même journée. Ni l’une ni l’autre ne sont enregistrés. Importez ensemble tous les fichiers d’une journée.'
export const shortLines =
  'Les lignes sans adresse IP ou sans user agent sont ignorées. Le format common ne contient pas de user agent.'
export const behindProxy =
  'Derrière un proxy, le journal doit contenir les adresses des visiteurs. Sinon, les visiteurs qui utilisent le même navigateur comptent pour un seul.'
