export const lead =
  'Actions que vous attendez de vos visiteurs. Le tableau de bord montre combien de visiteurs atteignent chaque objectif.'
export const none = 'Aucun objectif pour l’instant. Ajoutez-en un pour voir les conversions dans le tableau de bord.'
export const noneFound = 'Aucun objectif ne correspond à « {search} ».'
export const search = 'Rechercher des objectifs'
export const add = 'Ajouter un objectif'
export const name = 'Objectif'
export const kind = 'Type'
export const kinds = {
  event: 'Événement personnalisé',
  page: 'Chemin de page',
  scroll: 'Profondeur de défilement',
} as const
export const kindOf = { event: 'Événement {name}', page: 'Page {name}', scroll: '{percent} % de {name}' } as const
export const currency = 'Devise'
export const currencyHint =
  'Facultatif. Devise du revenu, par exemple EUR. Les montants dans d’autres devises sont convertis.'
export const noRevenue = 'L’offre de cette équipe ne comprend pas les objectifs avec revenu.'
export const noProps = 'L’offre de cette équipe ne comprend pas les objectifs avec propriétés.'
export const properties = 'Propriétés'
export const eventName = 'Nom de l’événement'
export const eventHint = 'Exactement comme votre site l’envoie, majuscules comprises.'
export const path = 'Chemin de la page'
export const pathHint = '* remplace une partie du chemin et ** un nombre quelconque de parties, par exemple /blog/**.'
export const seenPages = 'Pages vues récemment'
export const threshold = 'Pourcentage de la page'
export const displayName = 'Nom dans le tableau de bord'
export const displayHint = 'Facultatif. Laissez vide pour utiliser le nom de l’événement ou de la page.'
export const onlyWith = 'Seulement avec ces propriétés'
export const key = 'Propriété {number}'
export const value = 'Valeur {number}'
export const moreProperties = 'Ajouter une propriété'
export const added = 'Objectif ajouté'
export const remove = 'Supprimer'
export const removeOf = 'Supprimer l’objectif : {name}'
export const removeAsk = 'Supprimer l’objectif « {name} » ?'
export const removeLead =
  'Les événements passés sont conservés. Les tunnels qui utilisent cet objectif perdent l’étape, et ceux auxquels il ne reste qu’une étape sont supprimés.'
export const removed = 'Objectif supprimé'
export const edit = 'Modifier'
export const editOf = 'Modifier l’objectif : {name}'
export const saved = 'Objectif enregistré'
export const fixedCurrency =
  'La devise d’un objectif ne peut pas changer. Pour en utiliser une autre, supprimez l’objectif et ajoutez-le de nouveau.'
export const fixedWhat =
  'L’événement ou la page d’un objectif ne peut pas changer. Pour en utiliser un autre, supprimez l’objectif et ajoutez-le de nouveau.'
