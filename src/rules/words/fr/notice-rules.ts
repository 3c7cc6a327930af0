export const title = 'M’avertir quand …'
export const lead =
  'Vérifié toutes les cinq minutes. Vous êtes averti une fois, puis à nouveau si la condition a cessé d’être vraie entre-temps.'
export const filters = 'Avec les filtres de ce tableau de bord : {filters}'
export const noFilters = 'Pour tout le site.'
export const metric = 'Mesure'
export const condition = 'Condition'
export const conditions = {
  above: 'est au-dessus de',
  below: 'est au-dessous de',
  up: 'augmente d’au moins (pour cent)',
  down: 'baisse d’au moins (pour cent)',
  changed: 'change d’au moins (pour cent)',
}
export const value = 'Valeur'
export const percent = 'Pour cent, par rapport aux mêmes heures des {weeks} semaines précédentes'
export const hours = 'Durée'
export const hourList = '{count} h'
export const dropped = 'Événements rejetés'
export const reason = 'Motif'
export const anyReason = 'Tous les motifs'
export const name = 'Nom'
export const nameHint = 'Les alertes commencent par ce nom.'
export const quiet = 'Heures calmes'
export const quietFrom = 'De'
export const quietTo = 'À'
export const never = 'Aucune'
export const quietHint = 'Dans le fuseau horaire du site. Rien n’est envoyé entre ces heures.'
export const recipients = 'Adresses e-mail'
export const recipientsHint = 'Une par ligne. Une adresse de webhook collée devient un canal.'
export const channels = 'Canaux'
export const add = 'Créer l’alerte'
export const added = 'Alerte créée'
export const own = 'Vos alertes'
export const ownLead =
  'Chiffres dont vous voulez être averti. Créez une alerte dans le tableau de bord : Options › M’avertir quand …'
export const none =
  'Aucune pour l’instant. Choisissez des filtres dans le tableau de bord, puis Options › M’avertir quand …'
export const open = 'Ouvrir'
export const openOf = 'Ouvrir les chiffres : {name}'
export const remove = 'Supprimer'
export const removeOf = 'Supprimer l’alerte : {name}'
export const removeAsk = 'Supprimer l’alerte {name} ?'
export const removeLead = 'Plus personne n’est averti.'
export const removed = 'Alerte supprimée'
export const told = 'Dernier envoi : {time}'
export const notTold = 'Pas encore envoyée'
export const problem = 'Le chiffre de {name} est illisible : {problem}'
export const noOne = 'Saisissez une adresse e-mail ou choisissez un canal.'
