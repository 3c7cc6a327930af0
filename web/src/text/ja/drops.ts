export const dropReasons: Readonly<Record<string, string>> = {
  bot: 'ボットやクローラーからの送信です。対応は不要です。',
  dc_ip: 'データセンターからの送信です。対応は不要です。',
  threat_ip: '攻撃で知られるアドレスからの送信です。対応は不要です。',
  spam_referrer: 'リファラースパムです。対応は不要です。',
  invalid: '有効なイベントではありません。送信しているコードを確認してください。',
  no_session_for_engagement: '長時間開かれたページなど、ページビューのない滞在時間です。対応は不要です。',
  not_found: 'ここに設定されていないドメインへの送信です。data-domain を確認してください。',
  site_country_blocklist: 'ブロックしている国からの送信です。シールド › 国。',
  site_hostname_allowlist: 'ホスト名がリストにありません。シールド › ホスト名。',
  site_ip_blocklist: 'ブロックしているアドレスからの送信です。シールド › アドレス。',
  site_page_blocklist: 'ブロックしているページでの送信です。シールド › ページ。',
  verification_agent: '設置確認による送信です。対応は不要です。',
}
