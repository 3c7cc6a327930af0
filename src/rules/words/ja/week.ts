export const hoursByWeekday = '曜日別の時間帯'
export const weekday = '曜日'
export const meanOf = '{metric}（1 時間あたりの平均）。色が濃いほど多くなります。'
export const cell = '{day} {hour}：{value}'
