export const errors = {
  notYours: '削除されたか、アクセス権がない可能性があります。',
  toSites: 'サイト一覧へ',
  toStart: 'トップページへ',
  again: '再試行',
} as const
