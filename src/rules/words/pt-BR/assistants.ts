export const connect = 'Conectar um assistente'
export const lead =
  'Um assistente pode responder a perguntas sobre suas estatísticas pelo Model Context Protocol. Ele precisa de uma chave de API que possa ler estatísticas. Crie uma aqui ou substitua YOUR_KEY por uma chave que você já tem.'
export const leadWithKey =
  'Estas linhas contêm a chave que você acabou de criar. Copie-as agora. Não será possível ver a chave novamente.'
export const client = 'Assistente'
export const clients = {
  claude_code: 'Claude Code',
  claude_desktop: 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  bridge: 'Outro cliente',
} as const
export const places = {
  claude_code: 'Execute isto em um terminal.',
  claude_desktop:
    'No Claude Desktop, abra Settings › Developer › Edit Config e adicione isto a claude_desktop_config.json. O caminho deve apontar para o Tidemark no seu computador.',
  cursor: 'Coloque isto em .cursor/mcp.json de um projeto, ou em ~/.cursor/mcp.json para todos os projetos.',
  vscode: 'Coloque isto em .vscode/mcp.json. O VS Code pede a chave uma vez e a guarda.',
  codex: 'Coloque isto em ~/.codex/config.toml. O Codex lê a chave da variável de ambiente TIDEMARK_KEY.',
  gemini: 'Coloque isto em ~/.gemini/settings.json.',
  bridge:
    'Use isto em clientes que iniciam um programa local. Clientes compatíveis com Streamable HTTP precisam apenas do endereço {address} e da sua chave como token bearer.',
} as const
export const createKey = 'Criar uma chave para este assistente'
export const keyApart = 'A chave que o assistente pede ou lê:'
export const copyLines = 'Copiar comando'
export const moreDocs = 'Tudo sobre assistentes'
