export const kinds = {
  ip: 'アドレス',
  country: '国',
  network: 'ネットワーク',
  page: 'ページ',
  hostname: 'ホスト名',
} as const
export const leads = {
  ip: 'これらの IP アドレスからのイベントは集計されません。最大 {most} 件です。',
  country: 'これらの国からのイベントは集計されません。最大 {most} か国です。',
  network:
    'これらのネットワークからのイベントは集計されません。ネットワークの番号（例：AS16509）を入力してください。最大 {most} 件。',
  page: 'これらのページでのイベントは集計されません。* はパスの 1 区間、** は任意の数の区間を表します。例：/admin/**。最大 {most} ページです。',
  hostname:
    'ここに登録すると、登録したホスト名のイベントだけが集計されます。登録がない場合は、すべてのホスト名のイベントが集計されます。* は任意の文字を表します。例：*.example.com。最大 {most} 件です。',
} as const
export const fields = {
  ip: 'アドレス',
  country: '国',
  network: 'ネットワーク',
  page: 'ページ',
  hostname: 'ホスト名',
} as const
export const description = '説明'
export const optional = '任意です。例：オフィス'
export const add = 'ルールを追加'
export const added = 'ルールを追加しました'
export const ownAddress = '自分のアドレスを追加'
export const ownHint = 'お使いのアドレスは {address} です。'
export const seen = '過去 {days} 日間に集計されたホスト名'
export const allow = '追加：{value}'
export const none = 'ルールはまだありません。'
export const dropped = { other: '過去 {days} 日間に、これらのルールでイベント {count} 件が破棄されました。' } as const
export const remove = '削除'
export const removeOf = '削除：{value}'
export const removed = 'ルールを削除しました'
export const hosting = 'すべてのデータセンター'
export const addHosting = 'すべてのデータセンターを追加'
export const networksFrom =
  'ネットワークは「{source}」（{date}）で照合します。データセンターの一覧は {list} 時点のものです。'
export const noNetworks =
  'ネットワークのデータベースが設定されていないため、これらのルールはどのイベントにも一致しません。このサービスの運用者が ASN_DATABASE を設定します。'
