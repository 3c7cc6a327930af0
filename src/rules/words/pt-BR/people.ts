import type { TeamRole } from '../../roles.ts'

export const members = 'Membros da equipe'
export const membersLead = 'Os membros podem ver todos os sites da equipe.'
export const guests = 'Convidados'
export const guestsLead = 'Os convidados podem ver somente este site.'
export const noGuests = 'Nenhum convidado ainda. Convide alguém somente para este site.'
export const invitations = 'Convites'
export const noInvitations = 'Nenhum convite em aberto.'
export const toTeam = '{role}, todos os sites da equipe'
export const toSite = '{role}, somente este site'
export const until = 'validade: {time}'
export const invited = 'convite enviado'
export const unconfirmed = 'endereço não confirmado'
export const invite = 'Convidar'
export const email = 'E-mail'
export const to = 'Acesso a'
export const team = 'Todos os sites da equipe'
export const site = 'Somente este site'
export const role = 'Função'
export const roleOf = 'Função: {email}'
export const roles: Readonly<Record<TeamRole, string>> = {
  owner: 'Proprietário',
  admin: 'Administrador',
  editor: 'Editor',
  billing: 'Contato de cobrança',
  viewer: 'Leitor',
}
export const made = 'Envie este link para {email}. Ele funciona uma vez. Não será possível vê-lo novamente.'
export const mailed = 'Convite enviado para {email}.'
export const notMailed = 'Não foi possível enviar o e-mail: {failure}'
export const copyInvitation = 'Copiar link do convite'
export const remove = 'Remover'
export const removeOf = 'Remover: {email}'
export const removeAsk = 'Remover {email}?'
export const removeLead = 'Essa pessoa perde o acesso a esta equipe imediatamente.'
export const removeGuestLead = 'Essa pessoa perde o acesso a este site imediatamente.'
export const removed = 'Acesso removido: {email}'
export const revoke = 'Cancelar convite'
export const revokeOf = 'Cancelar convite: {email}'
export const revoked = 'Convite cancelado'
export const readOnly = '{roles} da equipe podem convidar e remover pessoas.'
export const noTeams =
  'O plano desta equipe não inclui mais membros. Você pode convidar pessoas somente para este site.'
