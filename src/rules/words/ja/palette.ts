export const palette = {
  title: 'コマンド',
  field: 'コマンド',
  none: 'コマンドが見つかりません。',
  site: 'サイト',
  go: '{page} へ移動',
  sites: 'サイト',
  addSite: 'サイトを追加',
  account: 'アカウント',
  settings: '設定：{page}',
  theme: 'テーマ：{theme}',
  signOut: 'ログアウト',
} as const
