export const dropped = { other: '{count} 人（{share}）が{step}に到達しませんでした。この訪問者を表示' }
export const droppedShort = '{count} 人が離脱'
export const noDrop = '離脱なし'
