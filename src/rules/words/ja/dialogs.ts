export * from './dashboard.ts'

export const acceptedAndDropped = '受け入れと破棄'
export const action = '操作'
export const answeredIn = '応答時間'
export const apply = '適用'
export const applyFilter = 'フィルターを適用'
export const applySegment = 'セグメントを適用：{name}'
export const back = '戻る'
export const compareWith = '比較対象'
export const copyOf = '{name}（コピー）'
export const segmentDeleted = 'セグメントを削除しました'
export const copySegment = 'コピーを作成'
export const counted = '集計済み'
export const day = '日'
export const dayFormat = 'YYYY-MM-DD'
export const dimensions = 'ディメンション'
export const docs = '集計の仕組み'
export const editNote = 'メモを編集'
export const editSegment = 'セグメントを編集：{name}'
export const events = 'イベント'
export const exact = '正確'
export const from = '開始日'
export const funnel = 'ファネル'
export const futureRange = 'この期間はまだ始まっていません。'
export const imported = 'インポートしたデータ'
export const importedIncluded = '含む'
export const importedNone = 'この期間にはなし'
export const key = 'キー'
export const keyWords = {
  X: '比較のオン／オフ',
  I: '次の間隔',
  G: 'グラフまたは表',
  1: '固定したサイトを番号で開く',
  '/': 'フィルターを検索',
  Escape: '閉じる、または最後のフィルターを解除',
}
export const loadMore = 'さらに読み込む'
export const longRange = 'この期間は長すぎます。より短い期間を選んでください。'
export const milliseconds = '{count} ミリ秒'
export const name = '名前'
export const noFilters = 'なし'
export const noSuchDimension = 'フィルターが見つかりません。'
export const noSuggestions = '見つかりません。Enter キーを押すと、入力した文字をそのまま使います。'
export const noValues = '値を 1 つ以上選んでください。'
export const notExact = '概算：この期間には、生のイベントが削除された日が含まれています'
export const nothingRead = 'なし：この期間のデータはありません'
export const operator = '演算子'
export const outcome = '結果'
export const palette = 'コマンド'
export const quality = 'トラフィックの品質'
export const qualityCounted =
  '集計されたイベントと、破棄されたイベントの理由別の数です。フィルターは適用されません。破棄されたイベントはほかの数値に含まれません。'
export const qualityMenu = 'トラフィックの品質のメニュー'
export const qualityViews = 'トラフィックの品質の表示'
export const rangeLocal = '{zone} での期間'
export const rangeUtc = 'UTC での期間'
export const readFrom = '読み取り元'
export const remove = '削除'
export const removeSegment = 'セグメントを解除：{name}'
export const removeValue = '{value} を削除'
export const rename = '名前を変更'
export const retry = '再試行'
export const rows = {
  other: '{count} 行',
} as const
export const search = '検索'
export const searchFilters = 'フィルターを検索'
export const segmentMenu = 'セグメント：{name}'
export const segments = 'セグメント'
export const share = '割合'
export const shortcutsTitle = 'キーボードショートカット'
export const shorter = '過去 {days} 日間を表示'
export const showOnShared = '共有リンクに表示'
export const singleKeys = '1 つのキーのショートカットを使う'
export const sources = {
  days: '日ごとの合計',
  hours: '時間',
  events: 'イベント',
  imported: 'インポートした日',
} as const
export const suggestionsOld = '「{typed}」を検索中…'
export const timeout = '時間がかかりすぎました。'
export const to = '終了日'
export const updateSegment = '現在のフィルターで更新'
export const values = '値'
export const visitorsByCountry = '国別の訪問者'
export const wholeSite = 'このサイトを見られるすべての人に表示'
export const wrongDay = '日付は YYYY-MM-DD の形式で入力してください。例：2026-11-14'
export const wrongRange = '開始日が終了日より後になっています。'
export const groups = {
  page: 'ページ',
  source: '参照元',
  place: '場所',
  device: 'デバイス',
  behavior: '行動',
} as const
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
export const previousMonth = '前の月'
export const nextMonth = '次の月'
