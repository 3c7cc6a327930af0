export const emptyPart =
  '「{host}」はドットが連続しているか、ドットで始まっています。example.com のように入力してください。'
export const hyphen = '「{host}」には、ハイフンで始まるか終わる部分があります。example.com のように入力してください。'
export const longPart = 'ドメインの各部分は 63 文字以内にしてください。'
export const noDot = '「{domain}」はドメイン全体ですか？'
export const noDotLead =
  '公開されたドメインには、example.com のようにドットが含まれます。ページがこの名前をそのまま送信した場合だけ、イベントが集計されます。'
export const addAnyway = '{domain} を追加'
export const renameAnyway = '{domain} を保存'
