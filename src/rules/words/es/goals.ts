export const lead =
  'Acciones que usted espera de sus visitantes. El panel muestra cuántos visitantes completan cada una.'
export const none = 'Todavía no hay objetivos. Añada uno para ver las conversiones en el panel.'
export const noneFound = 'Ningún objetivo coincide con «{search}».'
export const search = 'Buscar objetivos'
export const add = 'Añadir objetivo'
export const name = 'Objetivo'
export const kind = 'Tipo'
export const kinds = {
  event: 'Evento personalizado',
  page: 'Ruta de página',
  scroll: 'Profundidad de scroll',
} as const
export const kindOf = { event: 'Evento {name}', page: 'Página {name}', scroll: '{percent} % de {name}' } as const
export const currency = 'Moneda'
export const currencyHint =
  'Opcional. Moneda de los ingresos, por ejemplo EUR. Los importes en otras monedas se convierten.'
export const noRevenue = 'El plan de este equipo no incluye objetivos con ingresos.'
export const noProps = 'El plan de este equipo no incluye objetivos con propiedades.'
export const properties = 'Propiedades'
export const eventName = 'Nombre del evento'
export const eventHint = 'Exactamente como lo envía su sitio, con las mismas mayúsculas.'
export const path = 'Ruta de la página'
export const pathHint = 'Use * para una parte de la ruta y ** para cualquier número de partes, por ejemplo /blog/**.'
export const seenPages = 'Páginas vistas recientemente'
export const threshold = 'Porcentaje de la página'
export const displayName = 'Nombre en el panel'
export const displayHint = 'Opcional. Deje el campo vacío para usar el nombre del evento o de la página.'
export const onlyWith = 'Solo con estas propiedades'
export const key = 'Propiedad {number}'
export const value = 'Valor {number}'
export const moreProperties = 'Añadir propiedad'
export const added = 'Objetivo añadido'
export const remove = 'Eliminar'
export const removeOf = 'Eliminar objetivo: {name}'
export const removeAsk = '¿Eliminar el objetivo «{name}»?'
export const removeLead =
  'Los eventos pasados se conservan. Los embudos que usan este objetivo pierden el paso, y los que quedan con un solo paso se eliminan.'
export const removed = 'Objetivo eliminado'
export const edit = 'Editar'
export const editOf = 'Editar objetivo: {name}'
export const saved = 'Objetivo guardado'
export const fixedCurrency =
  'La moneda de un objetivo no puede cambiar. Para usar otra, elimine el objetivo y añádalo de nuevo.'
export const fixedWhat =
  'El evento o la página de un objetivo no puede cambiar. Para usar otro, elimine el objetivo y añádalo de nuevo.'
