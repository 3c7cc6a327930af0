import type { SiteRole } from '../../roles.ts'

export const groups: Readonly<Record<SiteRole, string>> = {
  owner: 'オーナー',
  admin: '管理者',
  editor: '編集者',
  billing: '請求担当者',
  viewer: '閲覧者',
  guest_editor: 'ゲスト編集者',
  guest_viewer: 'ゲスト閲覧者',
}
export const between = '、'
export const listed = '{others}と{last}'
