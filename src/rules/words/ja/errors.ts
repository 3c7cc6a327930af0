export const errors = {
  reasons: {
    gone: 'このサイトは見つかりませんでした。',
    address: 'このアドレスには何もありません。',
    adding: 'サイトを追加できる役割がありません。',
  },
  notYours: '削除されたか、アクセス権がない可能性があります。',
  toSites: 'サイト一覧へ',
  toStart: 'トップページへ',
  again: '再試行',
} as const
