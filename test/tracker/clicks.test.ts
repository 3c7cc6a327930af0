// Outbound links, downloads, forms and tagged elements (spec/tracker 8 to 10).
import t, { type Test } from 'tap'
import { createLab, type VisitOptions } from './support/lab.ts'

// In the shell an evaluation that calls form.submit() never comes back.
const lab = await createLab({ isWhole: true })
t.teardown(() => lab.stop())

const ALL = 'script.manual.outbound-links.file-downloads.form-submissions.tagged-events'

interface Case {
  name: string
  body: string
  /** What is done; by default the element with id `x` is clicked. */
  act?: string
  /** Name and props of each event, in any order. */
  sends: [name: string, props?: Record<string, unknown>, revenue?: Record<string, unknown>][]
}

/** Runs many cases in one page, where navigation is called off: what the script sees stays the same. */
async function run(t: Test, options: VisitOptions, cases: Case[]) {
  const visit = await lab.visit({ script: ALL, ...options })
  await visit.evaluate(`
    window.addEventListener('click', (event) => { if (event.composedPath().some((one) => ['a', 'area'].includes(one.localName))) event.preventDefault() }, true)
    window.addEventListener('auxclick', (event) => event.preventDefault(), true)
    window.addEventListener('submit', (event) => event.preventDefault(), true)
  `)
  let count = 0
  for (const { name, body, act, sends } of cases) {
    await visit.evaluate(
      `document.body.innerHTML = ${JSON.stringify(body)}; { const x = document.getElementById('x'); ${act ?? 'x.click()'} }`,
    )
    const all = await visit.events(count + sends.length)
    const fresh = all.slice(count).map((event) => [event.n, event.p, event.$])
    count = all.length
    t.same(
      fresh.map((event) => JSON.stringify(event)).sort(),
      sends.map(([n, p, revenue]) => JSON.stringify([n, p, revenue])).sort(),
      name,
    )
  }
  t.same(await visit.errors(), [])
  await visit.close()
}

const out = (url: string): [string, Record<string, unknown>] => ['Outbound Link: Click', { url }]
const file = (url: string): [string, Record<string, unknown>] => ['File Download', { url }]
const mouse = (type: string, button: number) =>
  `x.dispatchEvent(new MouseEvent('${type}', { bubbles: true, cancelable: true, button: ${button} }))`

/** An element that a frame's document made. */
const adopted = (name: string, tag: string, act: string, sends: Case['sends']): Case => ({
  name,
  body: '<iframe id=frame></iframe><p id=place></p>',
  act: `{ const x = frame.contentDocument.createElement('${tag}'); place.append(x); ${act} }`,
  sends,
})

