export const title = 'インポート'
export const lead =
  'ほかの製品の過去のデータや、Tidemark からエクスポートしたイベントをインポートします。同じファイルをもう一度インポートしても、二重に集計されることはありません。'
export const kind = '形式'
export const file = 'ファイル'
export const fileHint = '{file} 最大 {size}。接続が切れた場合は、同じファイルをもう一度選ぶと続きから再開できます。'
export const loses = 'インポートされないもの'
export const looseCsv = { other: 'CSV ファイル {count} 個' }
export const looseFiles = { other: 'ファイル {count} 個' }
export const skipInvalid = '無効な行を飛ばす'
export const upload = 'アップロード'
export const uploading = 'アップロードしています…'
export const noFile = 'ファイルを選んでください。'
export const fileTooLarge = 'ファイルが {size} を超えています。'
export const fileChanged = 'ファイルを読み取れなくなりました。もう一度選んでください。'
export const underWay = 'ファイル'
export const states = {
  receiving: 'アップロード中',
  waiting: '待機中',
  importing: 'インポート中',
  done: '完了',
  failed: '失敗',
} as const
export const sent = '{whole} のうち {part} をアップロードしました。続けるには、同じファイルを選んでください。'
export const sending = '{part} / {whole}'
export const checking = '確認中、{share}'
export const importing = { other: 'インポート中、{share}、イベント {count} 件' }
export const brought = { other: '{count} 件のイベントをインポートしました' }
export const broughtSums = { other: '{count} 日分の合計をインポートしました' }
export const already = 'このファイルはすでにインポートされています'
export const skippedLines = { other: '無効な {count} 行をスキップしました' }
export const droppedEngagements = { other: '訪問のないエンゲージメントイベント {count} 件を破棄しました' }
export const daysOut = { other: 'サイトにすでに数値がある {count} 日分を除外しました' }
export const partly = '一部のファイル、列、行はインポートされませんでした'
export const progressOf = '{name} の進行状況'
export const cancel = 'キャンセル'
export const cancelOf = 'キャンセル：{name}'
export const dismiss = '閉じる'
export const dismissOf = '閉じる：{name}'
export const past = 'インポート'
export const none = 'インポートはまだありません。'
export const requests = { other: '{count} 件のページリクエスト' }
export const sources = { ndjson: 'イベント', demo: 'デモ', coverage: 'ページリクエスト' } as const
export const importStates = {
  running: '処理中',
  abandoned: '中断',
  done: '',
  deleting: '削除中',
} as const
export const events = { other: 'イベント {count} 件' }
export const sums = { other: '日次合計 {count} 件' }
export const days = '{first}～{last}'
export const unknownDays = '日付不明'
export const remove = '削除'
export const removeOf = 'インポートを削除：{name}'
export const removeAsk = 'インポート「{name}」を削除しますか？'
export const removeLead =
  '{days}の{rows}が削除されます。計測中のトラフィックとほかのインポートは残ります。ファイルはもう一度インポートできます。'
export const removed = 'インポートを削除しています'
export const exportTitle = 'エクスポート'
export const exportLead =
  '生データを圧縮された JSON Lines（.ndjson.gz）でダウンロードします。イベントはもう一度インポートできます。'
export const what = '行'
export const whats = { events: 'イベント', sessions: '訪問' } as const
export const from = '開始日'
export const to = '終了日'
export const rangeHint = 'サイトのタイムゾーンでの日付です。空欄にすると、すべての日をエクスポートします。'
export const download = 'ダウンロード'
