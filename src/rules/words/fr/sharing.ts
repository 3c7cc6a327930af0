export const links = 'Liens partagés'
export const linksLead = 'Toute personne qui a le lien peut voir ce tableau de bord. Elle ne peut rien modifier.'
export const noLinks = 'Aucun lien partagé pour l’instant.'
export const add = 'Ajouter un lien'
export const name = 'Nom'
export const password = 'Mot de passe'
export const optional = 'Facultatif. Au moins {least} caractères.'
export const made = 'Lien ajouté'
export const hasPassword = 'avec mot de passe'

export const copy = 'Copier le lien'
export const copyOf = 'Copier le lien : {name}'
export const setPassword = 'Mot de passe'
export const setPasswordOf = 'Mot de passe : {name}'
export const newPassword = 'Nouveau mot de passe'
export const newPasswordHint =
  'Laissez vide pour ne pas demander de mot de passe. Les personnes qui ont déjà ouvert le lien devront le saisir de nouveau.'
export const remove = 'Supprimer'
export const removeOf = 'Supprimer le lien : {name}'
export const removeAsk = 'Supprimer le lien « {name} » ?'
export const removeLead = 'Les personnes qui utilisent ce lien perdent immédiatement leur accès.'
export const removed = 'Lien supprimé'
export const noPlan = 'L’offre de cette équipe ne comprend pas les liens partagés.'

export const embed = 'Intégration'
export const embedLead =
  'Affichez ce tableau de bord sur un autre site web. Le code ouvre la dernière vue que vous avez consultée.'
export const embedLink = 'Lien'
export const theme = 'Thème'
export const width = 'Largeur'
export const widths = { own: 'Jusqu’à 1 440 px', full: 'Toute la largeur du cadre' } as const
export const copyEmbed = 'Copier le code d’intégration'
export const passwordInFrames =
  'Ce lien a un mot de passe, qui ne peut pas être saisi à l’intérieur d’une autre page. Le tableau de bord s’ouvre plutôt dans un nouvel onglet.'
export const frameTitle = 'Tidemark : {domain}'

export const badges = 'Badges et compteurs'
export const allowBadges = 'Badges'
export const badgesOf = 'Badges et compteurs : {name}'
export const hasBadges = 'avec badges'
export const badgesLead =
  'Affichez un chiffre de ce site sur d’autres pages, en image ou en JSON. Ajoutez à l’adresse un chemin, une mesure ou un libellé si vous le souhaitez.'
export const copyBadge = 'Copier le code du badge'
export const copyCounter = 'Copier l’adresse du compteur'
