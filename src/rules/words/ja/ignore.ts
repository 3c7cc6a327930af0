export const lead =
  '{domain} への自分の訪問を統計から除外できます。設定はこのブラウザに保存されるため、お使いの端末ごとに設定してください。'
export const ignore = 'このブラウザを集計しない'
export const count = 'このブラウザを再び集計する'
export const show = 'このブラウザは集計されていますか？'
export const hint =
  'どのボタンも {domain} を開きます。集計されていない場合は「{mark}: false」、集計されている場合は「{mark}: true」と表示されます。'
export const team = '集計から除外したい人に、このページのアドレスを送ってください。'
