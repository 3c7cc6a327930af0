import type { TeamRole } from '../../roles.ts'

export const members = 'チームのメンバー'
export const membersLead = 'メンバーはチームのすべてのサイトを見ることができます。'
export const guests = 'ゲスト'
export const guestsLead = 'ゲストはこのサイトだけを見ることができます。'
export const noGuests = 'ゲストはまだいません。このサイトだけに招待できます。'
export const invitations = '招待'
export const noInvitations = '有効な招待はありません。'
export const toTeam = '{role}、チームのすべてのサイト'
export const toSite = '{role}、このサイトのみ'
export const until = '有効期限：{time}'
export const invited = '招待中'
export const unconfirmed = 'アドレス未確認'
export const invite = '招待'
export const email = 'メールアドレス'
export const to = 'アクセス先'
export const team = 'チームのすべてのサイト'
export const site = 'このサイトのみ'
export const role = '役割'
export const roleOf = '役割：{email}'
export const roles: Readonly<Record<TeamRole, string>> = {
  owner: 'オーナー',
  admin: '管理者',
  editor: '編集者',
  billing: '請求担当者',
  viewer: '閲覧者',
}
export const made = 'このリンクを {email} に送ってください。使えるのは 1 回だけです。もう一度表示することはできません。'
export const mailed = '{email} に招待を送信しました。'
export const notMailed = 'メールを送信できませんでした：{failure}'
export const copyInvitation = '招待リンクをコピー'
export const remove = '削除'
export const removeOf = '削除：{email}'
export const removeAsk = '{email} を削除しますか？'
export const removeLead = 'この人は、すぐにこのチームからログアウトされます。'
export const removeGuestLead = 'この人は、すぐにこのサイトにアクセスできなくなります。'
export const removed = '{email} を削除しました'
export const revoke = '招待を取り消す'
export const revokeOf = '招待を取り消す：{email}'
export const revoked = '招待を取り消しました'
export const readOnly = '招待と削除ができるのは、チームの{roles}です。'
export const noTeams = 'このチームのプランでは、メンバーを追加できません。このサイトにゲストを招待できます。'
