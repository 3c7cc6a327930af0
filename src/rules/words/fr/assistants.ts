export const connect = 'Connecter un assistant'
export const lead =
  'Un assistant peut répondre à des questions sur vos statistiques grâce au Model Context Protocol. Il lui faut une clé API qui peut lire les statistiques. Créez-en une ici, ou remplacez YOUR_KEY par une clé existante.'
export const leadWithKey =
  'Ces lignes contiennent la clé que vous venez de créer. Copiez-les maintenant. Vous ne pourrez plus voir la clé ensuite.'
export const client = 'Assistant'
export const clients = {
  claude_code: 'Claude Code',
  claude_desktop: 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  bridge: 'Tout autre client',
} as const
export const places = {
  claude_code: 'Exécutez cette commande dans un terminal.',
  claude_desktop:
    'Dans Claude Desktop, ouvrez Settings › Developer › Edit Config et ajoutez ces lignes à claude_desktop_config.json. Le chemin doit indiquer Tidemark sur votre ordinateur.',
  cursor:
    'Placez ces lignes dans le fichier .cursor/mcp.json d’un projet, ou dans ~/.cursor/mcp.json pour tous les projets.',
  vscode: 'Placez ces lignes dans .vscode/mcp.json. VS Code demande la clé une seule fois et la conserve.',
  codex: 'Placez ces lignes dans ~/.codex/config.toml. Codex lit la clé dans la variable d’environnement TIDEMARK_KEY.',
  gemini: 'Placez ces lignes dans ~/.gemini/settings.json.',
  bridge:
    'Utilisez ces lignes pour les clients qui lancent un programme local. Les clients compatibles avec Streamable HTTP n’ont besoin que de l’adresse {address} et de votre clé comme jeton d’accès (Bearer).',
} as const
export const createKey = 'Créer une clé pour cet assistant'
export const keyApart = 'La clé que l’assistant demande ou lit :'
export const copyLines = 'Copier la commande'
export const moreDocs = 'Tout sur les assistants'
