export const add = '追加'
export const addresses = {
  path: 'パス',
  url: 'URL',
} as const
export const breakDownBy = '内訳：{by}'
export const copyValue = '値をコピー'
export const exclude = '除外'
export const fullScreen = '全画面'
export const importedData = 'インポートしたデータ'
export const isGoal = 'すでに目標です'
export const deleteVisits = 'これらの訪問を削除…'
export const makeGoal = '目標にする'
export const matchWeekdays = '曜日を合わせる'
export const onlyThis = 'これのみ'
export const open = '開く'
export const print = '印刷'
export const withToday = '今日を含む'
export const withoutToday = '今日を含まない'
export const zoneAhead = '{zone}、{time}（お使いの時計は {difference} 遅れています）'
export const zoneBehind = '{zone}、{time}（お使いの時計は {difference} 進んでいます）'
export const zoneSame = '{zone}、{time}'
export const tellMe = '通知の条件…'