t.test('outbound links', async (t) => {
  await run(t, { script: 'script.manual.outbound-links', host: 'links.example' }, [
    {
      name: 'whole address',
      body: '<a id=x href="http://other.test/a?b=1#c">',
      sends: [out('http://other.test/a?b=1#c')],
    },
    {
      name: 'deep inside',
      body: '<a href="http://other.test/"><i><b><u><s><i id=x></i></s></u></b></i></a>',
      sends: [out('http://other.test/')],
    },
    {
      name: 'another port',
      body: '<a id=x href="http://links.example:81/">',
      sends: [out('http://links.example:81/')],
    },
    {
      name: 'a subdomain',
      body: '<a id=x href="http://www.links.example/">',
      sends: [out('http://www.links.example/')],
    },
    { name: 'another scheme with its own port', body: '<a id=x href="https://links.example/">', sends: [] },
    { name: 'own page', body: '<a id=x href="/there?x">', sends: [] },
    { name: 'mail', body: '<a id=x href="mailto:a@b.test">', sends: [] },
    { name: 'telephone', body: '<a id=x href="tel:123">', sends: [] },
    { name: 'script', body: '<a id=x href="javascript:void 0">', sends: [] },
    { name: 'no href', body: '<a id=x>', sends: [] },
    { name: 'a file is no download here', body: '<a id=x href="/a.pdf">', sends: [] },
    {
      name: 'tags mean nothing here',
      body: '<a id=x class="tidemark-event-name=T" href="http://other.test/">',
      sends: [out('http://other.test/')],
    },
    {
      name: 'middle button',
      body: '<a id=x href="http://other.test/">',
      act: mouse('auxclick', 1),
      sends: [out('http://other.test/')],
    },
    { name: 'right button', body: '<a id=x href="http://other.test/">', act: mouse('auxclick', 2), sends: [] },
    {
      name: 'right button of a browser that sends click',
      body: '<a id=x href="http://other.test/">',
      act: mouse('click', 2),
      sends: [],
    },
    {
      name: 'default prevented',
      body: '<a id=x href="http://other.test/" onclick="event.preventDefault()">',
      sends: [out('http://other.test/')],
    },
    {
      name: 'propagation stopped',
      body: '<a id=x href="http://other.test/" onclick="event.stopPropagation()">',
      sends: [],
    },
    {
      name: 'svg link',
      body: '<svg><a id=x href="http://other.test/"><rect/></a></svg>',
      act: mouse('click', 0),
      sends: [],
    },
    {
      name: 'svg in a link',
      body: '<a href="http://other.test/"><svg id=x></svg></a>',
      act: mouse('click', 0),
      sends: [out('http://other.test/')],
    },
    adopted('a link from a frame’s document', 'a', `x.href = 'http://other.test/'; x.click()`, [
      out('http://other.test/'),
    ]),
    adopted(
      'an element from a frame’s document in a link',
      'b',
      `place.innerHTML = '<a href="http://other.test/">'; place.firstChild.append(x); x.click()`,
      [out('http://other.test/')],
    ),
    { name: 'area', body: '<map><area id=x href="http://other.test/"></map>', sends: [] },
    {
      name: 'the document itself',
      body: '',
      act: `document.dispatchEvent(new MouseEvent('click', { bubbles: true }))`,
      sends: [],
    },
    {
      name: 'inside a shadow tree',
      body: '<div id=x></div>',
      act: `x.attachShadow({ mode: 'open' }).innerHTML = '<a href="http://other.test/">a</a>'; x.shadowRoot.querySelector('a').click()`,
      sends: [],
    },
  ])
})

t.test('downloads', async (t) => {
  const host = 'files.example'
  await run(t, { script: 'script.manual.file-downloads', host }, [
    { name: 'without its query', body: '<a id=x href="/a.pdf?token=1">', sends: [file(`http://${host}/a.pdf`)] },
    { name: 'upper case', body: '<a id=x href="/A.PDF">', sends: [file(`http://${host}/A.PDF`)] },
    { name: 'with a fragment', body: '<a id=x href="/a.pdf#page=2">', sends: [file(`http://${host}/a.pdf`)] },
    { name: 'last dot counts', body: '<a id=x href="/a.tar.gz">', sends: [file(`http://${host}/a.tar.gz`)] },
    { name: 'another site', body: '<a id=x href="http://other.test/a.zip">', sends: [file('http://other.test/a.zip')] },
    { name: 'type in the query', body: '<a id=x href="/get?f=a.pdf">', sends: [] },
    { name: 'no dot', body: '<a id=x href="/pdf">', sends: [] },
    ...[
      'mailto:jane@studio.mov',
      'MAILTO:a@b.zip?subject=c',
      'tel:1.7z',
      'sms:1.pdf',
      'javascript:a.pdf',
      'data:,a.csv',
    ].map((href) => ({ name: href, body: `<a id=x href="${href}">`, sends: [] })),
    { name: 'a host like a type', body: '<a id=x href="http://studio.mov">', sends: [] },
    { name: 'a mail address in a path', body: '<a id=x href="/a@b.mov">', sends: [file(`http://${host}/a@b.mov`)] },
    adopted('a link from a frame’s document', 'a', `x.href = '/a.pdf'; x.click()`, [file(`http://${host}/a.pdf`)]),
    ...['iso', 'jpg', 'html', 'pdfx', ''].map((type) => ({
      name: `type ${type}`,
      body: `<a id=x href="/a.${type}">`,
      sends: [],
    })),
    ...'xlsx docx txt rtf csv exe key pps ppt pptx 7z pkg rar gz zip avi mov mp4 mpeg wmv midi mp3 wav wma dmg'
      .split(' ')
      .map((type) => ({
        name: `type ${type}`,
        body: `<a id=x href="/a.${type}">`,
        sends: [file(`http://${host}/a.${type}`)],
      })),
  ])
  const lists: [attributes: string, types: Record<string, boolean>][] = [
    ['file-types="iso,jpg"', { iso: true, jpg: true, pdf: false }],
    ['data-file-types="iso"', { iso: true, pdf: false }],
    ['add-file-types="iso"', { iso: true, pdf: true, jpg: false }],
    ['data-add-file-types="iso"', { iso: true, pdf: true }],
    ['file-types="iso" add-file-types="JPG"', { iso: true, jpg: true, pdf: false }],
  ]
  for (const [attributes, types] of lists) {
    const own = `list${lists.findIndex((list) => list[0] === attributes)}.example`
    await run(
      t,
      { script: 'script.manual.file-downloads', host: own, attributes: `defer data-domain="x" ${attributes}` },
      Object.entries(types).map(([type, counts]) => ({
        name: `${attributes}: ${type}`,
        body: `<a id=x href="/a.${type}">`,
        sends: counts ? [file(`http://${own}/a.${type}`)] : [],
      })),
    )
  }
  await run(t, { script: 'script.manual.file-downloads.outbound-links' }, [
    {
      name: 'one event when both are on',
      body: '<a id=x href="http://other.test/a.zip?b">',
      sends: [out('http://other.test/a.zip?b')],
    },
  ])
})

