export const lead =
  'Gardez vos propres visites sur {domain} hors des statistiques. Le choix est conservé dans ce navigateur : faites-le sur chacun de vos appareils.'
export const ignore = 'Ne pas compter ce navigateur'
export const count = 'Compter de nouveau ce navigateur'
export const show = 'Ce navigateur est-il compté ?'
export const hint =
  'Chaque bouton ouvre {domain}, qui affiche « {mark}: false » si ce navigateur n’est pas compté et « {mark}: true » s’il l’est.'
export const team = 'Envoyez l’adresse de cette page à toutes les personnes qui ne doivent pas être comptées.'
