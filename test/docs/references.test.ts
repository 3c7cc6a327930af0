// A reference that leads nowhere is found, however it is mistyped; what is right passes.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { brokenReferences, headingsOf, sectionsOf } from '../../scripts/references.ts'
import { projectPath } from '../../src/paths.ts'

const sheet =
  '# Words\n\n## 2. Two\n\n1. one\n2. two\n\n### 2.4 Four\n\n## 18. Eighteen\n\n### 18.3 Three\n\n## Appendix A. More\n'
const pages = { sheets: new Map([['words', sectionsOf(sheet)]]), headings: headingsOf('# Map\n\n## One event\n') }
// Put together here, so that this file holds none.
const spec = ['spec', ''].join('/')
const map = 'docs/architecture.md, '

t.test('sections are headings, numbered rules and appendices', (t) => {
  t.strictSame([...sectionsOf(sheet)], ['2', '2.1', '2.2', '2.4', '18', '18.3', 'appendix A'])
  t.end()
})

t.test('what exists passes', (t) => {
  for (const text of [
    `${spec}words 18.3`,
    `(${spec}words 2, 2.1 and 18)`,
    `(${spec}words 2 to 18).`,
    `(${spec}words 18,\n// 2.4)`,
    ` * once (${spec}words\n * 18.3): more`,
    `(${spec}words appendix A)`,
    `(${spec}words)`,
    `docs/${spec}words.md`,
    `${map}"One event"`,
  ])
    t.strictSame(brokenReferences(text, pages), [], text)
  t.end()
})

t.test('what does not exist, or is mistyped, is told', (t) => {
  for (const text of [
    `${spec}words 3`,
    `${spec}words 18.4`,
    `${spec}words 2 and 19`,
    `${spec}words 2.1.1`,
    `${spec}wards 2`,
    `${spec}words  2`,
    `${spec}words2`,
    `${spec}words §2`,
    `${spec}words: 2`,
    `${spec}words appendix B`,
    `${spec}words, 2`,
    `${map}"Two events"`,
    ['storage', 'md'].join('.'),
    ['issue', '7'].join(' '),
    ['section', '18.3'].join(' '),
  ])
    t.equal(brokenReferences(text, pages).length > 0, true, text)
  t.end()
})

t.test('pictures are in the gallery of the README, and light', (t) => {
  const folder = projectPath('docs', 'pictures')
  const names = readdirSync(folder)
  const shown = [...readFileSync(projectPath('README.md'), 'utf8').matchAll(/\(docs\/pictures\/([\w.-]+)\)/g)]
  t.strictSame(shown.map(([, name]) => name).sort(), names.sort())
  const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  t.ok(bytes < 1_500_000, `${bytes} bytes`)
  t.end()
})
