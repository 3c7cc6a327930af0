export const wall = 'リアルタイム'
export const now = { other: '現在の訪問者' }
export const range = '過去 {minutes} 分'
export const leave = '全画面を終了'
export const pages = 'ページ'
export const events = '最新のイベント'
export const map = '地図'
export const graph = '1 分ごとの訪問者'
