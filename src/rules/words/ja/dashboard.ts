export const add = '追加'
export const addNote = 'メモを追加'
export const addresses = {
  path: 'パス',
  url: 'URL',
} as const
export const allSites = 'すべてのサイト'
export const anonymous = '匿名ネットワーク'
export const asOf = '{time} 現在'
export const breakDownBy = '内訳：{by}'
export const campaignField = 'キャンペーンの項目'
export const campaigns = 'キャンペーン'
export const changeFrom = '{change}（以前は {before}）'
export const clear = '消去'
export const clearFilters = 'フィルターを消去'
export const compare = '比較'
export const compareOn = '比較：{words}'
export const comparedUntil = '{time} までを比較'
export const comparison = '比較'
export const comparisons = {
  off: 'オフ',
  previous_period: '前の期間',
  year_over_year: '前年',
  custom: '期間を指定…',
} as const
export const copyAsCurl = 'curl としてコピー'
export const copyValue = '値をコピー'
export const currentVisitors = {
  other: '現在の訪問者 {count} 人',
} as const
export const customRange = '期間を指定'
export const demo = 'デモデータ'
export const demoWhy = 'この数値は、デモのために作られたものです。'
export const details = '詳細：{tab}'
export const detailsShort = '詳細'
export const down = '{by} 減'
export const downloadCsv = 'CSV をダウンロード'
export const editFilter = 'フィルターを編集：{words}'
export const exclude = '除外'
export const fewer = 'フィルターを減らす'
export const filter = 'フィルター'
export const filters = 'フィルター'
export const graph = 'グラフ'
export const graphCursor = 'グラフ上の位置'
export const graphMenu = 'グラフのメニュー'
export const graphMetric = 'グラフの指標'
export const howCounted = '集計方法'
export const importedData = 'インポートしたデータ'
export const interval = '間隔'
export const intervals = {
  minute: '分',
  hour: '時間',
  day: '日',
  week: '週',
  month: '月',
} as const
export const keyboardShortcuts = 'キーボードショートカット'
export const lastMinutes = '過去 {minutes} 分'
export const liveTitle = '({count}) {page} · Tidemark'
export const visitorsNow = '現在の訪問者'
export const loading = '読み込み中'
export const matchWeekdays = '曜日を合わせる'
export const more = 'その他：{label}'
export const moreFilters = {
  other: 'ほか {count} 件のフィルター',
} as const
export const nextPeriod = '次の期間'
export const noChange = '変化なし'
export const noData = 'この期間のデータはありません'
export const note = 'メモ'
export const readOnly =
  '現在、データベースは変更を受け付けていません。新しいイベントは保管され、受け付けが再開されるとここに表示されます。'
export const offline = 'オフラインです。再試行しています…'
export const onlyThis = 'これのみ'
export const open = '開く'
export const openLabel = '{label} を開く'
export const operators = {
  is: 'が次と一致',
  is_not: 'が次と一致しない',
  contains: 'が次を含む',
  contains_not: 'が次を含まない',
  matches: 'が次のパターンに一致',
  matches_not: 'が次のパターンに一致しない',
  has_done: 'を達成した',
  has_not_done: 'を達成していない',
} as const
export const options = 'オプション'
export const panelMenu = '{panel}のメニュー'
export const panelViews = '{panel}の表示'
export const part = '（一部）'
export const points = {
  other: '{count} ポイント',
} as const
export const previousPeriod = '前の期間'
export const print = '印刷'
export const property = 'プロパティ'
export const ranges = {
  day: '今日',
  yesterday: '昨日',
  realtime: 'リアルタイム',
  '24h': '過去 24 時間',
  '7d': '過去 7 日間',
  '28d': '過去 28 日間',
  '30d': '過去 30 日間',
  '91d': '過去 91 日間',
  month: '今月',
  lastMonth: '先月',
  year: '今年',
  '12mo': '過去 12 か月',
  '6mo': '過去 6 か月',
  all: '全期間',
  custom: '期間を指定…',
} as const
export const removeFilter = 'フィルターを解除：{words}'
export const save = '保存'
export const saveAsSegment = 'セグメントとして保存'
export const segmentGone = 'このセグメントはもうありません'
export const segmentWord = 'セグメント'
export const settings = '設定'
export const showAsGraph = 'グラフで表示'
export const showAsTable = '表で表示'
export const soFar = '（集計中）'
export const time = '日時'
export const timeRange = '期間'
export const totals = '合計'
export const untilTime = '{time} まで'
export const up = '{by} 増'
export const vs = '対 {words}'
export const whatChanged = '何が変わったか'
export const zoneAhead = '{zone}、{time}（お使いの時計は {difference} 遅れています）'
export const zoneBehind = '{zone}、{time}（お使いの時計は {difference} 進んでいます）'
export const zoneSame = '{zone}、{time}'
export const namedValues = {
  'Direct / None': '直接 / なし',
  Direct: '直接',
  '(not set)': '（未設定）',
  '(none)': '（なし）',
  'Organic Search': 'オーガニック検索',
  'Organic Social': 'オーガニックソーシャル',
  'Organic Video': 'オーガニック動画',
  'Organic Shopping': 'オーガニックショッピング',
  'Paid Search': '有料検索',
  'Paid Social': '有料ソーシャル',
  'Paid Video': '有料動画',
  'Paid Shopping': '有料ショッピング',
  'Paid Other': 'その他の有料',
  'Cross-network': 'クロスネットワーク',
  Referral: '参照サイト',
  Email: 'メール',
  Affiliates: 'アフィリエイト',
  Display: 'ディスプレイ',
  Audio: '音声',
  SMS: 'SMS',
  'Mobile Push Notifications': 'プッシュ通知',
  'AI Assistants': 'AI アシスタント',
  Desktop: 'パソコン',
  Mobile: 'スマートフォン',
  Tablet: 'タブレット',
}
export const fullScreen = '全画面'
export const showAsWeek = '曜日別の時間帯を表示'
export const whatTheyMean = '数値の意味'
export const makeGoal = '目標にする'
export const isGoal = 'すでに目標です'
export const visitPage = '{path} への訪問'
