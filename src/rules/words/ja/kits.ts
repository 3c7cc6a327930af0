export const title = '自社サーバーに設置'
export const lead =
  '自社のアドレスから配信されるスクリプトとイベントはブロックされません。キットは訪問者のアドレスと国とともにそれらを中継するか、スクリプトなしでサーバー上でページを数えます。'
export const kit = 'フレームワークまたはサーバー'
export const choose = '選択してください'
export const secret =
  'これらのファイルにはサイトのキット用シークレットが含まれます。サーバー上に置き、公開リポジトリには入れないでください。'
export const file = 'コピー：{name}'
export const tag = '各ページに追加（サーバーで数える場合は不要）：'
export const counting = 'ファイルの「Without the script」と書かれた行を使ってください。'
export const renew = '新しいシークレット'
export const renewAsk = '{domain} のキット用シークレットを置き換えますか？'
export const renewLead =
  '古いシークレットのキットは無効になります。ファイルを置き換えるまで、その訪問者は全員 1 人として数えられます。'
export const renewed = 'シークレットを置き換えました'
