export const changedBy = { other: '{days}と比べて訪問者 {change} 人：' }
export const unchanged = '訪問者数は{days}と同じです：'
export const contributionOf = '{value} {change}、{dimension}'
export const nothingChanged = '参照元、ページ、国、デバイスのいずれも{days}と変わりません。'
export const asking = '参照元、ページ、国、デバイスを比較しています…'
export const others = 'その他'
export const othersMean = 'その他：変化の残りです。複数の行に数えられた訪問者を含みます。'