t.test('forms', async (t) => {
  const submit = 'x.requestSubmit()'
  const sent: Case['sends'] = [['Form: Submission']]
  await run(t, {}, [
    { name: 'valid', body: '<form id=x><input name=a value=secret></form>', act: submit, sends: sent },
    { name: 'clicked button', body: '<form><button id=x></button></form>', sends: sent },
    {
      name: 'hidden by the page',
      body: '<form id=x onsubmit="event.stopPropagation()"></form>',
      act: submit,
      sends: sent,
    },
    {
      name: 'prevented by the page',
      body: '<form id=x onsubmit="event.preventDefault()"></form>',
      act: submit,
      sends: sent,
    },
    { name: 'invalid', body: '<form id=x><input required></form>', act: submit, sends: [] },
    { name: 'novalidate', body: '<form id=x novalidate><input required></form>', act: submit, sends: sent },
    {
      name: 'formnovalidate on an invalid form',
      body: '<form><input required><button id=x formnovalidate></button></form>',
      sends: [],
    },
    {
      name: 'fields with awkward names',
      body: '<form id=x><input name=matches><input name=checkValidity></form>',
      act: submit,
      sends: sent,
    },
    {
      name: 'a field named like the way up',
      body: '<div class="tidemark-event-name=Parent"><form id=x><input name=parentElement></form></div>',
      act: submit,
      sends: [['Parent']],
    },
    {
      name: 'not a form',
      body: '<div id=x></div>',
      act: `x.dispatchEvent(new Event('submit', { bubbles: true }))`,
      sends: [],
    },
    { name: 'the document', body: '', act: `document.dispatchEvent(new Event('submit'))`, sends: [] },
    adopted('from a frame’s document', 'form', submit, sent),
    adopted('invalid, from a frame’s document', 'form', `x.innerHTML = '<input required>'; ${submit}`, []),
    adopted('tagged, from a frame’s document', 'form', `x.className = 'tidemark-event-name=T'; ${submit}`, [['T']]),
    {
      name: 'tagged',
      body: '<form id=x class="tidemark-event-name=Sign+Up tidemark-event-plan=pro"></form>',
      act: submit,
      sends: [['Sign Up', { plan: 'pro' }]],
    },
    {
      name: 'tagged parent',
      body: '<div class="tidemark-event-name=Parent"><form id=x></form></div>',
      act: submit,
      sends: [['Parent']],
    },
    {
      name: 'own tag before the parent’s',
      body: '<div class="tidemark-event-name=Parent"><form id=x class="tidemark-event-name=Own"></form></div>',
      act: submit,
      sends: [['Own']],
    },
    {
      name: 'tagged far away',
      body: '<p class="tidemark-event-name=Far"><s><s><s><s><form id=x></form></s></s></s></s>',
      act: submit,
      sends: sent,
    },
  ])
  await run(t, { script: 'script.manual.form-submissions' }, [
    { name: 'tags off', body: '<form id=x class="tidemark-event-name=T"></form>', act: submit, sends: sent },
  ])
  await run(t, { script: 'script.manual.tagged-events' }, [
    { name: 'forms off', body: '<form id=x></form>', act: submit, sends: [] },
    {
      name: 'tagged, forms off',
      body: '<form id=x class="tidemark-event-name=T"></form>',
      act: submit,
      sends: [['T']],
    },
  ])
  const visit = await lab.visit({ script: ALL, body: '<form id=f action=/submitted method=post><input name=a></form>' })
  await visit.evaluate('HTMLFormElement.prototype.submit.call(f)')
  t.same(await visit.events(0), [], 'form.submit() fires nothing')
  await visit.close()
})

