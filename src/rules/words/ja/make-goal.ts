export const added = '目標を追加しました：{goal}'
