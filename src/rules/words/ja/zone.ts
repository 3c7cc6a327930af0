export const now = '現地の現在時刻は {time}（{offset}）です。'
export const none = '「{typed}」に一致するタイムゾーンはありません。都市または大陸を入力してください。例：Tokyo'