t.test('forms with a field for each name that a form has', async (t) => {
  // A field hides the property of its name, so each is called by its prototype here too.
  const hide = `
    const names = new Set(['classList', 'closest', 'matches', 'getAttribute', 'attributes', 'parentElement', 'elements'])
    for (const name in document.createElement('form')) names.add(name)
    for (const name of names) {
      const field = document.createElement('input')
      field.name = name
      Element.prototype.append.call(form, field)
    }
    if (form.classList.name !== 'classList' || form.action.name !== 'action') throw new Error('nothing is hidden');
  `
  const submit = 'HTMLFormElement.prototype.requestSubmit.call(form)'
  const tag = 'tidemark-event-name=T tidemark-event-plan=pro'
  const sent: Case['sends'] = [['T', { plan: 'pro' }]]
  const link = 'href="http://other.test/"'
  await run(t, { host: 'links.example' }, [
    { name: 'plain', body: '<form id=form></form>', act: hide + submit, sends: [['Form: Submission']] },
    { name: 'tagged', body: `<form id=form class="${tag}"></form>`, act: hide + submit, sends: sent },
    {
      name: 'in a tagged element',
      body: `<div class="${tag}"><p><form id=form></form></p></div>`,
      act: hide + submit,
      sends: sent,
    },
    {
      name: 'in a form of the same kind',
      body: `<form id=form class="${tag}"><button id=x></button></form>`,
      act: `${hide} x.click()`,
      sends: sent,
    },
    {
      name: 'a link in it',
      body: `<form id=form><b><a id=x ${link}></a></b></form>`,
      act: `${hide} x.click()`,
      sends: [out('http://other.test/')],
    },
    {
      name: 'a tagged link in it',
      body: `<form id=form><a id=x ${link} class="${tag}"></a></form>`,
      act: `${hide} x.click()`,
      sends: [],
    },
    {
      name: 'a click on the form itself',
      body: `<div class="${tag}"><form id=form></form></div>`,
      act: `${hide} HTMLElement.prototype.click.call(form)`,
      sends: [],
    },
    {
      name: 'a form that is a child of a link',
      body: `<a ${link}><form id=form></form></a>`,
      act: `${hide} HTMLElement.prototype.click.call(form)`,
      sends: [out('http://other.test/')],
    },
  ])
})

