export const meanings: Readonly<Record<string, string>> = {
  visitors:
    'Personas que estuvieron al menos una vez en el período. A un visitante solo se le reconoce durante un día: quien viene dos días cuenta en cada uno, pero una sola vez por día.',
  visits: 'Actividad de un visitante sin pausas de {minutes} minutos o más.',
  pageviews: 'Cuántas veces se abrió una página.',
  events: 'Todo lo que se contó: páginas vistas y eventos personalizados.',
  views_per_visit: 'Páginas vistas divididas entre las visitas.',
  bounce_rate: 'Porcentaje de visitas con una sola página vista y nada más.',
  visit_duration: 'Tiempo medio desde la primera hasta la última actividad de una visita.',
  time_on_page: 'Tiempo medio por visita en que la página estuvo en primer plano.',
  scroll_depth: 'Hasta dónde se vio una página, de media.',
  percentage:
    'Porcentaje de los visitantes de esta fila sobre todos los del período con los filtros. Un visitante puede estar en varias filas, por lo que la suma puede superar el 100 %.',
  conversion_rate: 'Porcentaje de visitantes que alcanzaron el objetivo sobre todos los de los demás filtros.',
  group_conversion_rate: 'Porcentaje de visitantes de esta fila que alcanzaron el objetivo.',
  exit_rate: 'Porcentaje de las vistas de esta página con las que terminó una visita.',
  drop_off: 'Porcentaje de visitantes que alcanzaron el paso anterior y no este.',
  total_revenue: 'Suma de los importes enviados con el objetivo.',
  average_revenue: 'Suma de los importes dividida entre las conversiones con importe.',
}
export const meaningsOfSteps: Readonly<Record<string, string>> = {
  ...meanings,
  visitors: 'Personas que alcanzaron el paso en una visita, después de todos los anteriores.',
  percentage: 'Porcentaje de visitantes del primer paso que alcanzaron este.',
}
