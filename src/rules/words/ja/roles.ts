export const roles = {
  owner: { one: 'オーナー', people: 'オーナー' },
  admin: { one: '管理者', people: '管理者' },
  editor: { one: '編集者', people: '編集者' },
  billing: { one: '請求担当者', people: '請求担当者' },
  viewer: { one: '閲覧者', people: '閲覧者' },
  guest_editor: { one: 'ゲスト編集者', people: 'ゲスト編集者' },
  guest_viewer: { one: 'ゲスト閲覧者', people: 'ゲスト閲覧者' },
}
export const between = '、'
export const listed = '{others}と{last}'
