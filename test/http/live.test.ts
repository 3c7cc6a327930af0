// Server-sent events of a site: who is there, that something came, that the right is gone (spec/dashboard 8).
import t from 'tap'
import { streamsMax } from '../../src/http/routes/live.ts'
import { createLog } from '../../src/log.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { createLive, type LiveEvent } from '../../src/stats/live/live.ts'
import { startApp } from '../support/app.ts'
import { signIn } from '../support/dashboard.ts'
import { siteView } from '../support/ingest.ts'

t.setTimeout(120_000)

const service = await startApp()
t.teardown(() => service.stop())
const { domain, email, api_key: key } = await service.provision({ domain: 'live.test', plan: 'business' })
const owner = await signIn(service, email)
const { registry, directory } = service.app
const site = directory.find(domain)!
const path = `${service.url}/api/live?site_id=${domain}`

/** A stream that is read event by event. */
async function open(url: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  if (response.status !== 200) return { status: response.status, next: async () => response.text(), leave() {} }
  const decoder = new TextDecoder()
  const reader = response.body!.getReader()
  let text = ''
  return {
    status: 200,
    type: response.headers.get('content-type'),
    /** The next event, its name and data; undefined at the end. */
    async next(): Promise<string | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const event = text.slice(0, end)
          text = text.slice(end + 2)
          return event
        }
        const { done, value } = await reader.read()
        if (done) return undefined
        text += decoder.decode(value)
      }
    },
    leave: () => leaving.abort(),
  }
}

const visit = (ip: string, name = domain) =>
  fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'x-forwarded-for': ip, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Firefox/121.0' },
    body: JSON.stringify({ n: 'pageview', u: `https://${name}/`, d: name }),
  })

t.test('who is there, at once and when it changes', async (t) => {
  const stream = await open(path, owner.headers)
  t.equal(stream.type, 'text/event-stream; charset=utf-8')
  t.equal(await stream.next(), 'event: current\ndata: {"visitors":0}')
  await visit('192.0.2.1')
  t.equal(await stream.next(), 'event: current\ndata: {"visitors":1}')
  t.match(await stream.next(), /^event: activity\ndata: \{\}\nid: [0-9a-f-]{36}$/)
  stream.leave()
})

t.test('what pages ask since an activity is answered once, and anew since the next', async (t) => {
  const { domain: name, email: address } = await service.provision({ domain: 'shared.test', plan: 'business' })
  const { headers } = await signIn(service, address)
  const stream = await open(`${service.url}/api/live?site_id=${name}`, headers)
  const activityOf = async () => {
    for (;;) {
      const event = await stream.next()
      if (event === undefined) throw new Error('the stream ended')
      const [, id] = /^event: activity\ndata: .*\nid: (.*)$/.exec(event) ?? []
      if (id !== undefined) return id
    }
  }
  const query = { metrics: ['pageviews'], date_range: 'day' }
  const ask = async (activity?: string, more: object = {}) => {
    const response = await fetch(`${service.url}/api/v2/query/batch`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ site_id: name, activity, queries: [{ id: 'a', ...query, ...more }] }),
    })
    const [line = '', end] = (await response.text()).split('\n')
    t.equal(end, '{"done":true}')
    return (JSON.parse(line) as { body: { results: { metrics: number[] }[] } }).body.results[0]!.metrics[0]
  }
  t.equal(await stream.next(), 'event: current\ndata: {"visitors":0}')
  await visit('192.0.2.10', name)
  const first = await activityOf()
  t.equal(await ask(first), 1)
  await visit('192.0.2.11', name)
  t.equal(await ask(first), 1, 'the answer of a moment ago')
  t.equal(await ask(first, { filters: [['is', 'event:page', ['/']]] }), 2, 'another question')
  t.equal(await ask(), 2, 'somebody who names no activity')
  t.equal(await ask('another'), 2, 'an activity that is not the last one')
  const second = await activityOf()
  t.not(second, first)
  t.equal(await ask(second), 2, 'since the next activity')
  t.equal(await ask(first), 2, 'what is no longer the last one')
  stream.leave()
})

t.test('one address cannot take the streams of a link from others', async (t) => {
  const link = await registry.sharedLinks.findOrCreate(site.id, 'crowded')
  const from = (ip: string) => open(`${path}&auth=${link.slug}`, { 'x-forwarded-for': ip })
  const streams = await Promise.all(Array.from({ length: 100 }, () => from('198.51.100.1')))
  t.ok(streams.every(({ status }) => status === 200))
  t.equal((await from('198.51.100.1')).status, 429)
  const other = await from('198.51.100.2')
  t.equal(other.status, 200)
  for (const stream of [...streams, other]) stream.leave()
})

t.test('who may watch', async (t) => {
  const link = await registry.sharedLinks.findOrCreate(site.id, 'open')
  const shared = await open(`${path}&auth=${link.slug}`)
  t.match(await shared.next(), /^event: current/)
  const stranger = await signIn(service, 'stranger@else.test')
  const cases: [what: string, url: string, headers: Record<string, string>, status: number][] = [
    ['no credential', path, {}, 401],
    ['a key', path, { authorization: `Bearer ${key}` }, 401],
    ['somebody else', path, stranger.headers, 404],
    ['another slug', `${path}&auth=x`, {}, 404],
    ['no site', `${service.url}/api/live`, owner.headers, 400],
  ]
  for (const [what, url, headers, status] of cases) t.equal((await open(url, headers)).status, status, what)
  await service.app.db.write.query('delete from shared_links where id = $1', [link.id])
  const begin = performance.now()
  t.equal(await shared.next(), 'event: gone\ndata: {}', 'a deleted link ends its streams')
  t.equal(await shared.next(), undefined)
  t.ok(performance.now() - begin < 4_000)
})

