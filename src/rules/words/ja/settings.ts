export const pages = {
  general: '一般',
  installation: '導入',
  goals: '目標',
  funnels: 'ファネル',
  properties: 'プロパティ',
  shields: '除外ルール',
  people: 'メンバー',
  sharing: '共有',
  imports: 'インポートとエクスポート',
  tokens: 'プラグイントークン',
  reports: 'レポート',
  'audit-log': '監査ログ',
} as const
export const groups = { site: 'サイト', data: 'データ', people: 'メンバーとアクセス' } as const
export const section = 'セクション：{page}'
export const navigation = '設定'
export const back = 'ダッシュボード'
