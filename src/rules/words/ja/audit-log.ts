export const lead =
  '誰が何を変更したかを新しい順に表示します。このページはオーナーだけが見られます。記録は{days}日間保存されます。'
export const scope = '表示'
export const scopes = { site: 'このサイト', team: 'チーム全体' } as const
export const kind = '変更'
export const allKinds = 'すべての変更'
export const person = 'ユーザー'
export const everyone = '全員'
export const csv = 'CSVをダウンロード'
export const older = '古い記録'
export const newer = '新しい記録'
export const none = '変更はまだ記録されていません。'
export const noMatch = '条件に一致する変更はありません。'
export const by = {
  user: '{name}',
  key: '{name}（API キー {detail}）',
  token: 'プラグイントークン {detail}',
  command: '運用者',
  service: 'Tidemark',
} as const
export const values = '変更前と変更後'
export const before = '変更前'
export const after = '変更後'
export const kinds = {
  'team.created': 'チームを作成',
  'team.changed': 'チームを変更',
  'member.added': 'メンバーを追加',
  'member.changed': 'メンバーの役割を変更',
  'member.removed': 'メンバーを削除',
  'invitation.created': '招待を送信',
  'invitation.accepted': '招待を承諾',
  'invitation.withdrawn': '招待を取り消し',
  'guest.added': 'ゲストを追加',
  'guest.changed': 'ゲストの役割を変更',
  'guest.removed': 'ゲストを削除',
  'site.created': 'サイトを作成',
  'site.changed': 'サイトの設定を変更',
  'site.deleted': 'サイトを削除',
  'tracker.changed': '計測の設定を変更',
  'kit.renewed': 'キット用シークレットを置き換え',
  'properties.changed': 'プロパティの一覧を変更',
  'goal.created': '目標を作成',
  'goal.changed': '目標を変更',
  'goal.deleted': '目標を削除',
  'funnel.created': 'ファネルを作成',
  'funnel.changed': 'ファネルを変更',
  'funnel.deleted': 'ファネルを削除',
  'segment.created': 'セグメントを作成',
  'segment.changed': 'セグメントを変更',
  'segment.deleted': 'セグメントを削除',
  'note.created': 'メモを作成',
  'note.changed': 'メモを変更',
  'note.deleted': 'メモを削除',
  'shield.created': '除外ルールを追加',
  'shield.deleted': '除外ルールを削除',
  'link.created': '共有リンクを作成',
  'link.changed': '共有リンクを変更',
  'link.deleted': '共有リンクを削除',
  'recipients.changed': 'レポートの宛先を変更',
  'channel.created': 'チャンネルを作成',
  'channel.changed': 'チャンネルを変更',
  'channel.deleted': 'チャンネルを削除',
  'statistics.requested': '統計の削除を依頼',
  'statistics.stopped': '統計の削除を停止',
  'statistics.erased': '統計を削除',
  'rule.created': '通知を作成',
  'rule.changed': '通知を変更',
  'rule.deleted': '通知を削除',
  'import.started': 'インポートを開始',
  'import.cancelled': 'インポートを中止',
  'import.deleted': 'インポートを削除',
  'export.made': 'データをエクスポート',
  'token.created': 'プラグイントークンを作成',
  'token.revoked': 'プラグイントークンを無効化',
  'key.created': 'API キーを作成',
  'key.changed': 'API キーを変更',
  'key.revoked': 'API キーを無効化',
  'account.created': 'アカウントを作成',
  'account.changed': 'アカウントを変更',
  'account.deleted': 'アカウントを削除',
  'password.changed': 'パスワードを変更',
  'second_factor.enabled': '2 段階認証を有効化',
  'second_factor.disabled': '2 段階認証を無効化',
  'identity.linked': 'サインインサービスとアカウントを連携',
  'sessions.ended': 'すべての場所からサインアウト',
  'sign_in_link.created': 'サインインリンクを作成',
  'sql_role.granted': 'SQLアクセスを許可',
  'sql_role.revoked': 'SQLアクセスを取り消し',
  'sql_role.track_granted': 'SQLでのイベント送信を許可',
  'sql_role.track_revoked': 'SQLでのイベント送信の許可を取り消し',
} as const
