// How an assistant is connected, on the account's page.

export const connect = 'Connect an assistant'
export const lead =
  'An assistant can answer questions about your statistics through the Model Context Protocol. It needs an API key that can read statistics. Create one here, or replace YOUR_KEY with a key you have.'
export const leadWithKey =
  'These lines contain the key you just created. Copy them now. You will not be able to see the key again.'
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
    'In Claude Desktop, open Settings › Developer › Edit Config and add this to claude_desktop_config.json. The path must point to Tidemark on your computer.',
  cursor: 'Add this to .cursor/mcp.json of a project, or to ~/.cursor/mcp.json for all projects.',
  vscode: 'Add this to .vscode/mcp.json. VS Code asks for the key once and keeps it.',
  codex: 'Add this to ~/.codex/config.toml. Codex reads the key from the environment variable TIDEMARK_KEY.',
  gemini: 'Add this to ~/.gemini/settings.json.',
  bridge:
    'Use this for clients that start a local program. Clients that support Streamable HTTP need only the address {address} and your key as a bearer token.',
} as const
export const createKey = 'Create a key for this assistant'
export const keyApart = 'The key, for the assistant to ask for or to read:'
export const copyLines = 'Copy command'
export const moreDocs = 'All about assistants'
