// What is deleted by one press comes back by one press: Undo makes the same thing again, with the same values
// (spec/dashboard 4.5, 5.6 and 11).
import t, { type Test } from 'tap'
import { build } from '../../scripts/build.ts'
import { startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'

t.setTimeout(180_000)

await build()
const service = await startDashboard({ days: 3 })
const { page, visit, takeErrors, stop } = await openPages(service)
t.teardown(async () => {
  await stop()
  await service.stop()
})
const domain = 'dashboard.test'
const board = `/sites/${domain}`

/** Asks a route as the owner's page does. */
async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(service.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...service.owner.headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json() as Promise<Answer>
}

/** Numbers and instants are of the row, not of what a person wrote. */
const valuesOf = (things: readonly object[]) =>
  things.map((thing) =>
    Object.fromEntries(Object.entries(thing).filter(([name]) => !['id', 'created_at', 'expires_at'].includes(name))),
  )

interface Deletion {
  readonly kind: string
  readonly path: string
  /** The list that the service has. */
  readonly list: () => Promise<readonly object[]>
  /** Presses what deletes it, and waits until it is gone. */
  readonly remove: () => Promise<void>
  /** Waits until it is on the page again. */
  readonly isBack: () => Promise<void>
}

/** Deletes, looks that it is gone, presses Undo, and compares with what was there. */
async function tryUndo(t: Test, { kind, path, list, remove, isBack }: Deletion): Promise<void> {
  const before = valuesOf(await list())
  t.equal(before.length, 1, `${kind}: one is there`)
  await visit(path)
  await remove()
  t.equal((await list()).length, 0, `${kind}: it is gone`)
  t.equal(await page.getByRole('dialog').count(), 0, `${kind}: nothing is asked`)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await isBack()
  t.strictSame(valuesOf(await list()), before, `${kind}: the same values`)
  t.equal(await page.getByRole('button', { name: 'Undo', exact: true }).count(), 0, `${kind}: once`)
  t.same(takeErrors(), [])
}

/** A button of a row: it goes with what it deletes, and comes back with it. */
const byButton = (name: string): Pick<Deletion, 'remove' | 'isBack'> => {
  const button = page.getByRole('button', { name, exact: true })
  return {
    async remove() {
      await button.click()
      await button.waitFor({ state: 'detached' })
    },
    isBack: () => button.waitFor(),
  }
}

const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
const query = `?site_id=${domain}`

t.test('a note', async (t) => {
  for (const show_on_shared_links of [true, false]) {
    const { notes } = await ask<{ notes: { id: number }[] }>(`/api/v1/sites/notes${query}`)
    for (const { id } of notes)
      await fetch(`${service.url}/api/v1/sites/notes/${id}${query}`, {
        method: 'DELETE',
        headers: service.owner.headers,
      })
    await ask('/api/v1/sites/notes', { site_id: domain, day, text: 'Launch <b>day</b>', show_on_shared_links })
    await tryUndo(t, {
      kind: `note, ${show_on_shared_links ? 'for all' : 'for the team'}`,
      path: board,
      list: async () => (await ask<{ notes: object[] }>(`/api/v1/sites/notes${query}`)).notes,
      ...byButton('Delete note: Launch <b>day</b>'),
    })
  }
})

t.test('a segment, of the person and of the site', async (t) => {
  const filters = [
    ['is', 'visit:source', ['Google', 'Bing']],
    ['contains', 'event:page', ['/'], { case_sensitive: false }],
  ]
  for (const kind of ['personal', 'site']) {
    const made = await ask<{ id: number }>('/api/v1/sites/segments', { site_id: domain, name: kind, kind, filters })
    const list = async () =>
      (await ask<{ segments: { kind: string }[] }>(`/api/v1/sites/segments${query}`)).segments.filter(
        (one) => one.kind === kind,
      )
    const chip = page.getByRole('button', { name: `Edit segment: ${kind}`, exact: true })
    await tryUndo(t, {
      kind: `segment: ${kind}`,
      path: `${board}?segment=${made.id}`,
      list,
      async remove() {
        await chip.click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await chip.waitFor({ state: 'detached' })
        await page.getByRole('status').filter({ hasText: 'Segment deleted' }).waitFor()
      },
      isBack: () => chip.waitFor(),
    })
    t.match(new URL(page.url()).search, /^\?segment=\d+$/, 'it is on again')
  }
})

t.test('a rule of each kind', async (t) => {
  const rules = [
    { type: 'ip', tab: 'Addresses', value: '203.0.113.7', name: '203.0.113.7' },
    { type: 'country', tab: 'Countries', value: 'IS', name: 'Iceland' },
    { type: 'page', tab: 'Pages', value: '/admin/**', name: '/admin/**' },
    { type: 'hostname', tab: 'Hostnames', value: domain, name: domain },
  ]
  for (const { type, tab, value, name } of rules) {
    await ask(`/api/sites/${domain}/shields`, { type, value, description: `The ${tab} of a test` })
    const button = byButton(`Remove: ${name}`)
    await tryUndo(t, {
      kind: `rule: ${type}`,
      path: `${board}/settings/shields`,
      list: async () =>
        (await ask<{ shields: { type: string }[] }>(`/api/sites/${domain}/shields`)).shields.filter(
          (one) => one.type === type,
        ),
      ...button,
      async remove() {
        await page.getByRole('tab', { name: tab }).click()
        await button.remove()
      },
    })
  }
})

t.test('an allowed property', async (t) => {
  const path = '/api/v1/sites/custom-props'
  const allowed = await fetch(service.url + path, {
    method: 'PUT',
    headers: { ...service.owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: domain, property: 'plan & size' }),
  })
  t.ok(allowed.ok)
  await tryUndo(t, {
    kind: 'property',
    path: `${board}/settings/properties`,
    list: async () => (await ask<{ custom_properties: object[] }>(`${path}${query}`)).custom_properties,
    ...byButton('Remove: plan & size'),
  })
})

t.test('an invitation: the same person, place and role, with another link', async (t) => {
  for (const invitation of [
    { email: 'new@people.test', to: 'team', role: 'editor' },
    { email: 'guest@people.test', to: 'site', role: 'viewer' },
  ]) {
    const list = async () =>
      (await ask<{ invitations: { email: string }[] }>(`/api/sites/${domain}/people`)).invitations.filter(
        ({ email }) => email === invitation.email,
      )
    const { url } = await ask<{ url: string }>(`/api/sites/${domain}/invitations`, invitation)
    await tryUndo(t, {
      kind: `invitation: ${invitation.to}`,
      path: `${board}/settings/people`,
      list,
      ...byButton(`Cancel invitation: ${invitation.email}`),
    })
    const made = await page.locator('pre.secret').textContent()
    t.match(made, /\/invite\/[\w-]{43}$/, 'it is to be sent')
    t.not(made, url, 'the canceled link stays canceled')
  }
})
