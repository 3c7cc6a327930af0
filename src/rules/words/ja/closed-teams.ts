export const title = '2 段階認証が必要です'
export const lead = {
  other: '次のチームのサイトを見るには2 段階認証が必要です：{teams}',
} as const
export const turnOn = '下で有効にすると、サイトを開けるようになります。'
export const goOn = 'サイトへ進む'
export const enter = '続ける'
