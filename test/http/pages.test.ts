// The pages over HTTP: who gets which, where they lead, what they say and what keeps them safe (spec/dashboard 2, 13, 16).
import t from 'tap'
import { startApp } from '../support/app.ts'
import { fakeBuild, signIn } from '../support/dashboard.ts'

const build = await fakeBuild()
t.teardown(build.remove)
const service = await startApp({ webFolder: build.folder })
t.teardown(() => service.stop())
const site = await service.provision({ domain: 'pages.test', email: 'owner@pages.test' })

interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly location: string | null
  // biome-ignore lint/suspicious/noExplicitAny: facts are compared as plain data
  readonly facts: any
}

async function open(path: string, headers: Record<string, string> = {}, url = service.url): Promise<Page> {
  const response = await fetch(url + path, { headers: { accept: 'text/html,*/*', ...headers }, redirect: 'manual' })
  const text = await response.text()
  const json = /<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(text)?.[1]
  const location = response.headers.get('location')
  return { status: response.status, headers: response.headers, text, location, facts: json && JSON.parse(json) }
}

t.test('the first address', async (t) => {
  t.equal((await open('/')).location, '/setup', 'nobody has a password')
  const program = await open('/', { accept: 'application/json' })
  t.strictSame([program.status, program.text], [404, '{"error":"Not found"}'])
})
