export const email = 'E-mail'
export const name = 'Nom'
export const password = 'Mot de passe'
export const newPassword = 'Nouveau mot de passe'
export const passwordHint = 'Au moins {least} caractères.'

export const code = 'Code'
export const codeHint = 'Saisissez le code de votre application d’authentification ou un code de récupération.'

export const signIn = 'Se connecter'
export const signInWith = 'Se connecter avec {name}'
export const wrong = 'L’e-mail ou le mot de passe est incorrect'
export const forgot = 'Mot de passe oublié ?'
export const forgotLead = 'Saisissez votre adresse e-mail pour recevoir un lien et choisir un nouveau mot de passe.'
export const sendLink = 'Envoyer le lien'
export const linkSent =
  'Si un compte existe avec cette adresse, un e-mail est en route. Son lien est valable une seule fois, pendant {hours} heures.'
export const noMail =
  'L’envoi d’e-mails n’est pas configuré ici. Demandez à la personne qui gère ce service d’exécuter cette commande sur le serveur. Elle affiche un lien qui vous connecte une seule fois.'
export const backToSignIn = 'Retour à la connexion'
export const forgottenCommand = '{tidemark} user link --email {email}'
export const linkFor = 'Ce lien vous connecte en tant que {email}, sans mot de passe. Il est valable une seule fois.'
export const signInExpired =
  'Ce lien a expiré. Un lien de connexion est valable une seule fois, pendant {hours} heures.'
export const you = 'vous@example.com'

export const setUpLead = 'Ce compte sera propriétaire de tous les sites existants et de tous ceux que vous ajouterez.'
export const createAccount = 'Créer un compte'
export const setUpExpired =
  'Un lien d’installation est valable une seule fois, pendant {hours} heures. Pour en obtenir un autre, exécutez cette commande sur le serveur.'
export const setUpMissing =
  'Au démarrage, Tidemark affiche un lien après « Set up: ». Ouvrez ce lien, ou exécutez cette commande sur le serveur pour en obtenir un nouveau.'
export const setUpCommand = '{tidemark} user link'
export const setUpDone = 'Tidemark est prêt.'
export const noAccount =
  'Il n’y a encore aucun compte. Au démarrage, Tidemark affiche un lien après « Set up: ». Ouvrez ce lien, ou exécutez cette commande sur le serveur pour en obtenir un nouveau.'

export const invitedSite = 'Une invitation vous donne accès à {to} avec le rôle {role}.'
export const invitedBy = '{who} vous donne accès à {to} avec le rôle {role}.'
export const invitedHasAccount = 'Vous avez déjà un compte. Connectez-vous avec votre mot de passe pour accepter.'
export const accept = 'Accepter l’invitation'
export const inviteExpired =
  'Une invitation est valable une seule fois, pendant {days} jours. Demandez-en une nouvelle à la personne qui vous l’a envoyée.'

export const savePassword = 'Enregistrer le mot de passe'
export const revokeKeys = 'Révoquer toutes les clés API de ce compte'
export const revokeKeysHint =
  'Choisissez cette option si quelqu’un d’autre a pu utiliser le compte. Sinon, vos clés restent valables.'
export const resetExpired = 'Un lien pour un nouveau mot de passe est valable une seule fois, pendant {hours} heures.'

export const openDashboard = 'Ouvrir le tableau de bord'
export const shareLead = 'Ce tableau de bord est protégé par un mot de passe.'
export const framed =
  'Le mot de passe ne peut pas être saisi à l’intérieur d’une autre page. Ouvrez le tableau de bord dans un nouvel onglet.'
export const openInTab = 'Ouvrir dans un nouvel onglet'
