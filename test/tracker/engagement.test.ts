// How long and how far: engagement events (spec/tracker 7), with a clock that moves only when told.
import t from 'tap'
import { createLab, type Event, type VisitOptions } from './support/lab.ts'

const lab = await createLab()
t.teardown(() => lab.stop())

/** A page of this many pixels, window 720. */
const tall = (pixels: number) => `<style>body { margin: 0 }</style><div id="content" style="height:${pixels}px"></div>`

async function open(options: VisitOptions = {}) {
  const visit = await lab.visit({ body: tall(7200), clock: true, ...options })
  await visit.events(1)
  let expected = 1
  const readNew = async (events: number): Promise<Event[]> => {
    const all = await visit.events(expected + events)
    const fresh = all.slice(expected)
    expected = all.length
    return fresh
  }
  return {
    ...visit,
    /** The events since the last call, which are to be so many. */
    readNew,
    /** Their `sd` and `e`. */
    async readMeasures(events: number) {
      return (await readNew(events)).map((event) => [event.n, event.sd, event.e])
    },
    pass: (ms: number) => visit.page.clock.runFor(ms),
    /** Scrolls and waits until the page knows. */
    scroll: (to: number) =>
      visit.evaluate(
        `new Promise((done) => { document.addEventListener('scroll', () => done(), { once: true }); scrollTo(0, ${to}) })`,
      ),
  }
}

t.test('the first engagement is always sent, in full', async (t) => {
  const visit = await open({ path: '/a?b#c' })
  await visit.pass(20)
  await visit.evaluate('hide()')
  const [event] = await visit.readNew(1)
  t.match(event, { n: 'engagement', u: `${visit.origin}/a?b#c`, d: 'site.test', sd: 10 })
  t.ok(Number.isInteger(event?.e))
  t.same(Object.keys(event ?? {}).sort(), ['d', 'e', 'n', 'sd', 'u'])
  await visit.close()
})

t.test('three seconds are enough, less is kept', async (t) => {
  const visit = await open()
  // Stopped at once, so that every later millisecond is one of these.
  await visit.evaluate('hide()')
  await visit.readNew(1)
  const look = async (ms: number) => {
    await visit.evaluate(`show(); window.start = performance.now()`)
    await visit.pass(ms)
    await visit.evaluate('hide()')
  }
  await visit.page.clock.pauseAt(await visit.page.evaluate('Date.now() + 1000'))
  await look(2999)
  t.same(await visit.readMeasures(0), [])
  await look(1)
  t.same(await visit.readMeasures(1), [['engagement', 10, 3000]])
  await look(3000)
  t.same(await visit.readMeasures(1), [['engagement', 10, 3000]])
  await visit.pass(60_000)
  await look(1000)
  t.same(await visit.readMeasures(0), [], 'hidden time does not count')
  await look(2500)
  t.same(await visit.readMeasures(1), [['engagement', 10, 3500]])
  await visit.evaluate('show(false)')
  await visit.pass(5000)
  await visit.evaluate(`attention.focused = true; window.dispatchEvent(new FocusEvent('focus'))`)
  await visit.pass(3100)
  await visit.evaluate(`attention.focused = false; window.dispatchEvent(new FocusEvent('blur'))`)
  t.same(await visit.readMeasures(1), [['engagement', 10, 3100]], 'visible without focus does not count')
  await look(3_000_000_000)
  t.same(await visit.readMeasures(1), [['engagement', 10, 2591000000]], 'below thirty days')
  await visit.close()
})

t.test('scrolling deeper is enough, scrolling back is not', async (t) => {
  const visit = await open()
  await visit.evaluate('hide(); show()')
  t.match(await visit.readMeasures(1), [['engagement', 10]])
  await visit.scroll(2880)
  await visit.scroll(0)
  await visit.evaluate('hide(); show()')
  t.match(await visit.readMeasures(1), [['engagement', 50]])
  await visit.scroll(2000)
  await visit.evaluate('hide(); show()')
  t.same(await visit.readMeasures(0), [])
  await visit.scroll(6480)
  await visit.evaluate('hide()')
  t.match(await visit.readMeasures(1), [['engagement', 100]])
  await visit.close()
})

