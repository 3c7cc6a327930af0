// The recipe of docs/architecture.md for a type of shield: a copy of the sources with just these edits reads its values,
// drops its events and offers it in the command. Types make the compiler ask for its words.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'

const question = `
import { commands } from '../src/commands/shield.ts'
import { findDrop } from '../src/rules/drops.ts'
import { lateShields, parseShieldValue, shieldsOf } from '../src/rules/shields.ts'

const stored = parseShieldValue('agent', ' Curl ')
const site = { shields: shieldsOf([['agent', stored]]) }
const url = { hostname: 'a.test', pathname: '/' }
const event = { name: 'pageview', url, referrerHost: '', ip: '192.0.2.1', ipType: null, receivedAtMs: 0 }
const reasonOf = (userAgent) => findDrop('site', { submission: { ...event, userAgent }, site })?.reason ?? null
console.log(JSON.stringify({
  stored,
  dropped: reasonOf('curl/8.5'),
  kept: reasonOf('Mozilla/5.0'),
  late: lateShields(site.shields).agent,
  isInHelp: commands[0].help.includes('  agent     a part of the user agent; at most 30'),
  option: commands[0].options.type.about,
}))
`

const [, page = ''] = readFileSync(projectPath('docs/architecture.md'), 'utf8').split(
  /^### Add a (?:type of shield|setting of a site)$/m,
)
const edits = [...page.matchAll(/in `(src\/[^`]+)`, after `([^`]+)`:\n\n```ts\n([\s\S]*?)```/g)].map(
  ([, file = '', after = '', added = '']) => ({ file, after, added }),
)

t.setTimeout(120_000)

t.test('a type of shield, as the page says', async (t) => {
  t.strictSame(
    edits.map(({ file }) => file),
    ['src/rules/shield-types.ts', 'src/rules/shields.ts'],
    'two entries',
  )
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-shield-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['src', 'sql', 'package.json']) cpSync(projectPath(name), join(folder, name), { recursive: true })
  symlinkSync(projectPath('node_modules'), join(folder, 'node_modules'))
  for (const { file, after, added } of edits) {
    const parts = readFileSync(join(folder, file), 'utf8').split(`${after}\n`)
    t.equal(parts.length, 2, `${file} has the line once`)
    writeFileSync(join(folder, file), parts.join(`${after}\n${added}`))
  }
  writeFileSync(join(folder, 'src', 'question.ts'), question)
  const ran = spawnSync(process.execPath, [join('src', 'question.ts')], { cwd: folder, encoding: 'utf8' })
  t.match(ran.stdout, /^\{/, ran.stderr)
  t.strictSame(JSON.parse(ran.stdout || '{}'), {
    stored: 'curl',
    dropped: 'site_agent_blocklist',
    kept: null,
    late: [],
    isInHelp: true,
    option: 'agent, ip, country, network, page or hostname',
  })
})
