export const lead =
  'Quién cambió qué, lo más reciente primero. Solo los propietarios ven esta página. Los registros se conservan {days} días.'
export const scope = 'Mostrar'
export const scopes = { site: 'Este sitio', team: 'Todo el equipo' } as const
export const kind = 'Cambio'
export const allKinds = 'Todos los cambios'
export const person = 'Persona'
export const everyone = 'Todos'
export const csv = 'Descargar CSV'
export const older = 'Más antiguos'
export const newer = 'Más recientes'
export const none = 'Aún no hay cambios registrados.'
export const noMatch = 'Ningún cambio coincide con estos filtros.'
export const by = {
  user: '{name}',
  key: '{name} con la clave de API {detail}',
  token: 'Token de plugin {detail}',
  command: 'Operador',
  service: 'Tidemark',
} as const
export const values = 'Antes y después'
export const before = 'Antes'
export const after = 'Después'
export const kinds = {
  'team.created': 'Equipo creado',
  'team.changed': 'Equipo modificado',
  'member.added': 'Miembro añadido',
  'member.changed': 'Rol de un miembro modificado',
  'member.removed': 'Miembro eliminado',
  'invitation.created': 'Invitación enviada',
  'invitation.accepted': 'Invitación aceptada',
  'invitation.withdrawn': 'Invitación cancelada',
  'guest.added': 'Invitado añadido',
  'guest.changed': 'Rol de un invitado modificado',
  'guest.removed': 'Invitado eliminado',
  'site.created': 'Sitio creado',
  'site.changed': 'Ajustes del sitio modificados',
  'site.deleted': 'Sitio eliminado',
  'tracker.changed': 'Ajustes de medición modificados',
  'kit.renewed': 'Secreto de kit reemplazado',
  'properties.changed': 'Lista de propiedades modificada',
  'goal.created': 'Objetivo creado',
  'goal.changed': 'Objetivo modificado',
  'goal.deleted': 'Objetivo eliminado',
  'funnel.created': 'Embudo creado',
  'funnel.changed': 'Embudo modificado',
  'funnel.deleted': 'Embudo eliminado',
  'segment.created': 'Segmento creado',
  'segment.changed': 'Segmento modificado',
  'segment.deleted': 'Segmento eliminado',
  'note.created': 'Nota creada',
  'note.changed': 'Nota modificada',
  'note.deleted': 'Nota eliminada',
  'shield.created': 'Regla de exclusión añadida',
  'shield.deleted': 'Regla de exclusión eliminada',
  'link.created': 'Enlace compartido creado',
  'link.changed': 'Enlace compartido modificado',
  'link.deleted': 'Enlace compartido eliminado',
  'recipients.changed': 'Destinatarios de informes modificados',
  'channel.created': 'Canal creado',
  'channel.changed': 'Canal modificado',
  'channel.deleted': 'Canal eliminado',
  'statistics.requested': 'Eliminación de estadísticas solicitada',
  'statistics.stopped': 'Eliminación de estadísticas detenida',
  'statistics.erased': 'Estadísticas eliminadas',
  'rule.created': 'Aviso creado',
  'rule.changed': 'Aviso modificado',
  'rule.deleted': 'Aviso eliminado',
  'import.started': 'Importación iniciada',
  'import.cancelled': 'Importación cancelada',
  'import.deleted': 'Importación eliminada',
  'export.made': 'Datos exportados',
  'token.created': 'Token de plugin creado',
  'token.revoked': 'Token de plugin revocado',
  'key.created': 'Clave de API creada',
  'key.changed': 'Clave de API modificada',
  'key.revoked': 'Clave de API revocada',
  'account.created': 'Cuenta creada',
  'account.changed': 'Cuenta modificada',
  'account.deleted': 'Cuenta eliminada',
  'password.changed': 'Contraseña modificada',
  'second_factor.enabled': 'Autenticación en dos pasos activada',
  'second_factor.disabled': 'Autenticación en dos pasos desactivada',
  'identity.linked': 'Cuenta vinculada a un servicio de inicio de sesión',
  'sessions.ended': 'Sesión cerrada en todas partes',
  'sign_in_link.created': 'Enlace de inicio de sesión creado',
  'sql_role.granted': 'Acceso SQL concedido',
  'sql_role.revoked': 'Acceso SQL retirado',
  'sql_role.track_granted': 'Eventos por SQL permitidos',
  'sql_role.track_revoked': 'Eventos por SQL ya no permitidos',
} as const
