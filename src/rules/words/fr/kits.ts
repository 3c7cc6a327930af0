export const title = 'Sur votre propre serveur'
export const lead =
  'Les bloqueurs ne peuvent pas arrêter un script et des événements servis par votre propre adresse. Un kit les relaie avec l’adresse et le pays du visiteur, ou compte les pages sur le serveur sans script.'
export const kit = 'Framework ou serveur'
export const choose = 'Choisir'
export const secret =
  'Ces fichiers contiennent le secret de kit du site. Gardez-les sur le serveur, hors des dépôts publics.'
export const file = 'Copier : {name}'
export const tag = 'Sur chaque page, sauf si le serveur compte :'
export const counting = 'Utilisez les lignes que les fichiers marquent par « Without the script ».'
export const renew = 'Nouveau secret'
export const renewAsk = 'Remplacer le secret de kit de {domain} ?'
export const renewLead =
  'Les kits qui ont l’ancien secret ne sont plus crus : tant que vous n’avez pas remplacé leurs fichiers, tous leurs visiteurs comptent pour un seul.'
export const renewed = 'Secret remplacé'
