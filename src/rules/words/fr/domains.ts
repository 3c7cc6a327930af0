export const emptyPart =
  '« {host} » contient deux points de suite ou commence par un point. Saisissez un domaine comme example.com.'
export const hyphen =
  'Une partie de « {host} » commence ou finit par un trait d’union. Saisissez un domaine comme example.com.'
export const longPart = 'Chaque partie d’un domaine peut avoir au plus 63 caractères.'
export const noDot = '« {domain} » est-il le domaine complet ?'
export const noDotLead =
  'Les domaines publics contiennent un point, par exemple example.com. Les événements ne sont comptés que si vos pages envoient exactement ce nom.'
export const addAnyway = 'Ajouter {domain}'
export const renameAnyway = 'Enregistrer {domain}'
