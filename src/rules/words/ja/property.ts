export const searchProperties = 'プロパティを検索'
export const list = 'プロパティ'
export const noMatch = '「{typed}」に一致するプロパティはありません。'