t.test('a lost role ends a stream', async (t) => {
  await registry.teams.addGuest(site.id, 'guest@else.test', 'viewer')
  const guest = await signIn(service, 'guest@else.test')
  const stream = await open(path, guest.headers)
  t.match(await stream.next(), /^event: current/)
  await registry.teams.removeGuest(site.id, 'guest@else.test')
  for (let event = await stream.next(); event !== undefined; event = await stream.next())
    if (event.startsWith('event: gone')) t.pass('gone')
})

t.test('a session has a number of streams', async (t) => {
  const streams = await Promise.all(Array.from({ length: streamsMax.session }, () => open(path, owner.headers)))
  t.ok(streams.every((stream) => stream.status === 200))
  const refused = await fetch(path, { headers: owner.headers })
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '30')
  for (const stream of streams) stream.leave()
})

t.test('one look for all who watch, and none without a watcher', async (t) => {
  let [counted, asked, accepted] = [0, 0, 0]
  const heard: string[] = []
  const activities = new Set<string | undefined>()
  let waiting = (_name: string) => {}
  const live = createLive({
    count: async () => ++counted,
    accepted: async (views) => {
      asked += 1
      return views.map(() => accepted)
    },
    log: createLog('silent'),
    lookMs: 1,
  })
  const view = siteView({ id: 7, domain: 'a.test' }) as SiteView
  let isAllowed = true
  const watch = (name: string) =>
    live.watch({
      access: { site: view, siteIds: [7] },
      right: 'all',
      mayWatch: async () => isAllowed,
      send: (event: LiveEvent | 'heartbeat', data: object, id?: string) => {
        heard.push(`${name} ${event} ${JSON.stringify(data)}`)
        if (event === 'activity') activities.add(id)
        waiting(`${name} ${event}`)
      },
    })
  const until = (event: string) =>
    new Promise<void>((resolve) => {
      waiting = (name) => name === event && resolve()
    })
  const first = until('b current')
  const watchers = ['a', 'b'].map(watch)
  await first
  t.strictSame(heard, ['a current {"visitors":1}', 'b current {"visitors":1}'])
  const active = until('b activity')
  accepted = 5
  await active
  t.equal(counted, 2, 'counted once for both, and not again while nothing came')
  t.ok(heard.indexOf('a activity {}') < heard.indexOf('b activity {}'), 'told one after the other')
  const [activity = ''] = activities
  t.equal(activities.size, 1, 'of the same activity')
  t.ok(live.isLatest(7, activity))
  t.notOk(live.isLatest(8, activity), 'another site')
  t.notOk(live.isLatest(7, 'x'), 'another activity')
  isAllowed = false
  await Promise.all(watchers.map((watcher) => watcher.ended))
  t.match(heard.slice(-2), ['a gone {}', 'b gone {}'])
  const rested = asked
  isAllowed = true
  const again = until('c current')
  const last = watch('c')
  await again
  t.ok(asked > rested)
  await live.stop()
  await last.ended
  t.pass('stopping ends what is left')
})

t.test('a look that takes long keeps neither those waiting who come nor those who have to go', async (t) => {
  const view = (id: number) => siteView({ id, domain: `${id}.test` }) as SiteView
  let isAllowed = true
  const held: (() => void)[] = []
  const live = createLive({
    // Of site 8 there are so many visitors that counting them does not end.
    count: ({ site: { id } }) =>
      id === 8 ? new Promise((resolve) => held.push(() => resolve(1))) : Promise.resolve(id),
    accepted: async (views) => views.map(() => 0),
    log: createLog('silent'),
    lookMs: 1,
  })
  const watch = (id: number, send: (event: string) => void = () => {}) =>
    live.watch({
      access: { site: view(id), siteIds: [id] },
      right: String(id),
      mayWatch: async () => isAllowed,
      send: (event, data) => send(`${event} ${JSON.stringify(data)}`),
    })
  const busy = watch(8)
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
  let other: ReturnType<typeof watch> | undefined
  const first = await new Promise<string>((resolve) => {
    other = watch(7, resolve)
  })
  t.equal(first, 'current {"visitors":7}', 'at once')
  isAllowed = false
  await Promise.all([busy.ended, other?.ended])
  t.pass('both are gone')
  for (const end of held) end()
  await live.stop()
})

t.test('the end of the service is the end of streams', async (t) => {
  const other = await startApp()
  const { domain: name, email: address } = await other.provision({ domain: 'end.test' })
  const { headers } = await signIn(other, address)
  const stream = await open(`${other.url}/api/live?site_id=${name}`, headers)
  t.match(await stream.next(), /^event: current/)
  const [end] = await Promise.all([stream.next(), other.stop()])
  t.equal(end, undefined)
})
