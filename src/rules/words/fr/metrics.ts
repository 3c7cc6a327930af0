export const meanings = {
  visitors:
    'Personnes venues au moins une fois. Un visiteur n’est reconnu que pendant une même journée : une personne qui vient deux jours différents compte donc deux fois.',
  visits: 'Suite de pages vues et d’événements d’un visiteur, sans interruption de {minutes} minutes ou plus.',
  pageviews: 'Nombre d’ouvertures de pages.',
  events: 'Pages vues et événements personnalisés réunis.',
  views_per_visit: 'Pages vues divisées par le nombre de visites.',
  bounce_rate: 'Part des visites avec une seule page vue ou un seul événement.',
  visit_duration: 'Durée moyenne entre la première et la dernière activité d’une visite.',
  time_on_page: 'Durée moyenne par visite pendant laquelle la page était visible.',
  scroll_depth: 'Jusqu’où les visiteurs ont fait défiler la page, en moyenne.',
  percentage:
    'Part des visiteurs de cette ligne parmi tous les visiteurs qui correspondent aux filtres. Un visiteur peut figurer dans plusieurs lignes : la somme des parts peut donc dépasser 100 %.',
  conversion_rate: 'Part des visiteurs ayant atteint l’objectif parmi tous ceux qui correspondent aux autres filtres.',
  group_conversion_rate: 'Part des visiteurs de cette ligne ayant atteint l’objectif.',
  exit_rate: 'Part des vues de cette page sur lesquelles une visite s’est terminée.',
  drop_off: 'Part des visiteurs ayant atteint l’étape précédente mais pas celle-ci.',
  total_revenue: 'Somme des montants envoyés avec l’objectif.',
  average_revenue: 'Revenu total divisé par le nombre de conversions avec un montant.',
}
export const meaningsOfSteps = {
  ...meanings,
  visitors: 'Visiteurs ayant atteint cette étape au cours d’une même visite, après toutes les étapes précédentes.',
  percentage: 'Part des visiteurs de la première étape ayant atteint celle-ci.',
}
