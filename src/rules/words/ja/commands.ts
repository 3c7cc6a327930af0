export const compare = '比較：{words}'
export const copyLink = 'リンクをコピー'
export const filterBy = '絞り込み：{dimension}が「{typed}」を含む'
