export const lead =
  'Quem alterou o quê, do mais recente ao mais antigo. Somente proprietários veem esta página. Os registros são mantidos por {days} dias.'
export const scope = 'Mostrar'
export const scopes = { site: 'Este site', team: 'Toda a equipe' } as const
export const kind = 'Alteração'
export const allKinds = 'Todas as alterações'
export const person = 'Pessoa'
export const everyone = 'Todos'
export const csv = 'Baixar CSV'
export const older = 'Mais antigas'
export const newer = 'Mais recentes'
export const none = 'Nenhuma alteração registrada ainda.'
export const noMatch = 'Nenhuma alteração corresponde a estes filtros.'
export const by = {
  user: '{name}',
  key: '{name} com a chave de API {detail}',
  token: 'Token de plugin {detail}',
  command: 'Operador',
  service: 'Tidemark',
} as const
export const values = 'Antes e depois'
export const before = 'Antes'
export const after = 'Depois'
export const kinds = {
  'team.created': 'Equipe criada',
  'team.changed': 'Equipe alterada',
  'member.added': 'Membro adicionado',
  'member.changed': 'Função de um membro alterada',
  'member.removed': 'Membro removido',
  'invitation.created': 'Convite enviado',
  'invitation.accepted': 'Convite aceito',
  'invitation.withdrawn': 'Convite cancelado',
  'guest.added': 'Convidado adicionado',
  'guest.changed': 'Função de um convidado alterada',
  'guest.removed': 'Convidado removido',
  'site.created': 'Site criado',
  'site.changed': 'Configurações do site alteradas',
  'site.deleted': 'Site excluído',
  'tracker.changed': 'Configurações de medição alteradas',
  'kit.renewed': 'Segredo de kit substituído',
  'properties.changed': 'Lista de propriedades alterada',
  'goal.created': 'Meta criada',
  'goal.changed': 'Meta alterada',
  'goal.deleted': 'Meta excluída',
  'funnel.created': 'Funil criado',
  'funnel.changed': 'Funil alterado',
  'funnel.deleted': 'Funil excluído',
  'segment.created': 'Segmento criado',
  'segment.changed': 'Segmento alterado',
  'segment.deleted': 'Segmento excluído',
  'note.created': 'Nota criada',
  'note.changed': 'Nota alterada',
  'note.deleted': 'Nota excluída',
  'shield.created': 'Regra de proteção adicionada',
  'shield.deleted': 'Regra de proteção removida',
  'link.created': 'Link compartilhado criado',
  'link.changed': 'Link compartilhado alterado',
  'link.deleted': 'Link compartilhado excluído',
  'recipients.changed': 'Destinatários de relatórios alterados',
  'channel.created': 'Canal criado',
  'channel.changed': 'Canal alterado',
  'channel.deleted': 'Canal excluído',
  'statistics.requested': 'Exclusão de estatísticas solicitada',
  'statistics.stopped': 'Exclusão de estatísticas interrompida',
  'statistics.erased': 'Estatísticas excluídas',
  'rule.created': 'Aviso criado',
  'rule.changed': 'Aviso alterado',
  'rule.deleted': 'Aviso excluído',
  'import.started': 'Importação iniciada',
  'import.cancelled': 'Importação cancelada',
  'import.deleted': 'Importação excluída',
  'export.made': 'Dados exportados',
  'token.created': 'Token de plugin criado',
  'token.revoked': 'Token de plugin revogado',
  'key.created': 'Chave de API criada',
  'key.changed': 'Chave de API alterada',
  'key.revoked': 'Chave de API revogada',
  'account.created': 'Conta criada',
  'account.changed': 'Conta alterada',
  'account.deleted': 'Conta excluída',
  'password.changed': 'Senha alterada',
  'second_factor.enabled': 'Autenticação em duas etapas ativada',
  'second_factor.disabled': 'Autenticação em duas etapas desativada',
  'identity.linked': 'Conta vinculada a um serviço de login',
  'sessions.ended': 'Sessões encerradas em todos os lugares',
  'sign_in_link.created': 'Link de login criado',
  'sql_role.granted': 'Acesso SQL concedido',
  'sql_role.revoked': 'Acesso SQL removido',
  'sql_role.track_granted': 'Eventos por SQL permitidos',
  'sql_role.track_revoked': 'Eventos por SQL não mais permitidos',
} as const
