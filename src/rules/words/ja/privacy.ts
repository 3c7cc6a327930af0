export const title = 'プライバシー'
export const lead = '集計する内容を選びます。以下はこのサイトの設定に基づく事実で、プライバシーポリシーに使えます。'
export const preset = 'プリセット'
export const presets = {
  standard: '標準',
  no_script: 'スクリプトなし',
  no_campaigns: '同意なしではキャンペーンデータを保存しない',
}
export const hints = {
  standard: 'スクリプトまたはキットがアクセスを集計します。',
  no_script:
    'サーバーだけがキットで集計します。ブラウザーでは何も動作せず、何も保存されません。ブラウザーからのイベントは破棄されます。',
  no_campaigns: 'キャンペーンタグ、クリック ID、リンク元のページは、訪問者の同意を示すイベントについてだけ保存します。',
}
export const language = '事実の言語'
export const copyMarkdown = 'Markdown としてコピー'
export const copyText = 'テキストとしてコピー'
