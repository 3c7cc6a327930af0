// The lines that docs/assistants.md and the account's page give for an assistant are the same.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { assistantLines, clients, keyPlace } from '../../web/src/copied/assistant-lines.ts'

const text = readFileSync(projectPath('docs/assistants.md'), 'utf8')
const blocks = [...text.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)].map(([, kind = '', body = '']) => ({
  kind,
  body: body.trim(),
}))

/** JSON by what it says, everything else by its letters. */
const toSame = (lines: string): unknown => (lines.startsWith('{') ? JSON.parse(lines) : lines)
const written = blocks.map(({ body }) => JSON.stringify(toSame(body)))

for (const client of clients) {
  const lines = assistantLines(client, 'https://stats.example.com', keyPlace)
  t.ok(written.includes(JSON.stringify(toSame(lines))), client)
}
t.equal(blocks.filter(({ kind }) => ['sh', 'json', 'toml'].includes(kind)).length, clients.length, 'no other client')
