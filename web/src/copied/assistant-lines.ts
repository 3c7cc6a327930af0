// Lines that people paste into an assistant to connect it to this service, a text for each client (docs/assistants.md).

export const clients = ['claude_code', 'claude_desktop', 'cursor', 'vscode', 'codex', 'gemini', 'bridge'] as const
export type Client = (typeof clients)[number]

/** Stands for a key that is not on show. */
export const keyPlace = 'YOUR_KEY'

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const headersOf = (key: string) => ({ Authorization: `Bearer ${key}` })

const writers: Readonly<Record<Client, (base: string, key: string) => string>> = {
  claude_code: (base, key) =>
    `claude mcp add --transport http tidemark ${base}/mcp --header "Authorization: Bearer ${key}"`,
  claude_desktop: (base, key) => {
    const args = ['/opt/tidemark/bin/tidemark.js', 'mcp', '--url', base]
    return json({ mcpServers: { tidemark: { command: 'node', args, env: { TIDEMARK_KEY: key } } } })
  },
  cursor: (base, key) => json({ mcpServers: { tidemark: { url: `${base}/mcp`, headers: headersOf(key) } } }),
  vscode: (base) =>
    json({
      inputs: [{ type: 'promptString', id: 'tidemark-key', description: 'API key of Tidemark', password: true }],
      servers: { tidemark: { type: 'http', url: `${base}/mcp`, headers: headersOf(`\${input:tidemark-key}`) } },
    }),
  codex: (base) => `[mcp_servers.tidemark]\nurl = "${base}/mcp"\nbearer_token_env_var = "TIDEMARK_KEY"`,
  gemini: (base, key) => json({ mcpServers: { tidemark: { httpUrl: `${base}/mcp`, headers: headersOf(key) } } }),
  bridge: (base, key) => `TIDEMARK_KEY=${key} node bin/tidemark.js mcp --url ${base}`,
}

/** The lines for a client. `base`: the service's address. */
export const assistantLines = (client: Client, base: string, key: string): string => writers[client](base, key)
