export const errors = {
  notYours: '削除されたか、アクセス権がない可能性があります。',
  toSites: 'サイト一覧へ',
  toStart: 'トップページへ',
  again: '再試行',
  reasons: {
    gone: 'このサイトは見つかりませんでした。',
    nothing: 'このアドレスには何もありません。',
    settings: 'あなたの役割では、このサイトの設定を開けません。',
    noSites: 'あなたの役割では、サイトを追加できません。',
    linkGone: 'この共有リンクは見つかりませんでした。',
    locked: 'チームに有効なサブスクリプションがないため、このサイトはロックされています。',
    expired: 'このリンクは期限切れです。',
  },
} as const
