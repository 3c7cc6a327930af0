export const signs = {
  name: 'このサイトに関する警告',
  kit_refused:
    '直近の訪問者 {of} 人のうち {visitors} 人は、署名が無効なキットを経由しています。全員がサーバーのアドレスと国で数えられています。',
  forwarded:
    '直近の訪問者 {of} 人のうち {visitors} 人はプロキシを経由し、本人ではなくプロキシのアドレスで数えられています。ユニーク訪問者数と国は正しくありません。',
  forwardedBy:
    '直近の訪問者 {of} 人のうち {visitors} 人は {carrier} を経由し、本人ではなくそのアドレスで数えられています。ユニーク訪問者数と国は正しくありません。',
  shared_address:
    '直近の訪問者 {of} 人のうち {visitors} 人のアドレスが同じです。ユニーク訪問者数と国は正しくありません。{why}',
  no_country: '直近の訪問者 {of} 人のうち {visitors} 人の国が不明です。{why}',
  causes: {
    cdn: 'アドレスはコンテンツ配信ネットワークのものです。',
    hosting: 'アドレスはデータセンターのものです。',
    carried: 'リクエストはプロキシを経由しています。',
    private: 'プロキシやコンテナのような、プライベートアドレスです。',
    old: 'リクエストは HTTP/1.0 で、nginx などのプロキシだけが使うものです。',
    mixed: '異なるブラウザが同じ接続で届いています。',
    server: 'どのブラウザも送るヘッダーがなく、サーバーが送信しています。',
    audience: '公開サイトの訪問者のように、多くのブラウザと言語が使われています。',
  },
  placeless: {
    unknown: 'アドレスが国データベースにありません。次のコマンドで更新してください：{command}',
    private:
      'プライベートアドレスです。イントラネットであれば問題ありません。それ以外の場合は、Tidemark の前のプロキシが X-Forwarded-For を送るようにしてください。',
  },
  adviceKit:
    'サイトを {carrier} で配信している場合は、{kit} 用のキットを使ってください。Tidemark の前にある場合は、TRUSTED_PROXIES に追加してください。',
  advice:
    'サイトのサーバーがスクリプトとイベントを中継している場合は、キットを使ってください。Tidemark の前にプロキシがある場合は、TRUSTED_PROXIES に追加してください。',
  adviceRefused: 'キットのファイルをもう一度コピーし、サーバーの時計を確認してください。',
  showKit: 'キットを表示：{kit}',
  chooseKit: 'キットを選択',

  arrivals: 'このサイトから届き、数えられなかったリクエスト：',
  other_domain:
    'このサイトのページからのイベントのドメインが「{detail}」です。data-domain を {domain} にしてください。',
  otherDomains: 'このサイトのページからのイベントのドメインが異なります。data-domain を {domain} にしてください。',
  empty_body:
    '空のイベントが届いています。プロキシまたはリライトが本文を捨てています。POST リクエストの本文を渡すようにしてください。',
  cut_body: '読み取れないイベントが届いています。プロキシが本文を切り詰めるか、変更しています。',
  bad_event: '値が無効なイベントが届いています：{detail}。送信するコードまたはプロキシを確認してください。',
  script:
    'スクリプトは {detail} で読み込まれましたが、イベントが届いていません。ブロッカー、connect-src に {service} がないコンテンツセキュリティポリシー、または自分の訪問の除外が原因です。ブラウザのコンソールでエラーを確認してください。',
  local:
    'スクリプトは localhost で読み込まれました。localhost のイベントは数えられません。公開済みのサイトを開くか、script.local.js を使ってください。',
  blocked:
    'このブラウザは {script} を読み込めません。コンテンツブロッカーが原因です。同じブロッカーを使う訪問者は数えられません。',

  page: {
    no_tag:
      '{page} の HTML に Tidemark のスクリプトがありません。タグマネージャーやコードで追加していない場合は、スニペットを追加し、ページのキャッシュを消去してください。',
    other_domain: '{page} のスクリプトは data-domain="{detail}" です。{domain} にしてください。',
    script_blocked:
      '{page} のコンテンツセキュリティポリシーがスクリプトをブロックしています。script-src に {service} を追加してください。',
    events_blocked:
      '{page} のコンテンツセキュリティポリシーがイベントをブロックしています。connect-src に {service} を追加してください。',
    no_answer: '{page} の応答はステータス {detail} です。',
  },
} as const
