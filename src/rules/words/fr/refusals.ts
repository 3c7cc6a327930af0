export const general = {
  same: 'C’est déjà le domaine actuel. Saisissez-en un autre.',
  large: 'Le fichier est trop volumineux. Il peut avoir au plus {most} octets.',
  blank: 'Ce champ ne peut pas être vide.',
  invalid: 'Le service n’accepte pas cette valeur.',
  long: 'Ce texte est trop long. Le maximum est de {most} caractères.',
  longBytes: 'Ce texte est trop long. Le maximum est de {most} octets.',
  tooLong: 'Ce texte est trop long.',
  short: 'Ce texte est trop court. Utilisez au moins {least} caractères.',
  taken: 'Cette valeur est déjà utilisée. Choisissez-en une autre.',
  number: 'Saisissez un nombre entier entre {least} et {most}.',
  wrong: 'Cette valeur est incorrecte. Réessayez.',
  full: 'Le nombre maximal est atteint. Supprimez d’abord un élément.',
}

export const byField = {
  domain: {
    blank: 'Saisissez le domaine de votre site, par exemple example.com.',
    invalid: 'Saisissez un domaine, par exemple example.com.',
    signs:
      'Un domaine ne contient que des lettres, des chiffres, des traits d’union et des points, par exemple example.com.',
    taken: 'Un autre compte de ce service a déjà ce domaine. Demandez à la personne qui gère ce service lequel.',
  },
  timezone: {
    blank: 'Choisissez un fuseau horaire, par exemple Europe/Berlin.',
    invalid: 'Ce fuseau horaire est inconnu. Saisissez une ville et choisissez dans la liste, par exemple Berlin.',
  },
  event_name: {
    blank: 'Saisissez le nom d’un événement, par exemple Signup.',
    reserved:
      'Le script envoie « {name} » automatiquement : cet événement ne peut pas être un objectif. Saisissez un autre nom.',
    currency:
      'Il existe déjà un objectif pour « {name} » en {currency}. Tous les objectifs d’un événement utilisent la même devise.',
    full: 'Ce site a atteint la limite de {goals} objectifs. Supprimez-en d’abord un.',
  },
  page_path: {
    blank: 'Saisissez un chemin, par exemple /thank-you.',
    full: 'Ce site a atteint la limite de {goals} objectifs. Supprimez-en d’abord un.',
  },
  scroll_threshold: {
    blank: 'Saisissez un nombre entier entre 0 et 100.',
    number: 'Saisissez un nombre entier entre 0 et 100.',
  },
  currency: { invalid: 'Ce code de devise est inconnu. Saisissez un code de trois lettres, par exemple EUR.' },
  display_name: { taken: 'Un autre objectif porte ce nom. Choisissez-en un autre.' },
  custom_props: {
    blank: 'Saisissez un nom et une valeur pour chaque propriété.',
    taken: 'Un autre objectif a les mêmes propriétés. Modifiez-en ou retirez-en une.',
  },
  property: {
    blank: 'Saisissez le nom d’une propriété, par exemple author.',
    tooLong: 'Ce nom est trop long. Le maximum est de {characters} caractères.',
    full: 'Ce site a atteint la limite de {properties} propriétés. Retirez-en d’abord une.',
  },
  'value:ip': {
    blank: 'Saisissez une adresse IP, par exemple 203.0.113.7.',
    invalid:
      'Saisissez une seule adresse IP, par exemple 203.0.113.7. Les plages telles que 10.0.0.0/8 ne peuvent pas être bloquées.',
    taken: 'Cette adresse figure déjà dans la liste.',
    full: 'La liste a atteint la limite de {most} adresses. Retirez-en d’abord une.',
  },
  'value:country': {
    taken: 'Ce pays figure déjà dans la liste.',
    full: 'La liste a atteint la limite de {most} pays. Retirez-en d’abord un.',
  },
  'value:page': {
    blank: 'Saisissez un chemin, par exemple /admin/**.',
    signs: 'Un chemin commence par /, par exemple /admin/**.',
    taken: 'Ce chemin figure déjà dans la liste.',
    full: 'La liste a atteint la limite de {most} pages. Retirez-en d’abord une.',
  },
  'value:hostname': {
    blank: 'Saisissez un nom d’hôte, par exemple shop.example.com.',
    taken: 'Ce nom d’hôte figure déjà dans la liste.',
    full: 'La liste a atteint la limite de {most} noms d’hôte. Retirez-en d’abord un.',
  },
  email: {
    blank: 'Saisissez une adresse e-mail, par exemple vous@example.com.',
    invalid: 'Saisissez une adresse e-mail complète, par exemple vous@example.com.',
    taken: 'Il existe déjà un compte avec cette adresse.',
    member: 'Cette personne est déjà membre de l’équipe.',
    guest: 'Cette personne est déjà invitée sur ce site.',
  },
  password: {
    blank: 'Saisissez un mot de passe.',
    short: 'Utilisez au moins {least} caractères.',
    common: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
    address: 'Votre mot de passe ne peut pas être votre adresse e-mail.',
    wrong: 'Le mot de passe est incorrect. Réessayez.',
  },
  current_password: {
    needed: 'Votre connexion date d’un certain temps. Saisissez votre mot de passe actuel pour continuer.',
    wrong: 'Le mot de passe actuel est incorrect. Réessayez.',
  },
  code: {
    needed: 'Saisissez le code de votre application d’authentification.',
    wrongCode: 'Ce code est incorrect ou a déjà été utilisé. Attendez le suivant.',
  },
  name: {
    blank: 'Saisissez un nom.',
    reserved: 'Des extensions utilisent ce nom. Choisissez-en un autre.',
  },
  description: { blank: 'Saisissez une description, par exemple WordPress.' },
  steps: {
    invalid: 'Un tunnel a de {least} à {most} étapes.',
    reserved: 'L’un de ces objectifs a été supprimé. Choisissez un autre objectif pour cette étape.',
  },
  retention_months: {
    number: 'Saisissez un nombre entier de mois entre {least} et {most}, ou laissez ce champ vide.',
  },
  threshold: { number: 'Saisissez un nombre entier entre {least} et {most}.' },
  address: {
    blank: 'Saisissez l’adresse que le service vous a donnée.',
    invalid: 'Saisissez une adresse complète, par exemple https://hooks.example.com/tidemark.',
    reserved: 'Les connecteurs Office 365 ne fonctionnent plus. Créez un workflow dans Teams et saisissez son adresse.',
    taken: 'Il existe déjà un canal avec cette adresse.',
  },
  token: {
    blank: 'Saisissez le jeton du bot.',
    invalid: 'Ce n’est pas un jeton. Copiez-le tel que @BotFather l’affiche, par exemple 123456:ABC-DEF.',
  },
  chat: {
    blank: 'Saisissez le numéro de la discussion.',
    invalid: 'Saisissez le numéro de la discussion, par exemple -1001234567890, ou @nom pour un canal public.',
    taken: 'Il existe déjà un canal pour cette discussion.',
  },
  value: { number: 'Saisissez un nombre de {least} à {most}.' },
  recipients: {
    invalid: '« {name} » n’est pas une adresse e-mail. Saisissez une adresse par ligne, par exemple vous@example.com.',
    signs:
      '« {name} » n’est ni une adresse e-mail ni un webhook. Saisissez-en un par ligne, par exemple vous@example.com ou https://hooks.example.com/tidemark.',
    long: 'Une liste peut avoir au plus {most} destinataires.',
  },
}

