export const kinds = {
  weekly: ['週次レポート', '前の週の数値を、サイトのタイムゾーンで送信します。'],
  monthly: ['月次レポート', '前の月の数値を、サイトのタイムゾーンで送信します。'],
  spike: ['トラフィックの急増', '現在の訪問者がこの数に達したときに送信します。{often}までです。'],
  drop: ['トラフィックの減少', '過去 {over} 時間の訪問者がこの数を下回ったときに送信します。{often}までです。'],
  silence: [
    'イベントの途絶',
    'この時間イベントが届かなかったときに送信します。ページからスクリプトがなくなっている可能性があります。',
  ],
}
export const rests = { hours: '{count} 時間に 1 回', day: '1 日に 1 回' } as const
export const thresholds = {
  spike: '現在の訪問者（以上）',
  drop: '{over} 時間の訪問者（未満）',
  silence: 'イベントのない時間数',
}
export const recipients = '宛先'
export const rule = '通知'
export const weekday = '曜日'
export const monthDay = '日'
export const time = '時刻'
export const channels = 'チャンネル'
export const recipientsOrWebhooksHint =
  '1 行に 1 つのメールアドレスまたは Webhook を入力してください。例：https://hooks.example.com/tidemark'
export const addMe = '自分を追加'
export const addMeOf = '自分を追加：{kind}'
export const save = '保存'
export const saved = '保存しました'
export const failed = '{time} に {address} へのメッセージを送信できませんでした：{failure}'
export const sendTest = 'テスト送信'
export const sendTestOf = 'テスト送信：{kind}'
export const testSent = '{address} にテストを送信しました'
export const testFailed = 'テストを送信できませんでした：{failure}'
export const preview = 'プレビュー'
export const previewOf = 'プレビュー：{kind}'
export const noMail = 'メールが設定されていません（SMTP_URL がありません）。チャンネルは使えます。'
export const noWay =
  'レポートはメールまたはチャンネルに送られます。ここではメールが設定されておらず、チャンネルもまだありません。'
export const unsubscribe = '配信停止'
export const ask = '{site} の「{kind}」を {address} に送信するのをやめますか？'
export const done = '配信を停止しました。今後、このメールは届きません。'
export const gone = 'このアドレスへの配信はすでに停止されています。'
