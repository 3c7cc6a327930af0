export const coverage = 'カバー率'
export const headline = 'スクリプトが捉えたページリクエストは {share}（{requests} 件中 {seen} 件）です。'
export const neverSeen = 'ページは {requests} 回リクエストされましたが、スクリプトは 1 件も捉えていません。'
export const lead =
  'ページリクエストは、サーバー上のキットまたはアクセスログから分かります。クローラー、ファイル、リダイレクト、エラー、先読みは含みません。残りはブロックされたか、スクリプトの実行前に訪問者が離脱しました。'
export const above =
  '100% を超える場合は、キャッシュやページのスクリプトにより、サーバーへのリクエストなしでページが開かれています。'
export const daysLeftOut = 'ページリクエストが分からない日は表示されません。'
export const unknown = 'この期間のページリクエストは分かりません。'
export const how = 'サーバーのキットでカバレッジを有効にするか、アクセスログを集計してください：'
export const by = 'カバー率の内訳'
export const groups = { date: '日', browser: 'ブラウザー', page: 'ページ', country: '国' } as const
export const heads = { date: '日', browser: 'ブラウザー', page: 'ページ', country: '国' } as const
export const requests = 'ページリクエスト'
export const seen = '捉えた数'
export const share = '割合'