export const messages = {
  signedOut: 'Vous êtes déconnecté. Connectez-vous à nouveau.',
  wrongSignIn: 'L’adresse e-mail ou le mot de passe est incorrect.',
  passwordsOff: 'Les mots de passe ne sont pas utilisés ici. Connectez-vous avec {name}.',
  forged: 'Cette demande ne venait pas d’une page de ce service. Rechargez la page et réessayez.',
  linkPassword: 'Ce lien a un mot de passe. Rechargez la page et saisissez-le.',
  factor: 'L’authentification à deux facteurs a changé entre-temps. Rechargez la page.',
  factorMissing:
    'Configurez d’abord l’authentification à deux facteurs de votre compte, ou saisissez son code sur la page de votre compte.',
  request: 'Le service n’a pas pu utiliser cette demande. Rechargez la page et réessayez.',
  tooLarge: 'C’est plus que ce que le service accepte en une fois.',
  questions: 'Beaucoup de personnes consultent des chiffres en ce moment. Réessayez dans quelques secondes.',
  pages: 'Trop de pages sont ouvertes. Fermez-en quelques-unes.',
  timeout: 'Cela a pris trop de temps. Essayez une période plus courte ou moins de filtres.',
  internal: 'Une erreur est survenue dans le service. Son journal contient les détails sous {request}.',
  consolidated: 'Une vue de plusieurs sites n’a pas cela.',
  wrongTeam: 'Vous ne pouvez pas ajouter de sites à cette équipe. Demandez à l’un de ses propriétaires.',
  locked: 'Ce site est verrouillé car son équipe n’a pas d’abonnement actif.',
  query: 'Impossible d’y répondre. {said}',
  lastOwner: 'Une équipe a besoin d’au moins un propriétaire. Donnez d’abord le rôle Propriétaire à quelqu’un d’autre.',
  role: 'Votre rôle sur ce site ne le permet pas. Adressez-vous à un propriétaire de l’équipe.',
  gone: 'Cet élément a été supprimé entre-temps. Rechargez la page.',
  linkGone: 'Ce lien partagé n’existe plus.',
  full: 'Le nombre maximal est atteint. Supprimez d’abord un élément.',
  propertiesFull: 'Ce site a atteint la limite de {properties} propriétés. Retirez-en d’abord une.',
  tries: 'Trop de tentatives. Attendez quelques minutes, puis réessayez.',
  busy: 'Beaucoup de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
  otherName:
    'Cette page est à l’adresse {page}, mais le service est à l’adresse {base}. Ouvrez-le là, ou donnez à BASE_URL l’adresse que vous utilisez.',
  noMail: 'L’envoi d’e-mails n’est pas configuré ici. Demandez un lien de connexion à la personne qui gère ce service.',
  addressKnown:
    'Il existe déjà un compte avec cette adresse. Demandez un lien de connexion à la personne qui gère ce service.',
  importRunning: 'Une importation de ce site est en cours. Attendez qu’elle soit terminée.',
  importGoing: 'Une importation de ce fichier est en cours de suppression. Attendez qu’elle ait disparu.',
  erasureChanged:
    'Le nombre a changé : il est maintenant de {number}. Vérifiez ce qui sera supprimé et saisissez-le de nouveau.',
  erasureNothing: 'Il n’y a ici aucune statistique à supprimer.',
  erasureBegun: 'Cette suppression a commencé et ne peut plus être arrêtée.',
  importUnmarked:
    'Cette importation a été faite par une version antérieure de Tidemark. Ses événements ne peuvent pas être distingués des autres : il est donc impossible de la supprimer.',
  importing: 'Ce fichier est en cours d’importation. Attendez la fin de l’importation.',
  noRoom: 'Le serveur n’a pas assez d’espace disque pour ce fichier.',
  filesFull:
    'Au plus {most} fichiers d’un site peuvent être envoyés à la fois. Attendez la fin d’un envoi ou annulez-en un.',
  exportsBusy: 'D’autres exportations sont en cours. Réessayez dans quelques secondes.',
  databaseAway: 'Le service ne peut pas joindre sa base de données en ce moment. Réessayez.',
  readOnly: 'La base de données n’accepte pas de modifications pour le moment. Réessayez plus tard.',
  password: 'Le mot de passe est incorrect. Réessayez.',
  expired: 'Ce lien a expiré. Demandez-en un nouveau.',
  plan: 'L’offre de cette équipe ne comprend pas cette fonction.',
  sitesFull: 'L’offre de cette équipe comprend {limit} sites, et tous sont utilisés.',
}