t.test('tagged elements', async (t) => {
  const tag = 'tidemark-event-name=T'
  const href = 'href="http://other.test/"'
  const url = 'http://other.test/'
  await run(t, {}, [
    {
      name: 'name and props',
      body: '<b id=x class="a tidemark-event-name=Sign+Up tidemark-event-plan=pro+max b">',
      sends: [['Sign Up', { plan: 'pro max' }]],
    },
    {
      name: 'two dashes',
      body: '<b id=x class="tidemark-event-name--Sign+Up tidemark-event-plan--pro">',
      sends: [['Sign Up', { plan: 'pro' }]],
    },
    {
      name: 'the other prefix',
      body: '<b id=x class="plausible-event-name=P plausible-event-a=1">',
      sends: [['P', { a: '1' }]],
    },
    {
      name: 'first separator',
      body: '<b id=x class="tidemark-event-name=A=B tidemark-event-q=a--b=c">',
      sends: [['A=B', { q: 'a--b=c' }]],
    },
    { name: 'prefix in the middle', body: '<b id=x class="my-tidemark-event-name=T">', sends: [] },
    { name: 'empty name', body: '<b id=x class="tidemark-event-name= tidemark-event-a=1">', sends: [] },
    { name: 'no name', body: '<b id=x class="tidemark-event-a=1">', sends: [] },
    {
      name: 'revenue',
      body: `<b id=x class="${tag} tidemark-revenue-amount=10.29 tidemark-revenue-currency=EUR">`,
      sends: [['T', undefined, { amount: '10.29', currency: 'EUR' }]],
    },
    {
      name: 'revenue of the other prefix',
      body: `<b id=x class="plausible-event-name=T plausible-revenue-amount=1 plausible-revenue-currency=USD">`,
      sends: [['T', undefined, { amount: '1', currency: 'USD' }]],
    },
    { name: 'three levels up', body: `<b class="${tag}"><i><i><i id=x>`, sends: [['T']] },
    {
      name: 'the outermost',
      body: `<b class="tidemark-event-name=Outer"><i class="${tag}"><i id=x>`,
      sends: [['Outer']],
    },
    { name: 'in a form', body: `<form><b id=x class="${tag}"></form>`, sends: [] },
    adopted(
      'in a form from a frame’s document',
      'form',
      `x.innerHTML = '<b class="${tag}">'; x.firstChild.click()`,
      [],
    ),
    {
      name: 'a label around its input',
      body: `<label class="${tag}"><i id=x>a</i><input type=checkbox></label>`,
      sends: [['T']],
    },
    {
      name: 'the input in its label, twice',
      body: `<label class="${tag}">a<input id=x type=checkbox></label>`,
      act: 'x.click(); x.click()',
      sends: [['T'], ['T']],
    },
    {
      name: 'a label, then its input',
      body: `<label id=x class="${tag}">a<input type=checkbox></label>`,
      act: 'x.click(); x.firstElementChild.click()',
      sends: [['T'], ['T']],
    },
    {
      name: 'a label beside its input, both tagged by what is around them',
      body: `<p class="${tag}"><label id=x for=y>a</label><input id=y type=radio></p>`,
      sends: [['T']],
    },
    {
      name: 'a tagged label elsewhere',
      body: `<label id=x class="${tag}" for=y>a</label><input id=y type=radio>`,
      sends: [['T']],
    },
    {
      name: 'a tagged input in a label',
      body: `<label id=x>a<input type=checkbox class="${tag}"></label>`,
      sends: [['T']],
    },
    {
      name: 'a label that the page stops, then its input',
      body: `<label id=x class="${tag}" onclick="event.target === x && event.preventDefault()">a<input type=checkbox></label>`,
      act: 'x.click(); x.firstElementChild.click()',
      sends: [['T'], ['T']],
    },
    {
      name: 'a button in a label, then its input',
      body: `<label class="${tag}"><button type=button id=x>a</button><input type=checkbox id=y></label>`,
      act: 'x.click(); y.click()',
      sends: [['T'], ['T']],
    },
    {
      name: 'a form with a field named like the search',
      body: '<form id=x><input name=closest></form>',
      act: mouse('click', 0),
      sends: [],
    },
    { name: 'a tagged link', body: `<a id=x class="${tag}" ${href}>`, sends: [['T', { url }]] },
    { name: 'a tagged element around a link', body: `<b class="${tag}"><a id=x ${href}>`, sends: [['T', { url }]] },
    { name: 'a tagged element in a link', body: `<a ${href}><b id=x class="${tag}">`, sends: [['T', { url }]] },
    { name: 'deep in a tagged link', body: `<a class="${tag}" ${href}><b><b><b><b><b id=x>`, sends: [['T', { url }]] },
    { name: 'a tagged link in a form', body: `<form><a id=x class="${tag}" ${href}></form>`, sends: [] },
    {
      name: 'a tagged download',
      body: `<a id=x class="${tag}" href="http://other.test/a.pdf?b">`,
      sends: [['T', { url: 'http://other.test/a.pdf?b' }]],
    },
    { name: 'a link without a name', body: `<a id=x class="tidemark-event-a=1" ${href}>`, sends: [out(url)] },
    { name: 'svg', body: `<svg><a id=x class="${tag}" ${href}></a></svg>`, act: mouse('click', 0), sends: [['T']] },
    { name: 'middle button', body: `<b id=x class="${tag}">`, act: mouse('auxclick', 1), sends: [['T']] },
    { name: 'right button', body: `<b id=x class="${tag}">`, act: mouse('auxclick', 2), sends: [] },
  ])
})
