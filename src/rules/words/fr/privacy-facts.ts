export const title = 'Comment les visites de {domain} sont comptées'
export const note = 'Ces faits découlent des paramètres du site. Ils ne constituent pas un conseil juridique.'
export const sections = {
  stored: 'Ce qui est enregistré',
  leftOut: 'Ce qui n’est ni enregistré ni compté',
  browser: 'Ce qui se passe dans le navigateur',
  apart: 'Comment les visiteurs sont distingués',
  kept: 'Durée de conservation des données',
  receivers: 'Qui reçoit des données',
}
export const facts = {
  page: 'Le nom d’hôte et le chemin de la page, sans ses paramètres, et l’heure.',
  fragment: 'La partie de l’adresse de la page qui suit le signe #.',
  referrer: 'L’adresse de la page d’où vient le lien, sans ses paramètres.',
  referrerHost:
    'Le nom d’hôte de la page d’où vient le lien. Son chemin n’est enregistré que si le visiteur a donné son accord.',
  campaigns:
    'Les paramètres de campagne du lien (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) et le nom d’un identifiant de clic tel que gclid. La valeur d’un identifiant de clic n’est jamais enregistrée.',
  campaignsAgreed:
    'Seulement si le visiteur a donné son accord : les paramètres de campagne du lien (utm_source, utm_medium, utm_campaign, utm_content, utm_term, source, ref) et le nom d’un identifiant de clic tel que gclid. La valeur d’un identifiant de clic n’est jamais enregistrée.',
  country: 'Le pays du visiteur, déterminé à partir de l’adresse IP.',
  city: 'Le pays, la région et la ville du visiteur, déterminés à partir de l’adresse IP.',
  device:
    'Le nom et la version à deux nombres du navigateur et du système d’exploitation, et le type d’appareil : ordinateur, mobile ou tablette.',
  engagement: 'Combien de temps la page a été visible, et jusqu’où elle a défilé.',
  outbound_links: 'Les clics sur des liens vers d’autres sites, avec l’adresse du lien.',
  file_downloads: 'Les téléchargements de fichiers, avec l’adresse du fichier.',
  form_submissions: 'Le fait qu’un formulaire a été envoyé, sans son contenu.',
  tagged_events: 'Les clics sur des éléments marqués par le site, avec le nom que le site leur a donné.',
  track_404_pages: 'Les pages introuvables.',
  properties: 'Les propriétés que le site envoie avec ses événements : {names}.',
  noProperties: 'Aucune propriété d’événement : le site n’en a envoyé aucune ces {count} derniers jours.',
  revenue: 'Le montant et la devise de ces événements : {names}.',
  number: 'Un numéro qui représente le visiteur pendant une journée.',
  address:
    'L’adresse IP et l’agent utilisateur. Tous deux servent en mémoire le temps de répondre à une requête, puis sont oubliés.',
  query: 'Les autres paramètres des adresses et le contenu des formulaires.',
  screen:
    'La taille de l’écran, la langue et le fuseau horaire du navigateur. Aucune empreinte du navigateur n’est calculée.',
  people:
    'Les noms, adresses ou numéros de compte de personnes, sauf si le site les envoie dans des adresses de pages ou des propriétés.',
  campaignsRefused:
    'Sans l’accord du visiteur : les paramètres de campagne, les identifiants de clic, et les sources ou canaux qui en découlent.',
  noPlace: 'Le lieu où se trouve le visiteur.',
  shieldIp: {
    one: 'Les visites depuis {count} adresse IP exclue par l’exploitant ne sont pas comptées.',
    many: 'Les visites depuis {count} adresses IP exclues par l’exploitant ne sont pas comptées.',
    other: 'Les visites depuis {count} adresses IP exclues par l’exploitant ne sont pas comptées.',
  },
  shieldCountry: 'Les visites depuis ces pays ne sont pas comptées : {names}.',
  shieldNetwork: 'Les visites depuis ces réseaux ne sont pas comptées : {names}.',
  shieldHosting: 'Les visites depuis des réseaux de centres de données ne sont pas comptées.',
  networkForgotten: 'Le réseau d’une adresse IP est recherché à cette fin et n’est pas enregistré.',
  shieldPage: 'Les visites de ces pages ne sont pas comptées : {names}.',
  shieldHostname: 'Les visites d’hôtes autres que ceux-ci ne sont pas comptées : {names}.',
  script:
    'Un script s’exécute dans la page. Il envoie les données ci-dessus à {host}, directement ou par le serveur du site.',
  noScript:
    'Aucun script de statistiques ne s’exécute dans le navigateur, et celui-ci n’envoie aucune requête à cette fin. Le serveur du site indique à {host} quelle page il a envoyée.',
  scriptDropped: 'Les événements qu’un navigateur enverrait malgré tout ne sont pas comptés.',
  pixel: 'Si JavaScript est désactivé, le navigateur demande à la place une image à {host}.',
  nothingKept:
    'Rien n’est enregistré dans le navigateur : aucun cookie, et rien dans le stockage local, le stockage de session ou des bases de données.',
  optOut:
    'Les visiteurs peuvent s’y opposer : {url} mène à un lien qui place la marque service_ignore dans le stockage local du navigateur. Rien d’autre n’y est jamais enregistré.',
  id: 'Le numéro d’un visiteur est calculé à partir de l’adresse IP, de l’agent utilisateur et du domaine, avec une clé secrète aléatoire.',
  salt: 'La clé est remplacée chaque jour à 00:00 UTC et supprimée {hours} heures après le début de sa journée. Dès lors, aucun numéro ne peut être recalculé ni relié à une adresse IP.',
  days: 'Une même personne a un autre numéro un autre jour et sur un autre site. Une visite qui se poursuit après minuit garde son numéro jusqu’à sa fin.',
  months: {
    one: 'Les données des visites sont supprimées après {count} mois. Les totaux par jour sont conservés. Ils ne contiennent aucun numéro de visiteur.',
    many: 'Les données des visites sont supprimées après {count} mois. Les totaux par jour sont conservés. Ils ne contiennent aucun numéro de visiteur.',
    other:
      'Les données des visites sont supprimées après {count} mois. Les totaux par jour sont conservés. Ils ne contiennent aucun numéro de visiteur.',
  },
  forever: 'Les données sont conservées jusqu’à ce que l’exploitant du site les supprime.',
  deletion: 'Un visiteur précis ne peut pas être recherché, car rien de ce qui est enregistré ne le désigne.',
  receiver: 'Les données vont à {host}, le serveur qui exécute le logiciel pour l’exploitant du site.',
  noOthers:
    'Aucun autre service ne reçoit de données sur les visiteurs. Les auteurs du logiciel n’en reçoivent aucune. Les lieux sont recherchés dans un fichier sur le serveur.',
}
