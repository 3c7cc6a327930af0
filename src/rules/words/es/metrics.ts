export const meanings = {
  visitors:
    'Personas que visitaron el sitio al menos una vez. Un visitante solo se reconoce dentro de un mismo día, así que quien viene dos días cuenta dos veces.',
  visits: 'Serie de páginas vistas y eventos de un visitante, sin pausas de {minutes} minutos o más.',
  pageviews: 'Cuántas veces se abrieron páginas.',
  events: 'Páginas vistas y eventos personalizados en conjunto.',
  views_per_visit: 'Páginas vistas divididas entre las visitas.',
  bounce_rate: 'Porcentaje de visitas con una sola página vista o un solo evento.',
  visit_duration: 'Tiempo medio desde la primera hasta la última actividad de una visita.',
  time_on_page: 'Tiempo medio por visita en que la página estuvo visible.',
  scroll_depth: 'Hasta dónde se desplazaron los visitantes por la página, de media.',
  percentage:
    'Porcentaje de los visitantes de esta fila sobre todos los que cumplen los filtros. Un visitante puede estar en varias filas, por lo que la suma puede superar el 100 %.',
  conversion_rate: 'Porcentaje de visitantes que alcanzaron el objetivo sobre todos los que cumplen los demás filtros.',
  group_conversion_rate: 'Porcentaje de visitantes de esta fila que alcanzaron el objetivo.',
  exit_rate: 'Porcentaje de las vistas de esta página con las que terminó una visita.',
  drop_off: 'Porcentaje de visitantes que alcanzaron el paso anterior y no este.',
  total_revenue: 'Suma de los importes enviados con el objetivo.',
  average_revenue: 'Ingresos totales divididos entre el número de conversiones con importe.',
}
export const meaningsOfSteps = {
  ...meanings,
  visitors: 'Visitantes que alcanzaron este paso en una misma visita, después de todos los pasos anteriores.',
  percentage: 'Porcentaje de visitantes del primer paso que alcanzaron este.',
}
