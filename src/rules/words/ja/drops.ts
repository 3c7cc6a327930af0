export const dropReasons = {
  bot: ['ボットやクローラーからの送信', '対応は不要です。'],
  dc_ip: ['データセンターからの送信', '対応は不要です。'],
  threat_ip: ['攻撃で知られるアドレスからの送信', '対応は不要です。'],
  spam_referrer: ['リンク元スパム', '対応は不要です。'],
  invalid: ['有効なイベントではありません', '送信しているコードを確認してください。'],
  no_session_for_engagement: [
    'ページビューを伴わないページ滞在時間（多くは、長時間開かれたままのページからの送信）',
    '対応は不要です。',
  ],
  not_found: ['ここに設定されていないドメインへの送信', '導入したコードの data-domain を確認してください。'],
  script_off: ['このサイトの設定は「スクリプトなし」ですが、ブラウザーから送信されました', '設定 › 導入。'],
  pixel_off: ['このサイトで無効になっているピクセルからの送信', '設定 › 一般。'],
  site_country_blocklist: ['ブロックしている国からの送信', '除外ルール › 国。'],
  site_hostname_allowlist: ['ホスト名がリストにありません', '除外ルール › ホスト名。'],
  site_ip_blocklist: ['ブロックしているアドレスからの送信', '除外ルール › アドレス。'],
  site_network_blocklist: ['ブロックしているネットワークからの送信', '除外ルール › ネットワーク。'],
  site_page_blocklist: ['ブロックしているページでの送信', '除外ルール › ページ。'],
  unsigned_request: [
    'キットの有効な署名がないページリクエスト',
    'キット用シークレットとサーバーの時計を確認してください。',
  ],
  verification_agent: ['導入確認による送信', '対応は不要です。'],
}
export const droppedEvents = {
  other: '{what}：{count} 件のイベント。{advice}',
} as const
