import type { SiteRole } from '../../roles.ts'

export const email = 'メールアドレス'
export const name = '名前'
export const password = 'パスワード'
export const newPassword = '新しいパスワード'
export const passwordHint = '{least} 文字以上にしてください。'
export const code = 'コード'
export const codeHint = '認証アプリのコード、または復旧コードを入力してください。'
export const signIn = 'ログイン'
export const signInWith = '{name} でログイン'
export const wrong = 'メールアドレスまたはパスワードが正しくありません'
export const forgot = 'パスワードを忘れましたか？'
export const forgotLead = 'メールアドレスを入力すると、新しいパスワードを設定するリンクが届きます。'
export const sendLink = 'リンクを送信'
export const linkSent =
  'このアドレスのアカウントがある場合は、メールをお送りします。リンクは {hours} 時間以内に 1 回だけ使えます。'
export const noMail =
  'ここではメールが設定されていません。サーバーで次のコマンドを実行するよう、サービスの運用者に依頼してください。1 回だけログインできるリンクが表示されます。'
export const backToSignIn = 'ログインに戻る'
export const forgottenCommand = '{tidemark} user link --email {email}'
export const linkFor = 'このリンクでは、パスワードなしで {email} としてログインします。使えるのは 1 回だけです。'
export const signInExpired = 'このリンクは期限切れです。ログイン用リンクは {hours} 時間以内に 1 回だけ使えます。'
export const you = 'you@example.com'
export const setUpLead =
  'このアカウントは、すでにあるすべてのサイトと、今後追加するすべてのサイトのオーナーになります。'
export const createAccount = 'アカウントを作成'
export const setUpExpired =
  '初期設定のリンクは {hours} 時間以内に 1 回だけ使えます。サーバーで次のコマンドを実行すると、新しいリンクが表示されます。'
export const setUpMissing =
  'Tidemark の起動時に「Set up:」の後に表示されたリンクを開いてください。または、サーバーで次のコマンドを実行すると、新しいリンクが表示されます。'
export const setUpCommand = '{tidemark} user link'
export const setUpDone = 'Tidemark の初期設定は完了しています。'
export const noAccount =
  'アカウントはまだ設定されていません。Tidemark の起動時に「Set up:」の後に表示されたリンクを開いてください。または、サーバーで次のコマンドを実行すると、新しいリンクが表示されます。'
export const invitedSite = '{to} に{role}として招待されています。'
export const invitedHasAccount = 'すでにアカウントをお持ちです。承諾するには、パスワードでログインしてください。'
export const accept = '招待を承諾'
export const inviteExpired = '招待は {days} 日以内に 1 回だけ使えます。招待した方に、新しい招待を依頼してください。'
export const roles: Readonly<Record<SiteRole, string>> = {
  owner: 'オーナー',
  admin: '管理者',
  editor: '編集者',
  billing: '請求担当者',
  viewer: '閲覧者',
  guest_editor: 'ゲスト編集者',
  guest_viewer: 'ゲスト閲覧者',
}
export const savePassword = 'パスワードを保存'
export const revokeKeys = 'このアカウントの API キーをすべて無効にする'
export const revokeKeysHint =
  'ほかの人がアカウントを使った可能性がある場合に選んでください。選ばない場合、キーは引き続き使えます。'
export const resetExpired = '新しいパスワード用のリンクは {hours} 時間以内に 1 回だけ使えます。'
export const openDashboard = 'ダッシュボードを開く'
export const shareLead = 'このダッシュボードはパスワードで保護されています。'
export const framed = '別のページの中ではパスワードを入力できません。新しいタブでダッシュボードを開いてください。'
export const openInTab = '新しいタブで開く'
