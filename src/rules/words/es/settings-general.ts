export const domain = 'Dominio'
export const domainHint =
  'Puede cambiar el nombre del sitio en cualquier momento. El dominio anterior sigue funcionando en su script, sus enlaces y la API.'
export const domainBefore = 'El dominio anterior {domain} sigue funcionando.'
export const timezone = 'Zona horaria'
export const timezoneHint =
  'Los días empiezan y terminan en esta zona horaria. El cambio se aplica de inmediato. Los días pasados se recalculan en segundo plano.'
export const settings = {
  retention_months: {
    label: 'Conservar los eventos sin procesar durante (meses)',
    hint: 'Deje el campo vacío para conservar los eventos sin procesar sin límite. Los eventos más antiguos se eliminan definitivamente cada día. Los totales y las listas principales se conservan.',
    locked: 'Solo {roles} del equipo pueden cambiarlo.',
  },
  pixel: {
    label: 'Contar sin JavaScript',
    hint: 'Cuenta las páginas vistas de visitantes sin JavaScript con una imagen que usted añade a sus páginas, según las mismas reglas que el script.',
    locked: 'Solo {roles} del equipo pueden cambiarlo.',
  },
}

export const deleteEvents = 'Eliminar eventos antiguos'
export const deleteEventsLead = {
  one: 'Se eliminará definitivamente {count} evento anterior al {day} en el plazo de un día. Los totales y las listas principales se conservan.',
  many: 'Se eliminarán definitivamente {count} de eventos anteriores al {day} en el plazo de un día. Los totales y las listas principales se conservan.',
  other:
    'Se eliminarán definitivamente {count} eventos anteriores al {day} en el plazo de un día. Los totales y las listas principales se conservan.',
} as const
export const deleteEventsLater = 'A partir de entonces, los eventos de más de {months} se eliminan cada día.'
export const months = { one: '{count} mes', many: '{count} de meses', other: '{count} meses' } as const

export const deleteTitle = 'Eliminar sitio'
export const deleteLead = 'Elimina definitivamente este sitio y todas sus estadísticas.'
export const deleteCount = {
  one: 'Se eliminará {count} evento de {domain}, con sus objetivos, embudos, notas, enlaces compartidos e informes.',
  many: 'Se eliminarán {count} de eventos de {domain}, con sus objetivos, embudos, notas, enlaces compartidos e informes.',
  other:
    'Se eliminarán {count} eventos de {domain}, con sus objetivos, embudos, notas, enlaces compartidos e informes.',
} as const
export const deleteSite = 'Eliminar sitio'
export const typeDomain = 'Escriba {domain} para confirmar'
export const deleted = 'Se eliminó {domain}'
