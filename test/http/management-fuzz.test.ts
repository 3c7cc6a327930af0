// Odd values everywhere: the control plane answers a documented status, never 500. createCall also holds each answer
// against OpenAPI.
import fc from 'fast-check'
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { runs } from '../support/effort.ts'
import { anyText } from '../support/text.ts'

const service = await startApp()
t.teardown(() => service.stop())
const site = await service.provision({ domain: 'fuzz.test' })
const call = createCall(service.url, site.api_key)

const text = fc.oneof(
  anyText(),
  fc.constantFrom('', ' ', '\0', '\ud800', 'a\0b', '__proto__', 'fuzz.test', 'x'.repeat(3000)),
)
const odd = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(text, text, { maxKeys: 4 }),
)
const pick = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] })
const segment = text.map(
  (value) => encodeURIComponent(Buffer.from(value).toString()).replace(/^\.+$/, 'dots') || 'empty',
)

const requests: [method: string, path: fc.Arbitrary<string>, body: fc.Arbitrary<object>, token: string][] = [
  [
    'PUT',
    fc.constant('/api/plugins/v1/goals'),
    fc.record({
      goal_type: fc.constantFrom('Goal.CustomEvent', 'Goal.Pageview', 'Goal.Revenue'),
      goal: pick('event_name', 'path', 'currency', 'custom_props'),
    }),
    site.plugin_token,
  ],
  ['PUT', fc.constant('/api/plugins/v1/goals'), pick('goals', 'goal', 'goal_type'), site.plugin_token],
  [
    'DELETE',
    fc.constant('/api/plugins/v1/goals'),
    fc.record({ goal_ids: fc.array(fc.double({ noNaN: true })) }),
    site.plugin_token,
  ],
  ['PUT', fc.constant('/api/plugins/v1/custom_props'), fc.record({ custom_prop: pick('key') }), site.plugin_token],
  ['PUT', fc.constant('/api/plugins/v1/shared_links'), fc.record({ shared_link: pick('name') }), site.plugin_token],
  [
    'PUT',
    fc.constant('/api/plugins/v1/tracker_script_configuration'),
    fc.record({ tracker_script_configuration: pick('installation_type', 'outbound_links') }),
    site.plugin_token,
  ],
  [
    'PUT',
    segment.map((value) => `/api/v1/sites/${value}`),
    pick('domain', 'tracker_script_configuration'),
    site.api_key,
  ],
  [
    'POST',
    fc.constant('/api/v1/sites'),
    pick('domain', 'timezone', 'team_id', 'tracker_script_configuration'),
    site.api_key,
  ],
  ['PUT', fc.constant('/api/v1/sites/funnels?site_id=fuzz.test'), pick('name', 'steps'), site.api_key],
  [
    'PUT',
    fc.constant('/api/v1/sites/goals?site_id=fuzz.test'),
    fc.record({
      goal_type: fc.constantFrom('event', 'page'),
      event_name: odd,
      page_path: odd,
      display_name: odd,
      custom_props: odd,
      scroll_threshold: odd,
      currency: odd,
    }),
    site.api_key,
  ],
  [
    'PUT',
    fc.constant('/api/v1/sites/guests?site_id=fuzz.test'),
    fc.record({ email: odd, role: fc.constantFrom('viewer', 'editor') }),
    site.api_key,
  ],
  ['PUT', fc.constant('/api/v1/sites/custom-props?site_id=fuzz.test'), pick('property', 'site_id'), site.api_key],
  ['PUT', fc.constant('/api/v1/sites/shared-links?site_id=fuzz.test'), pick('name'), site.api_key],
  ['DELETE', segment.map((value) => `/api/v1/sites/guests/${value}?site_id=fuzz.test`), fc.constant({}), site.api_key],
  [
    'DELETE',
    segment.map((value) => `/api/v1/sites/custom-props/${value}?site_id=fuzz.test`),
    fc.constant({}),
    site.api_key,
  ],
  ['DELETE', segment.map((value) => `/api/v1/sites/goals/${value}?site_id=fuzz.test`), fc.constant({}), site.api_key],
]

for (const [index, [method, path, body, token]] of requests.entries()) {
  t.test(`request ${index}: ${method}`, async (t) => {
    await fc.assert(
      fc.asyncProperty(path, body, async (address, value) => {
        const { status } = await call(method, address, value, token)
        return status < 500
      }),
      { numRuns: runs(60) },
    )
    t.pass('no 500')
  })
}
