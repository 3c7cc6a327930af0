export const channels = 'チャンネル'
export const lead = 'レポートと通知を送れるチャットと Webhook です。下のメールアドレスの横で選択します。'
export const none = 'チャンネルはまだありません。追加すると、チームの会話の場でレポートと通知を受け取れます。'
export const services = {
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  webhook: 'Webhook',
}
export const help = {
  slack: 'Slack で Incoming Webhook を持つアプリを作成し、そのアドレスをコピーしてください。',
  discord: 'Discord のチャンネル設定で「連携サービス」の「ウェブフック」を開き、アドレスをコピーしてください。',
  telegram: '@BotFather でボットを作成してグループに追加し、トークンとチャットの番号を入力してください。',
  teams:
    'Teams でワークフロー「Webhook アラートをチャネルに送信する」を作成し、そのアドレスをコピーしてください。Office 365 コネクタは使えなくなりました。',
  ntfy: 'トピックのアドレスです。名前を知っている人は誰でも読めるので、推測されにくい名前にしてください。',
  webhook: '署名付きの JSON を受け取ります。プログラムは本物のメッセージかどうかを確認できます。',
}
export const service = 'サービス'
export const fields = { address: 'アドレス', token: 'トークン', chat: 'チャット' }
export const addressHint = '例：{example}。保存後は一部だけが表示されます。'
export const serverHint = '空欄の場合は {example} です。'
export const tokenHint =
  '公開トピックの場合は空欄にします。それ以外はアクセストークンまたは「ユーザー:パスワード」です。'
export const chatHint = '例：-1001234567890。公開チャンネルの場合は @名前'
export const name = '名前'
export const optional = '任意です。'
export const add = 'チャンネルを追加'
export const added = 'チャンネルを追加しました'
export const change = '変更'
export const changeOf = 'チャンネルを変更：{name}'
export const changeHint = '空欄の場合は変更しません。'
export const save = '保存'
export const saved = 'チャンネルを保存しました'
export const broken = '停止中'
export const brokenLead =
  '{time} から {name} には送信していません：{failure}。アドレスを入力し直すか、テストを送信してください。'
export const testOf = 'テスト送信：{name}'
export const testSent = '{name} にテストを送信しました'
export const secret = '新しいシークレット'
export const secretOf = '新しい署名シークレット：{name}'
export const secretAsk = '{name} の新しい署名シークレットを作成しますか？'
export const secretLead = 'メッセージはすぐに新しいシークレットで署名されます。以前のものは使えなくなります。'
export const secretMade =
  'このシークレットを今コピーしてください。再表示はできません。プログラムはこれで署名を確認します。'
export const copySecret = 'シークレットをコピー'
export const done = '完了'
export const remove = '削除'
export const removeOf = 'チャンネルを削除：{name}'
export const removeAsk = 'チャンネル {name} を削除しますか？'
export const removeLead = 'レポートと通知はそこに送信されなくなります。'
export const removed = 'チャンネルを削除しました'