t.test('depth of documents that grow, shrink or have no height', async (t) => {
  const cases: [name: string, options: VisitOptions, script: string, depth: number][] = [
    ['short', { body: 'short' }, '', 100],
    ['720 of 5000', { body: tall(5000) }, '', 14],
    ['tag before the body', { body: tall(7200), attributes: 'data-domain="site.test"' }, '', 10],
    ['grown', { body: tall(3600) }, `content.style.height = '7200px'`, 10],
    ['shrunk', { body: tall(7200) }, `content.style.height = '0'`, 100],
    ['no body', { body: tall(7200) }, 'document.body.remove()', 100],
  ]
  for (const [name, options, script, depth] of cases) {
    const visit = await open(options)
    await visit.evaluate(script)
    await visit.evaluate('hide()')
    t.match(await visit.readMeasures(1), [['engagement', depth]], name)
    t.same(await visit.errors(), [])
    await visit.close()
  }
  const visit = await open({ body: tall(3600) })
  await visit.scroll(2880)
  await visit.evaluate(`content.style.height = '7200px'; hide()`)
  t.match(await visit.readMeasures(1), [['engagement', 50]], 'at the bottom, then grown')
  await visit.close()
})

t.test('history navigation closes the page before', async (t) => {
  const visit = await open({
    script: 'script.pageview-props',
    attributes: 'defer data-domain="site.test" event-page="one" data-exclude="/hidden"',
  })
  const { origin } = visit
  await visit.evaluate(`
    tidemark('Custom', { u: 'http://else.where/', props: { page: 'none' } })
    history.pushState({}, '', '/?same-path')
    document.querySelector('script').setAttribute('event-page', 'two')
    history.pushState({}, '', '/two')
  `)
  const first = await visit.readNew(3)
  t.same(first.map((event) => event.n).sort(), ['Custom', 'engagement', 'pageview'])
  t.match(
    first.find((event) => event.n === 'engagement'),
    { u: `${origin}/`, p: { page: 'one' } },
  )
  await visit.evaluate(`history.pushState({}, '', '/hidden')`)
  t.match(
    await visit.readNew(1),
    [{ n: 'engagement', u: `${origin}/two`, p: { page: 'two' } }],
    'an excluded page closes the one before',
  )
  await visit.pass(10_000)
  await visit.evaluate('hide(); show()')
  t.same(await visit.readNew(0), [], 'no engagement on an excluded page')
  await visit.evaluate(`history.pushState({}, '', '/three')`)
  t.match(await visit.readNew(1), [{ n: 'pageview', u: `${origin}/three` }], 'nor when leaving it')
  await visit.close()
})

t.test('leftover time never goes to the next page', async (t) => {
  const visit = await open()
  await visit.page.clock.pauseAt(await visit.page.evaluate('Date.now() + 1000'))
  await visit.evaluate('hide(); show()')
  await visit.readNew(1)
  await visit.pass(2000)
  await visit.evaluate(`history.pushState({}, '', '/two')`)
  t.match(await visit.readNew(1), [{ n: 'pageview' }])
  await visit.pass(500)
  await visit.evaluate('hide()')
  t.same(await visit.readMeasures(1), [['engagement', 10, 500]])
  await visit.close()
})

t.test('no engagement before an accepted pageview', async (t) => {
  const visit = await lab.visit({ script: 'script.manual', clock: true })
  await visit.evaluate(`tidemark('Custom'); hide(); show()`)
  t.same(await visit.names(1), ['Custom'])
  await visit.evaluate(`tidemark('pageview'); hide()`)
  t.same(await visit.names(3), ['Custom', 'pageview', 'engagement'])
  await visit.close()
})

t.test('leaving, reloading and closing send engagement once', async (t) => {
  const ends: [string, (visit: Awaited<ReturnType<typeof lab.visit>>) => Promise<unknown>][] = [
    ['leaving', (visit) => visit.page.goto('http://blank.example/')],
    ['closing', (visit) => visit.page.close({ runBeforeUnload: true })],
  ]
  for (const [name, end] of ends) {
    // The real visibility counts here.
    const visit = await lab.visit({ before: 'delete document.visibilityState', body: tall(7200) })
    await visit.events(1)
    await end(visit)
    t.same(await visit.names(2), ['pageview', 'engagement'], name)
    if (!visit.page.isClosed()) await visit.close()
  }
  const visit = await lab.visit({ before: 'delete document.visibilityState' })
  await visit.events(1)
  await visit.page.reload()
  t.same((await visit.names(3)).sort(), ['engagement', 'pageview', 'pageview'], 'reloading')
  await visit.close()
})
