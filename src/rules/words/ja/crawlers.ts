export const crawlers = 'クローラー'
export const lead = 'このサイトを読み取るプログラムです。ほかの数値には含まれません。'
export const crawler = 'クローラー'
export const kind = '種類'
export const page = 'ページ'
export const events = 'イベント'
export const allCrawlers = 'すべてのクローラー'
export const otherCrawlers = 'その他のクローラー'
export const otherPages = 'その他のページ'
export const show = '{name} のページ'
export const none = 'この期間に除外されたクローラーはありません。'
export const kinds = {
  search: '検索',
  ai_training: 'AI の学習',
  ai_answering: 'AI の回答',
  monitoring: '監視',
  other: 'その他',
}
