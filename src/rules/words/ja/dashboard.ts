export const addNote = 'メモを追加'
export const allSites = 'すべてのサイト'
export const anonymous = '匿名ネットワーク'
export const asOf = '{time} 現在'
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
export const fewer = 'フィルターを減らす'
export const filter = 'フィルター'
export const filters = 'フィルター'
export const graph = 'グラフ'
export const graphCursor = 'グラフ上の位置'
export const graphMetric = 'グラフの指標'
export const howCounted = '集計方法'
export const keyboardShortcuts = 'キーボードショートカット'
export const lastMinutes = '過去 {minutes} 分'
export const liveTitle = '({count}) {page} · Tidemark'
export const visitorsNow = '現在の訪問者'
export const loading = '読み込み中'
export const more = 'その他：{label}'
export const moreFilters = {
  other: 'ほか {count} 件のフィルター',
} as const
export const nextPeriod = '次の期間'
export const noChange = '変化なし'
export const isNew = '新規'
export const noData = 'この期間のデータはありません'
export const note = 'メモ'
export const readOnly =
  '現在、データベースは変更を受け付けていません。新しいイベントは保管され、受け付けが再開されるとここに表示されます。'
export const offline = 'オフラインです。再試行しています…'
export const openLabel = '{label} を開く'
export const options = 'オプション'
export const panelMenu = '{panel}のメニュー'
export const panelViews = '{panel}の表示'
export const part = '（一部）'
export const points = {
  other: '{count} ポイント',
} as const
export const pointsShort = '{count} pt'
export const previousPeriod = '前の期間'
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
export const soFar = '（集計中）'
export const time = '日時'
export const timeRange = '期間'
export const totals = '合計'
export const up = '{by} 増'
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
export const phrases = {
  is: '{dimension}が {value}',
  is_not: '{dimension}が {value} 以外',
  contains: '{dimension}に {value} を含む',
  contains_not: '{dimension}に {value} を含まない',
  matches: '{dimension}がパターン {value} に一致',
  matches_not: '{dimension}がパターン {value} に一致しない',
  has_done: '{dimension} {value} を閲覧',
  has_not_done: '{dimension} {value} を閲覧していない',
} as const
export const goalPhrases = { has_done: '目標 {value} を達成', has_not_done: '目標 {value} を未達成' } as const
export const compared = {
  previous_period: '前の期間と比較',
  year_over_year: '前年と比較',
  custom: '{days} と比較',
} as const
