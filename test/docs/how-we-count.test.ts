// Runs the worked examples of docs/how-we-count.md through the service: events in, answers compared.
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { type Provisioned, startApp, type TestApp } from '../support/app.ts'
import { checkedFetch } from '../support/contract.ts'

interface Question {
  readonly request: string
  /** Only rows with an hour between the two in their label. */
  readonly hours: readonly [number, number] | undefined
  readonly answer: Record<string, string>[]
}

interface Example {
  readonly title: string
  readonly timezone: string
  readonly goals: string[]
  /** The steps of the only funnel. */
  readonly funnel: string[]
  readonly events: { at: Date; who: string; kind: string; rest: string }[]
  readonly questions: Question[]
}

function parseExample(title: string, timezone: string, text: string): Example {
  const example: Example = { title, timezone, goals: [], funnel: [], events: [], questions: [] }
  for (const line of text.trim().split('\n')) {
    const [word = '', ...words] = line.split(' ')
    if (word === 'goal') example.goals.push(words.join(' '))
    else if (word === 'funnel') example.funnel.push(...words)
    else if (word === 'at') {
      const [at = '', who = '', kind = '', ...rest] = words
      example.events.push({ at: new Date(at), who, kind, rest: rest.join(' ') })
    } else if (word === 'ask') {
      const [, request = '', from, to] = /^ask (funnel \S+|\S+)(?: @(\d+)\.\.(\d+))?$/.exec(line) ?? []
      example.questions.push({ request, hours: from ? [Number(from), Number(to)] : undefined, answer: [] })
    } else {
      const fields = line
        .split(', ')
        .map((field) => [field.slice(0, field.indexOf(' ')), field.slice(field.indexOf(' ') + 1)])
      example.questions.at(-1)?.answer.push(Object.fromEntries(fields) as Record<string, string>)
    }
  }
  // The order of a page is by person, the order of the world by time.
  example.events.sort((a, b) => a.at.getTime() - b.at.getTime())
  return example
}

const people = ['anna', 'ben', 'cleo', 'dora', 'crawler']
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

function bodyOf(event: Example['events'][number], domain: string): Record<string, unknown> {
  const url = (page: string) => (page.startsWith('/') ? `https://${domain}${page}` : page)
  const [first = '', second = ''] = event.rest.split(' ')
  if (event.kind === 'pageview') return { n: 'pageview', u: url(first), d: domain }
  if (event.kind === 'engagement')
    return { n: 'engagement', u: url(first), d: domain, sd: 50, e: Number(second || 1000) }
  return { n: first, u: url(second), d: domain, ...(event.kind === 'passive-event' ? { i: false } : {}) }
}

async function send(app: TestApp, event: Example['events'][number], domain: string): Promise<void> {
  const response = await checkedFetch(`${app.url}/api/event`, {
    method: 'POST',
    headers: {
      'user-agent': event.who === 'crawler' ? crawler : browser,
      'x-forwarded-for': `203.0.113.${people.indexOf(event.who) + 1}`,
    },
    body: JSON.stringify(bodyOf(event, domain)),
  })
  t.equal(response.status, 202, await response.text())
}

/** The answer as the page writes it: one record of texts a row. */
function rowsOf(body: unknown): Record<string, string>[] {
  const { results } = body as { results: Record<string, unknown>[] | Record<string, { value: unknown }> }
  if (Array.isArray(results))
    return results.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)])))
  return [Object.fromEntries(Object.entries(results).map(([key, { value }]) => [key, String(value)]))]
}

async function askJson(app: TestApp, site: Provisioned, method: string, path: string, body?: object) {
  const response = await checkedFetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${site.api_key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify({ site_id: site.domain, ...body }) } : {}),
  })
  const text = await response.text()
  t.equal(response.status, 200, text)
  return JSON.parse(text) as never
}

async function addFunnel(app: TestApp, site: Provisioned, names: readonly string[]): Promise<number> {
  const list: { goals: { id: number; display_name: string }[] } = await askJson(
    app,
    site,
    'GET',
    `/api/v1/sites/goals?site_id=${site.domain}`,
  )
  const steps = names.map((name) => list.goals.find((goal) => goal.display_name === name)?.id)
  const funnel: { id: number } = await askJson(app, site, 'PUT', '/api/v1/sites/funnels', { name: 'funnel', steps })
  return funnel.id
}

/** `ask funnel <day>`: a row a step. */
async function askFunnel(app: TestApp, site: Provisioned, id: number, day: string): Promise<Record<string, string>[]> {
  const metrics = ['visitors', 'visits', 'percentage', 'drop_off']
  const query = { metrics, date_range: [day, day], dimensions: [`funnel:${id}`] }
  const answer: { results: { dimensions: string[]; metrics: unknown[] }[] } = await askJson(
    app,
    site,
    'POST',
    '/api/v2/query',
    query,
  )
  return answer.results.map((row) =>
    Object.fromEntries([
      ['step', String(row.dimensions[0])],
      ...metrics.map((name, at) => [name, String(row.metrics[at])]),
    ]),
  )
}

async function ask(app: TestApp, site: Provisioned, question: Question): Promise<Record<string, string>[]> {
  const response = await checkedFetch(`${app.url}/api/v1/stats/${question.request}&site_id=${site.domain}`, {
    headers: { authorization: `Bearer ${site.api_key}` },
  })
  const text = await response.text()
  t.equal(response.status, 200, text)
  const rows = rowsOf(JSON.parse(text))
  const { hours } = question
  if (!hours) return rows
  return rows.filter(
    ({ date = '' }) => Number(date.slice(11, 13)) >= hours[0] && Number(date.slice(11, 13)) <= hours[1],
  )
}

const page = await readFile(projectPath('docs', 'how-we-count.md'), 'utf8')
const examples: Example[] = []
let title = ''
for (const [, heading, timezone, text] of page.matchAll(/^## (.+)$|^```example ?(\S*)\n([\s\S]*?)^```$/gm)) {
  if (heading) title = heading
  else if (text) examples.push(parseExample(title, timezone || 'Etc/UTC', text))
}
t.ok(examples.length >= 12, 'the page has its examples')

for (const [index, example] of examples.entries()) {
  t.test(`${example.title} (${index + 1})`, async (t) => {
    const clock = { time: example.events[0]?.at ?? new Date(0), now: () => clock.time }
    const app = await startApp({ clock })
    t.teardown(() => app.stop())
    const site = await app.provision({ domain: `example-${index}.test`, timezone: example.timezone })
    for (const goal of example.goals) {
      const response = await checkedFetch(`${app.url}/api/plugins/v1/goals`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${site.plugin_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ goal_type: 'Goal.CustomEvent', goal: { event_name: goal } }),
      })
      t.equal(response.status, 201, await response.text())
    }
    const funnel = example.funnel.length > 0 ? await addFunnel(app, site, example.funnel) : 0
    for (const event of example.events) {
      clock.time = event.at
      await send(app, event, site.domain)
    }
    for (const question of example.questions) {
      const [, day] = /^funnel (\S+)$/.exec(question.request) ?? []
      const rows = day ? await askFunnel(app, site, funnel, day) : await ask(app, site, question)
      t.strictSame(rows, question.answer, question.request)
    }
  })
}
