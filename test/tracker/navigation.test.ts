// Links, downloads and forms behave as if the script were not there (spec/tracker 8).
import t from 'tap'
import { createLab, type VisitOptions } from './support/lab.ts'

// In the shell an evaluation that calls form.submit() never comes back.
const lab = await createLab({ isWhole: true })
t.teardown(() => lab.stop())

t.test('navigation is never held up', async (t) => {
  const target = 'http://elsewhere.test/'
  const body = `
    <a id=plain href="${target}">plain</a><a id=blank target=_blank href="${target}">blank</a><a id=file href="/a.zip">file</a>
    <form action="/submitted" method=post><button id=send>send</button></form>`
  const options: VisitOptions = {
    script: 'script.outbound-links.file-downloads.form-submissions.tagged-events',
    body,
    before: 'delete document.visibilityState',
  }
  const plain = await lab.visit(options)
  await plain.events(1)
  await Promise.all([plain.page.waitForURL(target), plain.page.click('#plain')])
  t.same((await plain.names(3)).sort(), ['Outbound Link: Click', 'engagement', 'pageview'])
  await plain.close()

  const blank = await lab.visit(options)
  await blank.events(1)
  for (const click of [{}, { modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
    const opened = lab.context.waitForEvent('page')
    await blank.page.click('#blank', click)
    const page = await opened
    await page.waitForURL(target)
    await page.close()
  }
  t.equal(blank.page.url(), `${blank.origin}/`)
  const clicks = (await blank.names(4)).filter((name) => name === 'Outbound Link: Click')
  t.equal(clicks.length, 3, 'new tabs by target, by modifier and by the middle button')
  await blank.evaluate('document.getElementById("blank").focus()')
  const [opened] = await Promise.all([lab.context.waitForEvent('page'), blank.page.keyboard.press('Enter')])
  await opened.close()
  t.equal((await blank.names(5)).filter((name) => name === 'Outbound Link: Click').length, 4, 'by keyboard')
  await blank.close()

  const sending = await lab.visit(options)
  await sending.events(1)
  await Promise.all([sending.page.waitForURL('**/submitted'), sending.page.click('#send')])
  t.same((await sending.names(3)).sort(), ['Form: Submission', 'engagement', 'pageview'])
  await sending.close()
})
