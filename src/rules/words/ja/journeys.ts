export const began = 'ここから開始'
export const column = '列'
export const counted =
  '経路とは、1 回の訪問でのページとカスタムイベントの並びです。各訪問は 1 回だけ数えられます。開始点を選ぶと、訪問が最初に開始点に到達した後のステップを表示します。終了点を選ぶと、最後に終了点に到達するまでのステップを表示します。ステップの間にほかのページやイベントは入りません。再読み込みは除かれます。'
export const countedShare =
  '各行の割合は、前のステップの訪問に占める割合です。コンバージョン率は、最初のステップの訪問者のうち最後のステップに到達した割合です。'
export const endPoint = '終了点'
export const ended = '以降の行動なし'
export const funnelName = '名前'
export const funnelSaved = 'ファネルを保存しました'
export const kind = '種類'
export const kinds = {
  page: 'ページ',
  folder: 'フォルダー',
  event: 'イベント',
  goal: '目標',
} as const
export const missingRows = {
  other: 'ほか {count} 行はこのファイルに含まれていません',
} as const
export const name = '名前'
export const nameTaken = 'この名前のファネルがすでにあります。別の名前にしてください。'
export const newGoals = '次の目標が追加されます：'
export const newPageGoal = 'Visit {name}'
export const noImported = 'インポートした日には経路がないため、含まれていません。'
export const noNewGoals = 'すべてのステップはすでにこのサイトの目標です。'
export const nothingFound = '一致するものがありません。'
export const openFolder = 'ページを表示：{name}'
export const pageCount = 'ページ数'
export const pages = {
  other: '{count} ページ',
} as const
export const path = 'パス'
export const saveAsFunnel = 'ファネルとして保存'
export const search = '検索'
export const share = '割合'
export const showMore = 'さらに {count} 件表示'
export const startOver = '最初からやり直す'
export const startingPoint = '開始点'
export const stepsAfter = {
  other: '{count} ステップ後',
} as const
export const stepsBefore = {
  other: '{count} ステップ前',
} as const
export const summary = {
  other: 'コンバージョン率 {rate} · 訪問者 {count} 人',
} as const
export const tooLong = 'ファネルは最大 {count} ステップです。'
export const visitors = '訪問者'
export const visits = '訪問'
export const visitorCount = { other: '訪問者 {count} 人' } as const
export const chooseAfter = 'ページまたはイベントを選ぶと、訪問者が次に何をしたかを表示します。'
export const chooseBefore = 'ページまたはイベントを選ぶと、訪問者がその前に何をしたかを表示します。'
