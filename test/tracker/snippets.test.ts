// What the documentation and the settings give to paste: where events go, and stubs that work beside a tag with an id.
import { readdirSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { snippet, ways } from '../../web/src/copied/snippets.ts'

const site = { domain: 'site.test', baseUrl: 'https://stats.example', config: { track_404_pages: true } }
const docs = readdirSync(projectPath('docs')).filter((name) => name.endsWith('.md'))
const readDoc = (name: string) => readFileSync(projectPath('docs', name), 'utf8')

/** Every stub of a text, up to the end of its function. */
const stubs = (text: string) =>
  text.match(/(?:if ?\(typeof window\.tidemark|window\.tidemark ?= ?window)[^\n]*?push\(arguments\) ?\}/g) ?? []

t.test('every recipe for WordPress says where events go', async (t) => {
  const recipes = docs.flatMap((name) => readDoc(name).match(/```php[\s\S]*?```/g) ?? [])
  t.ok(recipes.length)
  for (const text of [...recipes, snippet('wordpress', site)])
    t.match(text, /data-api="https:\/\/stats\.example(\.com)?\/api\/event"/)
})

t.test('no text advises an id that is the name of the global', async (t) => {
  for (const name of docs) t.notMatch(readDoc(name), /id(="|\s+`)tidemark["`]/, name)
})

t.test('every stub asks for a function', async (t) => {
  const texts = [...docs.map(readDoc), ...ways.map((way) => snippet(way, site))]
  const all = texts.flatMap(stubs)
  t.ok(all.length >= 5, String(all.length))
  for (const stub of all)
    for (const before of [undefined, { id: 'tidemark' }]) {
      const window = { tidemark: before } as { tidemark?: unknown }
      const run = (code: string) => runInNewContext(`with (window) { ${code} }`, { window })
      run(stub)
      run(`tidemark('a', 1); tidemark('b')`)
      t.equal(run('Array.from(tidemark.q, (call) => call[0]).join()'), 'a,b', stub)
      run(stub)
      t.equal(run('tidemark.q.length'), 2, 'a stub that is there stays')
    }
})
