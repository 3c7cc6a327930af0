export const profile = 'Profil'
export const email = 'E-mail'
export const name = 'Nom'
export const unconfirmed =
  'Votre adresse e-mail n’est pas confirmée. Confirmez-la pour ouvrir les sites que d’autres personnes ont partagés avec vous.'
export const sendConfirmation = 'Envoyer l’e-mail de confirmation'
export const confirmationSent = 'Consultez votre messagerie et ouvrez le lien dans ce navigateur.'
export const confirmByOperator =
  'L’envoi d’e-mails n’est pas configuré ici. Demandez à la personne qui gère ce service de confirmer votre adresse.'
export const language = 'Langue'
export const languageOfBrowser = 'Langue du navigateur'
export const languageHint = 'Langue de ces pages et des e-mails que vous recevez.'
export const changeEmail = 'Changer d’e-mail'
export const newEmail = 'Nouvel e-mail'
export const newEmailHint =
  'Un lien est envoyé à cette adresse. L’adresse change quand vous l’ouvrez dans ce navigateur.'
export const sendLink = 'Envoyer le lien'
export const emailSent = 'Consultez la messagerie de {email} et ouvrez le lien dans ce navigateur.'
export const emailByOperator =
  'L’envoi d’e-mails n’est pas configuré ici. La personne qui gère ce service peut changer votre adresse avec cette commande :'
export const emailCommand = '{tidemark} user email --email {email} --to {to}'
export const emailExample = 'nouvelle@example.com'

export const shortcuts = 'Utiliser les raccourcis à une touche'
export const shortcutsHint =
  'Dans un tableau de bord, D affiche aujourd’hui, W les 7 derniers jours et ? la liste de toutes les touches.'

export const password = 'Mot de passe'
export const currentPassword = 'Mot de passe actuel'
export const newPassword = 'Nouveau mot de passe'
export const passwordHint = 'Au moins {least} caractères. Le changement déconnecte vos autres navigateurs.'
export const savePassword = 'Changer le mot de passe'
export const passwordSaved = 'Mot de passe changé'

export const sessions = 'Sessions'
export const sessionsLead = 'Navigateurs dans lesquels votre compte est connecté.'
export const unknownBrowser = 'Navigateur inconnu'
export const thisBrowser = 'ce navigateur'
export const lastUsed = 'Dernière utilisation : {time}'
export const endSession = 'Fermer la session : {browser}'
export const end = 'Fermer la session'
export const ended = 'Session fermée'
export const everywhere = 'Se déconnecter partout'

export const keys = 'Clés API'
export const keysLead = 'Clés pour les scripts et les applications qui utilisent l’API Stats ou l’API Sites.'
export const noKeys = 'Aucune clé API pour l’instant.'
export const keyName = 'Nom'
export const keyTeam = 'Équipe'
export const allTeams = 'Toutes les équipes'
export const keyScopes = 'Autorisations'
export const scopes = {
  'stats:read:*': 'Lire les statistiques',
  'sites:read:*': 'Lire les sites',
  'sites:provision:*': 'Lire et gérer les sites',
  'events:send:*': 'Envoyer des événements',
} as const
export const createKey = 'Créer une clé API'
export const keyMade = 'Copiez cette clé maintenant. Vous ne pourrez plus la voir ensuite.'
export const copyKey = 'Copier la clé'
export const onlyTeam = 'Équipe {team}'
export const keyCreated = 'Créée le {day}'
export const never = 'Jamais utilisée'
export const revoke = 'Révoquer'
export const revokeKey = 'Révoquer : {name}'
export const revokeAsk = 'Révoquer la clé API « {name} » ?'
export const revokeLead = 'Les scripts et les applications qui utilisent cette clé perdent immédiatement leur accès.'
export const revoked = 'Clé API révoquée'
export const done = 'Terminé'
