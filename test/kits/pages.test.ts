// The kits of all languages tell pages from everything else alike; a language that is not on this machine is left out.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { readKit } from '../../src/registry/kits.ts'
import type { KitName } from '../../src/rules/kits.ts'
import { patience } from '../support/effort.ts'
import { answers, beside } from './requests.ts'

interface Case {
  readonly name: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  readonly type: string
  readonly isPage: boolean
}

const page = { method: 'GET', headers: { accept: 'text/html' }, status: 200, type: 'text/html' }
const cases: readonly Case[] = [
  ...beside.map(([name, headers, isPage]) => ({ ...page, name, headers, isPage })),
  ...answers.map(([status, type, isPage]) => ({ ...page, name: `${status} ${type}`, status, type, isPage })),
  ...['HEAD', 'POST', 'OPTIONS'].map((method) => ({ ...page, name: method, method, isPage: false })),
]

const values = { service: 'http://127.0.0.1:9', domain: 's.test', secret: 'x', script: '/js/script.js', path: '/tide' }
const folder = await mkdtemp(join(tmpdir(), 'tidemark-pages-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
await writeFile(join(folder, 'cases.json'), JSON.stringify(cases))

/** The first file of a kit. */
const textOf = async (kit: KitName) => (await readKit(kit, values)).files[0]!.text

const read = `JSON.parse(readFileSync('cases.json', 'utf8'))`
interface Language {
  readonly needs: string
  readonly files: () => Promise<Readonly<Record<string, string>>>
  readonly command: readonly string[]
}

/** Each writes a list of true and false. */
const languages: Readonly<Record<string, Language>> = {
  node: {
    needs: 'node',
    files: async () => ({
      'kit.mjs': await textOf('express'),
      'main.mjs': `import { readFileSync } from 'node:fs'
import { isPage } from './kit.mjs'
console.log(JSON.stringify(${read}.map(({ method, headers, status, type }) => isPage({ method, headers }, status, type))))`,
    }),
    command: ['node', 'main.mjs'],
  },
  python: {
    needs: 'python3',
    files: async () => ({
      'kit.py': await textOf('flask'),
      'main.py': `import json, kit
cases = json.load(open('cases.json'))
print(json.dumps([kit._is_page(c['method'], lambda name: c['headers'].get(name, ''), c['status'], c['type']) for c in cases]))`,
    }),
    command: ['python3', 'main.py'],
  },
  ruby: {
    needs: 'ruby',
    files: async () => ({
      'kit.rb': await textOf('sinatra'),
      'main.rb': `require 'json'
require_relative 'kit'
kit = Tidemark::Kit.new(nil)
pages = JSON.parse(File.read('cases.json')).map do |c|
  env = c['headers'].to_h { |name, value| ["HTTP_#{name.upcase.tr('-', '_')}", value] }
  kit.send(:page?, env.merge('REQUEST_METHOD' => c['method']), c['status'], { 'content-type' => c['type'] })
end
puts JSON.generate(pages.map { |one| one ? true : false })`,
    }),
    command: ['ruby', 'main.rb'],
  },
  php: {
    needs: 'php',
    files: async () => ({
      'kit.php': await textOf('php'),
      'main.php': `<?php
require 'kit.php';
$pages = array_map(function ($c) {
    $headers = array_change_key_case($c['headers']);
    $header = fn ($name) => $headers[strtolower($name)] ?? '';
    return Tidemark::isPage($c['method'], $header, $c['status'], $c['type']);
}, json_decode(file_get_contents('cases.json'), true));
echo json_encode($pages);`,
    }),
    command: ['php', 'main.php'],
  },
  go: {
    needs: 'go',
    files: async () => ({
      'go.mod': 'module shop\n\ngo 1.19\n',
      'tidemark/tidemark.go': await textOf('go'),
      'main.go': `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"shop/tidemark"
)

type one struct {
	Method, Type string
	Headers      map[string]string
	Status       int
}

func main() {
	text, _ := os.ReadFile("cases.json")
	var cases []one
	json.Unmarshal(text, &cases)
	pages := []bool{}
	for _, c := range cases {
		request, _ := http.NewRequest(c.Method, "http://shop.test/", nil)
		for name, value := range c.Headers {
			request.Header.Set(name, value)
		}
		pages = append(pages, tidemark.IsPage(request, c.Status, c.Type))
	}
	json.NewEncoder(os.Stdout).Encode(pages)
}
`,
    }),
    command: ['go', 'run', '.'],
  },
}

for (const [name, { needs, files, command }] of Object.entries(languages))
  t.test(name, { timeout: 120_000 * patience() }, async (t) => {
    if (spawnSync(needs, [name === 'go' ? 'version' : '--version']).error) return t.pass(`left out: no ${needs} here`)
    const own = join(folder, name)
    for (const [path, text] of Object.entries({ ...(await files()), 'cases.json': JSON.stringify(cases) })) {
      await mkdir(join(own, path, '..'), { recursive: true })
      await writeFile(join(own, path), text)
    }
    const [program, ...words] = command
    const env = { ...process.env, GOFLAGS: '-mod=mod', GOCACHE: join(folder, 'go-cache') }
    const ran = spawnSync(program!, words, { cwd: own, encoding: 'utf8', env })
    t.equal(ran.status, 0, ran.stderr)
    const pages = JSON.parse(ran.stdout) as boolean[]
    for (const [index, { name, isPage }] of cases.entries()) t.equal(pages[index], isPage, name)
  })

t.test('the web', async (t) => {
  await writeFile(join(folder, 'web.mjs'), await textOf('hono'))
  const { isPage } = (await import(join(folder, 'web.mjs'))) as {
    isPage(request: Request, response?: Response): boolean
  }
  for (const one of cases) {
    const request = new Request('http://shop.test/', { method: one.method, headers: one.headers })
    const headers = new Headers(one.type === '' ? [] : [['content-type', one.type]])
    t.equal(isPage(request, new Response(null, { status: one.status, headers })), one.isPage, one.name)
    // Before the page is made, in middleware.
    if (one.status === 200 && one.type === 'text/html') t.equal(isPage(request), one.isPage, `${one.name}, before`)
  }
})
