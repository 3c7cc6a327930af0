// Japanese words of mails and notices (reports/words).
import type { Words } from './keys.ts'

export const words: Words = {
  minutes: '{minutes} 分 {seconds} 秒',
  seconds: '{seconds} 秒',
  days: '{first}～{last}',
  noValue: '–',

  notSet: '（未設定）',
  none: '（なし）',
  direct: '直接 / なし',

  same: '変化なし',
  up: '{size} 増',
  down: '{size} 減',
  points: { other: '{count} ポイント' },

  weekSubject: '{domain}：{days} の週次レポート',
  monthSubject: '{domain}：{days}の月次レポート',
  graph: '日ごとの訪問者：{counts}',

  dashboard: 'ダッシュボード',
  openDashboard: 'ダッシュボードを開く',
  recipients: '宛先を変更',
  unsubscribe: '配信停止',
  address: '{name}：{url}',

  notices: {
    spike: { other: '{domain} には現在 {count} 人の訪問者がいます' },
    drop: { other: '{domain} の過去 {over} 時間の訪問者は {count} 人でした' },
    silence: { other: '{domain} は {count} 時間イベントを送信していません' },
  },
  sentence: '{notice}。',

  invitation: {
    subject: '{to} への招待',
    text: '{to} の統計を見るための招待が届いています。リンクは {days} 日以内に 1 回だけ使えます。',
    link: '招待を承諾',
  },
  reset: {
    subject: 'Tidemark の新しいパスワード',
    text: 'あなたのアカウントの新しいパスワードが要求されました。リンクは {hours} 時間以内に 1 回だけ使えます。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    link: '新しいパスワードを設定',
  },
  addressNotice: {
    subject: 'Tidemark のメールアドレスについて',
    text:
      'あなたのアカウントにログインしている人が、メールアドレスを {to} に変更するよう要求しました。{to} に届いたメールのリンクを開くと、アドレスが変わります。' +
      '心当たりがない場合は、今すぐパスワードを変更してください。',
  },
  confirmation: {
    subject: 'Tidemark のメールアドレスの確認',
    text: 'ログインしているブラウザーでこのリンクを開き、メールアドレスを確認してください。リンクは {hours} 時間以内に 1 回だけ使えます。このアドレスのアカウントをお持ちでない場合は、このメールを無視してください。',
    link: 'アドレスを確認',
  },
}
