export const title = 'En su propio servidor'
export const lead =
  'Los bloqueadores no pueden detener un script y unos eventos que vienen de su propia dirección. Un kit los transmite con la dirección y el país del visitante, o cuenta las páginas en el servidor sin script.'
export const kit = 'Framework o servidor'
export const choose = 'Elegir'
export const secret =
  'Estos archivos contienen el secreto de kit del sitio. Guárdelos en el servidor, fuera de repositorios públicos.'
export const file = 'Copiar: {name}'
export const tag = 'En cada página, salvo si cuenta el servidor:'
export const counting = 'Use las líneas que los archivos marcan con «Without the script».'
export const renew = 'Secreto nuevo'
export const renewAsk = '¿Reemplazar el secreto de kit de {domain}?'
export const renewLead =
  'Ya no se cree a los kits con el secreto anterior: hasta que reemplace sus archivos, todos sus visitantes cuentan como uno.'
export const renewed = 'Secreto reemplazado'
