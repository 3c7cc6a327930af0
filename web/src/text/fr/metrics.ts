export const meanings: Readonly<Record<string, string>> = {
  visitors:
    'Personnes venues au moins une fois sur la période. Un visiteur n’est reconnu que pendant une journée : une personne qui vient deux jours différents compte chaque jour, mais une seule fois par jour.',
  visits: 'Activité d’un visiteur sans interruption de {minutes} minutes ou plus.',
  pageviews: 'Nombre d’ouvertures d’une page.',
  events: 'Tout ce qui a été compté : pages vues et événements personnalisés.',
  views_per_visit: 'Pages vues divisées par le nombre de visites.',
  bounce_rate: 'Part des visites avec une seule page vue et rien d’autre.',
  visit_duration: 'Durée moyenne entre la première et la dernière activité d’une visite.',
  time_on_page: 'Durée moyenne par visite pendant laquelle la page était au premier plan.',
  scroll_depth: 'Profondeur moyenne jusqu’à laquelle une page a été vue.',
  percentage:
    'Part des visiteurs de cette ligne parmi tous les visiteurs de la période, filtres compris. Un visiteur peut figurer dans plusieurs lignes : le total peut dépasser 100 %.',
  conversion_rate: 'Part des visiteurs ayant atteint l’objectif parmi tous ceux des autres filtres.',
  group_conversion_rate: 'Part des visiteurs de cette ligne ayant atteint l’objectif.',
  exit_rate: 'Part des pages vues de cette page qui ont mis fin à une visite.',
  drop_off: 'Part des visiteurs ayant atteint l’étape précédente mais pas celle-ci.',
  total_revenue: 'Somme des montants envoyés avec l’objectif.',
  average_revenue: 'Somme des montants divisée par le nombre de conversions avec montant.',
}
export const meaningsOfSteps: Readonly<Record<string, string>> = {
  ...meanings,
  visitors: 'Personnes ayant atteint l’étape au cours d’une visite, après toutes les précédentes.',
  percentage: 'Part des visiteurs de la première étape ayant atteint celle-ci.',
}
