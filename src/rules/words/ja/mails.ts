export const days = '{first}～{last}'
export const noValue = '–'

export const notSet = '（未設定）'
export const none = '（なし）'
export const direct = '直接 / なし'

export const same = '変化なし'
export const up = '{size}増'
export const down = '{size}減'
export const points = { other: '{count}ポイント' }

export const weekSubject = '{domain}：{days}の週次レポート'
export const monthSubject = '{domain}：{days}の月次レポート'
export const weekLead = '{days}の週次レポート'
export const monthLead = '{days}の月次レポート'
export const daily = '日ごとの訪問者'
export const graph = '日ごとの訪問者：{counts}'

export const dashboard = 'ダッシュボード'
export const openDashboard = 'ダッシュボードを開く'
export const recipients = '宛先を変更'
export const unsubscribe = '配信停止'
export const address = '{name}：{url}'

export const notices = {
  spike: { other: '{domain} には現在 {count} 人の訪問者がいます' },
  drop: { other: '{domain} の過去 {over} 時間の訪問者は {count} 人でした' },
  silence: { other: '{domain} は {count} 時間イベントを送信していません' },
}
export const rules = {
  above: { other: '{domain} の過去 {count} 時間の{metric}：{value}（{limit} を上回りました）' },
  below: { other: '{domain} の過去 {count} 時間の{metric}：{value}（{limit} を下回りました）' },
  up: { other: '{domain} の過去 {count} 時間の{metric}：{value}（通常の {usual} より {share} 多い）' },
  down: { other: '{domain} の過去 {count} 時間の{metric}：{value}（通常の {usual} より {share} 少ない）' },
}
export const droppedShare = '除外されたイベント'
export const sentence = '{notice}。'

export const invitation = {
  subject: '{by} さんから{to} への招待',
  text: '{who}さんから、Tidemark で {to} の統計を見るための招待が届いています（役割：{role}）。リンクは {days} 日以内に 1 回だけ使えます。{by} さんに心当たりがない場合は、このメールを無視してください。',
  link: '招待を承諾',
}
export const reset = {
  subject: 'Tidemark の新しいパスワード',
  text: 'あなたのアカウントの新しいパスワードが要求されました。リンクは {hours} 時間以内に 1 回だけ使えます。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
  link: '新しいパスワードを設定',
}
export const addressNotice = {
  subject: 'Tidemark のメールアドレスについて',
  text:
    'あなたのアカウントにログインしている人が、メールアドレスを {to} に変更するよう要求しました。{to} に届いたメールのリンクを開くと、アドレスが変わります。' +
    '心当たりがない場合は、今すぐパスワードを変更してください。',
}
export const confirmation = {
  subject: 'Tidemark のメールアドレスの確認',
  text: 'ログインしているブラウザーでこのリンクを開き、メールアドレスを確認してください。リンクは {hours} 時間以内に 1 回だけ使えます。このアドレスのアカウントをお持ちでない場合は、このメールを無視してください。',
  link: 'アドレスを確認',
}
