export const products = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  matomo: 'Matomo',
  'google-analytics': 'Google Analytics',
  'web-log': 'ウェブサーバーのログ',
  events: 'イベント',
}

export const titles = {
  plausible: 'Plausible：エクスポートの ZIP',
  umami: 'Umami：website_event の CSV、またはエクスポートの ZIP',
  goatcounter: 'GoatCounter：エクスポートの CSV',
  matomo: 'Matomo：訪問の JSON',
  'google-analytics': 'Google Analytics 4：レポートの CSV',
  'web-log': 'ウェブサーバーのログ：nginx、Apache、Caddy、IIS、Traefik、CloudFront',
  events: 'イベント：JSON の行',
}

export const files = {
  plausible: 'エクスポートの ZIP ファイル、または展開したすべての CSV ファイル。',
  umami: 'テーブル website_event の CSV、または website_event.csv と event_data.csv を含む ZIP。',
  goatcounter: 'エクスポート（バージョン 2）の CSV ファイル。gzip で圧縮されていてもかまいません。',
  matomo: 'format=JSON を指定した Live.getLastVisitsDetails の応答。複数のファイルを選べます。',
  'google-analytics': 'ディメンション「日付」を含む自由形式の探索、または 1 日分のレポートの CSV ファイル。',
  'web-log':
    'combined、JSON、W3C 形式のアクセスログ、または AWS ロードバランサーのログ。gzip で圧縮されていてもかまいません。',
  events:
    'JSON Lines、または Tidemark から JSON Lines か CSV でエクスポートしたイベント。gzip で圧縮されていてもかまいません。',
}
export const timeAndScroll = 'ページ滞在時間とスクロール率は取り込まれません。'
export const oneWebsite =
  '複数のウェブサイトの行を含むファイルは受け付けられません。ウェブサイトを 1 つずつエクスポートしてください。'
export const namedCities = '市区町村は取り込まれません。ファイルに名前しか含まれていないためです。'
export const dailyTotals =
  'このファイルは日ごとの合計です。ある国の訪問者が見たページのように、別々の一覧の値を組み合わせることはできません。'

export const noVisits = '時間帯、個々の訪問、ファネル、収益は取り込まれません。'
export const codesOfPlaces = '国はコードまたは英語名で指定できます。地域と市区町村はコードである必要があります。'

export const sessionData = 'ブラウザのバージョン、ページタイトル、セッションのデータは取り込まれません。'
export const propertiesInZip = 'カスタムプロパティは ZIP からのみ取り込まれます。'
export const shortLinks = '短縮リンクのクリック、ピクセルの表示、パフォーマンスの計測は除外されます。'
export const eventTableAlone =
  'テーブル website_event だけでは国、デバイス、ブラウザーは含まれません。これらはテーブル session にあります。'

export const sessionsAreVisitors =
  'GoatCounter の 1 セッションを 1 人の訪問者として数えます。セッションのないページビューは除外されます。'
export const bots = 'ボットのページビューは除外されます。'
export const jsonExport =
  'JSON エクスポートは 1 日の訪問者数を含まないため受け付けられません。CSV エクスポートを選んでください。'
export const titlesCitiesAndTime =
  'ページタイトルと市区町村は取り込まれません。ページ滞在時間とスクロール率も取り込まれません。'
export const screenWidths =
  'ファイルにユーザーエージェントがない場合は、画面の幅でパソコン、タブレット、スマートフォンを判断します。'

export const goalsAndOrders = '目標、注文、その収益は除外されます。ページとイベントの目標は後から追加してください。'
export const titlesAndForms =
  'ページタイトル、カスタムディメンション、カスタム変数、コンテンツ、フォームは取り込まれません。'

export const reportsOfDays = 'ディメンション「日付」のない複数日のレポートは日ごとに分けられないため、除外されます。'
export const namedPlaces = '市区町村、地域、英語でない国名、言語、オーディエンス、収益は除外されます。'
export const bounces = '直帰は、ファイルにエンゲージのあったセッションまたは直帰率がある場合にのみ取り込まれます。'
export const dailyVisitors = '1 日の訪問者数は、ディメンションが「日付」だけのファイルからのみ取り込まれます。'
export const englishReport = 'レポートは英語である必要があり、件数に桁区切りを含めることはできません。'
export const otherRows = 'その他の値の行 (other) と、参照元、ページ、国のない行 (not set) は除外されます。'

export const requests =
  'ログに含まれるのはリクエストで、ページビューではありません。キャッシュされたページと、再読み込みなしで切り替わるページは含まれません。'
export const filesAndErrors =
  'ファイル、エラー、リダイレクト、GET 以外のメソッド、ボット、ブロックしているアドレスは除外されます。'
export const eventsAndTime = 'カスタムイベントは含まれません。ページ滞在時間とスクロール率も取り込まれません。'
export const addressesAreVisitors =
  '訪問者は、同じ日の中で IP アドレスとユーザーエージェントにより識別されます。どちらも保存されません。1 日分のファイルはまとめてインポートしてください。'
export const shortLines =
  'IP アドレスまたはユーザーエージェントのない行は除外されます。common 形式にはユーザーエージェントが含まれません。'
export const behindProxy =
  'プロキシの背後では、ログに訪問者のアドレスが必要です。ない場合、同じブラウザーの訪問者は 1 人として数えられます。'
