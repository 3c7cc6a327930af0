export const connect = 'アシスタントを接続'
export const lead =
  'アシスタントは Model Context Protocol を使って、統計についての質問に答えることができます。統計を読み取れる API キーが必要です。ここで作成するか、YOUR_KEY の部分をお持ちのキーに置き換えてください。'
export const leadWithKey =
  '次の行には、作成したばかりのキーが含まれています。今すぐコピーしてください。キーをもう一度表示することはできません。'
export const client = 'アシスタント'
export const clients = {
  claude_code: 'Claude Code',
  claude_desktop: 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  bridge: 'その他のクライアント',
} as const
export const places = {
  claude_code: 'ターミナルで実行してください。',
  claude_desktop:
    'Claude Desktop で Settings › Developer › Edit Config を開き、claude_desktop_config.json に追加してください。パスには、お使いのコンピューターにある Tidemark を指定します。',
  cursor: 'プロジェクトの .cursor/mcp.json、またはすべてのプロジェクト用の ~/.cursor/mcp.json に追加してください。',
  vscode: '.vscode/mcp.json に追加してください。VS Code はキーを 1 回だけ尋ね、保存します。',
  codex: '~/.codex/config.toml に追加してください。Codex は環境変数 TIDEMARK_KEY からキーを読み取ります。',
  gemini: '~/.gemini/settings.json に追加してください。',
  bridge:
    'ローカルのプログラムを起動するクライアントで使います。Streamable HTTP に対応したクライアントに必要なのは、アドレス {address} と、Bearer トークンとしてのキーだけです。',
} as const
export const createKey = 'このアシスタント用のキーを作成'
export const keyApart = 'アシスタントが尋ねる、または読み取るキー：'
export const copyLines = 'コマンドをコピー'
export const moreDocs = 'アシスタントについて詳しく見る'
