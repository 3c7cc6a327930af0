export const connect = 'Conectar un asistente'
export const lead =
  'Un asistente puede responder preguntas sobre sus estadísticas mediante el Model Context Protocol. Necesita una clave de API que pueda leer estadísticas. Cree una aquí o sustituya YOUR_KEY por una clave que ya tenga.'
export const leadWithKey =
  'Estas líneas contienen la clave que acaba de crear. Cópielas ahora. No podrá volver a ver la clave.'
export const client = 'Asistente'
export const clients = {
  claude_code: 'Claude Code',
  claude_desktop: 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  bridge: 'Cualquier otro cliente',
} as const
export const places = {
  claude_code: 'Ejecute este comando en un terminal.',
  claude_desktop:
    'En Claude Desktop, abra Settings › Developer › Edit Config y añada estas líneas a claude_desktop_config.json. La ruta debe apuntar a Tidemark en su equipo.',
  cursor:
    'Ponga estas líneas en el archivo .cursor/mcp.json de un proyecto o en ~/.cursor/mcp.json para todos los proyectos.',
  vscode: 'Ponga estas líneas en .vscode/mcp.json. VS Code pide la clave una sola vez y la guarda.',
  codex: 'Ponga estas líneas en ~/.codex/config.toml. Codex lee la clave de la variable de entorno TIDEMARK_KEY.',
  gemini: 'Ponga estas líneas en ~/.gemini/settings.json.',
  bridge:
    'Use estas líneas con clientes que inician un programa local. Los clientes compatibles con Streamable HTTP solo necesitan la dirección {address} y su clave como token de portador (Bearer).',
} as const
export const createKey = 'Crear una clave para este asistente'
export const keyApart = 'La clave que el asistente pide o lee:'
export const copyLines = 'Copiar el comando'
export const moreDocs = 'Todo sobre los asistentes'
