// How an assistant is connected, on the account's page.

export const connect = 'Connect an assistant'
export const lead =
  'An assistant can answer questions about your statistics through the Model Context Protocol. It needs an API key that can read statistics. Replace YOUR_KEY with your key.'
export const leadWithKey =
  'These lines hold the key you just created. Copy them now. You will not be able to see the key again.'
export const client = 'Assistant'
export const clients = {
  claude_code: 'Claude Code',
  claude_desktop: 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  bridge: 'Any other client',
} as const
export const places = {
  claude_code: 'Run this in a terminal.',
  claude_desktop:
    'Put this into claude_desktop_config.json (Settings, Developer, Edit Config). The path must lead to a copy of Tidemark on your computer.',
  cursor: 'Put this into .cursor/mcp.json of a project, or into ~/.cursor/mcp.json for all projects.',
  vscode: 'Put this into .vscode/mcp.json. VS Code asks for the key once and keeps it.',
  codex: 'Put this into ~/.codex/config.toml. Codex reads the key from the environment variable TIDEMARK_KEY.',
  gemini: 'Put this into ~/.gemini/settings.json.',
  bridge:
    'For clients that start a program. Clients that speak Streamable HTTP take the address {address} and the key as a bearer token.',
} as const
export const copyLines = 'Copy lines'
export const moreDocs = 'All about assistants'
