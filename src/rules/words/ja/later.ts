export const deleteNoteOf = 'メモを削除：{text}'
export const editNoteOf = 'メモを編集：{text}'
export const notes = 'メモ'
export const printRange = '{range} · {zone}'
export const showAll = 'すべて表示'
export const noteDeleted = 'メモを削除しました'
export const comparedTime = '比較対象の日時'
export const compared = '比較対象'
export const change = '変化'
export const graphData = 'グラフのデータ'
export const interval = '間隔'
export const intervals = {
  minute: '分',
  hour: '時間',
  day: '日',
  week: '週',
  month: '月',
} as const
export const graphMenu = 'グラフのメニュー'
export const showAsTable = '表で表示'
export const showAsGraph = 'グラフで表示'
export const showAsWeek = '曜日別の時間帯を表示'
export const whatChanged = '何が変わったか'
export const whatTheyMean = '数値の意味'
export const untilTime = '{time} まで'
export const nothingBefore = '比較できるデータがありません（最初のイベント：{day}）'
export const dataFrom = '{day} 以降のデータ'
export const weekdaysMatched = '曜日を揃えて比較'
export const dayHas = { other: '{day}：訪問者 {count} 人。' }
export const showToday = '今日を表示'
export const showDay = '{day} を表示'
