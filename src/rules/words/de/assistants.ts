export const connect = 'Assistenten verbinden'
export const lead =
  'Ein Assistent kann über das Model Context Protocol Fragen zu Ihren Statistiken beantworten. Er braucht einen API-Schlüssel, der Statistiken lesen darf. Erstellen Sie hier einen oder ersetzen Sie YOUR_KEY durch einen vorhandenen Schlüssel.'
export const leadWithKey =
  'Diese Zeilen enthalten den Schlüssel, den Sie gerade erstellt haben. Kopieren Sie sie jetzt. Der Schlüssel wird nicht noch einmal angezeigt.'
export const client = 'Assistent'
export const clients = {
  claude_code: 'Claude Code',
  claude_desktop: 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  bridge: 'Anderer Assistent',
} as const
export const places = {
  claude_code: 'Führen Sie dies in einem Terminal aus.',
  claude_desktop:
    'Öffnen Sie in Claude Desktop Einstellungen › Entwickler › Konfiguration bearbeiten und fügen Sie dies in claude_desktop_config.json ein. Der Pfad muss auf Tidemark auf Ihrem Rechner zeigen.',
  cursor: 'Fügen Sie dies in .cursor/mcp.json eines Projekts ein oder für alle Projekte in ~/.cursor/mcp.json.',
  vscode: 'Fügen Sie dies in .vscode/mcp.json ein. VS Code fragt einmal nach dem Schlüssel und merkt ihn sich.',
  codex:
    'Fügen Sie dies in ~/.codex/config.toml ein. Codex liest den Schlüssel aus der Umgebungsvariablen TIDEMARK_KEY.',
  gemini: 'Fügen Sie dies in ~/.gemini/settings.json ein.',
  bridge:
    'Verwenden Sie dies für Assistenten, die ein lokales Programm starten. Assistenten mit Streamable HTTP brauchen nur die Adresse {address} und Ihren Schlüssel als Bearer-Token.',
} as const
export const createKey = 'Schlüssel für diesen Assistenten erstellen'
export const keyApart = 'Der Schlüssel, den der Assistent abfragt oder liest:'
export const copyLines = 'Befehl kopieren'
export const moreDocs = 'Alles über Assistenten'
