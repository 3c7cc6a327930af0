export const domain = 'ドメイン'
export const domainHint =
  'サイトの名前はいつでも変更できます。以前のドメインは、スクリプト、リンク、API で引き続き使えます。'
export const domainBefore = '以前のドメイン {domain} も引き続き使えます。'
export const timezone = 'タイムゾーン'
export const timezoneHint =
  '1 日の始まりと終わりは、このタイムゾーンで決まります。変更はすぐに適用され、過去の日はバックグラウンドで再計算されます。'
export const settings = {
  retention_months: {
    label: '生のイベントの保存期間（か月）',
    hint: '空欄にすると、生のイベントを無期限に保存します。期間を過ぎたイベントは毎日完全に削除されます。合計と上位リストは残ります。',
    locked: '変更できるのは、チームの{roles}だけです。',
  },
  pixel: {
    label: 'JavaScript なしでも集計する',
    hint: 'ページに追加した画像を使い、JavaScript が無効な訪問者のページビューもスクリプトと同じルールで集計します。',
    locked: '変更できるのは、チームの{roles}だけです。',
  },
}
export const deleteEvents = '古いイベントを削除'
export const deleteEventsLead = {
  other: '{day} より前のイベント {count} 件が、1 日以内に完全に削除されます。合計と上位リストは残ります。',
} as const
export const deleteEventsLater = 'その後は、{months}を過ぎたイベントが毎日削除されます。'
export const months = { other: '{count} か月' } as const
export const deleteTitle = 'サイトを削除'
export const deleteLead = 'このサイトとすべての統計を完全に削除します。'
export const deleteCount = {
  other: '{domain} のイベント {count} 件と、目標、ファネル、メモ、共有リンク、レポートが削除されます。',
} as const
export const deleteSite = 'サイトを削除'
export const typeDomain = '確認のため {domain} と入力してください'
export const deleted = '{domain} を削除しました'
