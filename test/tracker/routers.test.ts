// Scroll depth where a router draws, scrolls and pushes in whatever order (spec/tracker 7).
import t from 'tap'
import { createLab, type VisitOptions } from './support/lab.ts'

const lab = await createLab()
t.teardown(() => lab.stop())

const tall = (pixels: number) => `<style>body { margin: 0 }</style><div id="content" style="height:${pixels}px"></div>`
const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
const draw = (pixels: number) => `content.style.height = '${pixels}px'`
const push = (path = '/next') => `history.pushState({}, '', '${path}')`

/** Opens a page, runs one script after the other with frames between them, gives the depths that were sent. */
async function depths(options: VisitOptions, steps: string[], count: number): Promise<unknown[]> {
  const visit = await lab.visit(options)
  await visit.events(1)
  for (const step of steps) await visit.evaluate(`(async () => { await ${frames}; ${step}; await ${frames} })()`)
  const events = await visit.events(1 + 2 * count)
  t.same(await visit.errors(), [])
  await visit.close()
  return events.filter((event) => event.n === 'engagement').map((event) => event.sd)
}

t.test('the page that is left is measured, not the one that is entered', async (t) => {
  const none = 'delete window.ResizeObserver'
  const back = `window.addEventListener('popstate', () => Promise.resolve().then(() => { if (location.pathname === '/') content.style.height = '720px' }))`
  const cases: [name: string, options: VisitOptions, steps: string[], sd: number][] = [
    ['draws a long page, then pushes', { body: tall(720) }, [`${draw(7200)}; ${push()}`], 100],
    ['draws a short page, then pushes', { body: tall(7200) }, [`${draw(100)}; ${push()}`], 10],
    [
      'replaces the body, then pushes',
      { body: tall(7200) },
      [`document.body = document.createElement('body'); ${push()}`],
      10,
    ],
    ['pushes, then draws', { body: tall(7200) }, [`${push()}; ${draw(100)}`], 10],
    ['pushes, then draws a long page', { body: tall(720) }, [`${push()}; ${draw(7200)}`], 100],
    ['a page that grew meanwhile', { body: tall(720) }, [draw(7200), push()], 10],
    ['a page that shrank meanwhile', { body: tall(7200) }, [draw(720), push()], 100],
    ['a page that grew, and a short one drawn', { body: tall(720) }, [draw(7200), `${draw(100)}; ${push()}`], 10],
    ['a pageview by hand after the drawing', { body: tall(720) }, [`${draw(7200)}; tidemark('pageview')`], 100],
    ['without an observer: at the time of sending', { body: tall(720), before: none }, [draw(7200), push()], 10],
    ['the first page again', { body: tall(7200), before: back }, [push(), 'history.back()'], 10],
  ]
  for (const [name, options, steps, sd] of cases) {
    const all = await depths(options, steps, steps.filter((step) => /pushState|pageview|back/.test(step)).length)
    t.equal(all.at(-1), sd, name)
  }
})

t.test('hash routers draw first too', async (t) => {
  const drawn = `addEventListener('hashchange', () => { content.style.height = '7200px' })`
  const all = await depths({ body: tall(720), script: 'script.hash', before: drawn }, [`location.hash = '#/next'`], 1)
  t.same(all, [100])
})

t.test('a root element of fixed height, in the site script', async (t) => {
  const none = { outboundLinks: false, fileDownloads: false, formSubmissions: false, hashBasedRouting: false }
  lab.sites.set('fixed', { ...none, domain: 'site.test' })
  const body = '<style>html, body { height: 100%; margin: 0 }</style><div id="app"></div>'
  const fill = `app.innerHTML = '<p style="height: 7200px; margin: 0">'`
  const options = { script: 's-fixed', attributes: 'defer', body }
  t.same(await depths(options, [fill, push()], 1), [10], 'filled late')
  t.same(await depths(options, [fill, `app.textContent = ''; ${push()}`], 1), [10], 'and emptied before the push')
})

t.test('the next page starts where it is, not where the page before was', async (t) => {
  const down = 'scrollTo(0, 4320)'
  const hide = 'hide()'
  const cases: [name: string, steps: string[], sd: number][] = [
    ['pushed, scrolled to its top', [down, `${push()}; scrollTo(0, 0)`, hide], 10],
    ['scrolled to its top, pushed', [down, `scrollTo(0, 0); ${push()}`, hide], 10],
    ['pushed and left where it was', [down, push(), hide], 70],
    ['pushed, then scrolled less deep', [down, `${push()}; scrollTo(0, 0)`, 'scrollTo(0, 720)', hide], 20],
    ['a shorter page that moves the window', [down, `${push()}; ${draw(1440)}`, hide], 100],
  ]
  for (const [name, steps, sd] of cases) {
    const visit = await lab.visit({ body: tall(7200) })
    await visit.events(1)
    for (const step of steps) await visit.evaluate(`(async () => { await ${frames}; ${step}; await ${frames} })()`)
    const sent = (await visit.events(4)).filter((event) => event.n === 'engagement')
    t.same(
      sent.map((event) => [new URL(String(event.u)).pathname, event.sd]).sort(),
      [
        ['/', 70],
        ['/next', sd],
      ],
      name,
    )
    await visit.close()
  }
})
