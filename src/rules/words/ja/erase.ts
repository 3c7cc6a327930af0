export const title = '統計を削除'
export const lead =
  'ボットの急増後や本人から依頼があったときなどに、訪問やイベントをすべての数値から取り除きます。削除の前に件数を確認できます。'
export const what = '削除するもの'
export const kinds = {
  filters: 'フィルターに一致する訪問',
  days: '指定した日の訪問',
  page: 'ページ',
  event: 'イベント',
  everything: 'このサイトのすべての統計',
} as const
export const firstDay = '最初の日'
export const lastDay = '最後の日'
export const daysHint = 'これらの日にアクティビティがあった訪問は、訪問全体が削除されます。'
export const page = 'ページ'
export const pageHint =
  'パスを入力します。例: /wp-login.php。* はパスの 1 区切り、** は任意の数の区切りを表します。訪問は残りの内容で保持されます。'
export const event = 'イベント'
export const eventHint = 'イベントの名前を入力します。訪問は残りの内容で保持されます。'
export const everythingHint = 'サイト、設定、目標、メモは残ります。'
export const filtersHint = '一致する訪問は、すべてのイベントとともに削除されます。'
export const segmentIs = 'セグメントが {name}'
export const between = '{from}から{to}まで'
export const allDays = 'すべての日'
export const count = '件数を確認'
export const nothing = '一致する統計がありません。削除するものはありません。'
export const sentenceVisits = {
  other: '{days}の訪問 {count} 件（{events}）が完全に削除されます。',
} as const
export const sentenceEvents = {
  other: '{days}のイベント {count} 件（{visits}）が完全に削除されます。訪問は残りの内容から再計算されます。',
} as const
export const visits = { other: '訪問 {count} 件' } as const
export const events = { other: 'イベント {count} 件' } as const
export const days = { other: '{count} 日間' } as const
export const sumsStay = {
  other: '{count} 日分は日ごとの合計しかなく、フィルターでは選べません。そのまま残ります。',
} as const
export const sumsGo = { other: '{count} 日分は日ごとの合計しかありません。その合計も削除されます。' } as const
export const sumsLose = {
  other: '{count} 日分は日ごとの合計しかありません。該当する行は削除されますが、訪問数と訪問者数はそのまま残ります。',
} as const
export const later = '削除は {minutes} 分後に始まります。それまでは停止できます。'
export const typeNumber = '確認のため {number} と入力してください'
export const remove = '削除'
export const waits = '削除は {minutes} 分後に始まります'
export const list = '削除の履歴'
export const states = {
  waiting: '{time} に開始',
  running: '削除中',
  done: '完了',
  stopped: '停止済み',
} as const
export const by = '{name}、{time}'
export const stop = '停止'
export const stopOf = '削除を停止: {name}'
export const stopped = '削除を停止しました'
export const progressOf = '削除の進行状況: {name}'
