// The role matrix, scopes and plans as the specification's tables have them (spec/management 6.2, 8.1, 8.2).
import t from 'tap'
import {
  type Action,
  allFeatures,
  featuresOf,
  hasScope,
  isFeature,
  isPlan,
  mayDo,
  plans,
  type SiteRole,
} from '../../src/rules/roles.ts'

t.test('who may do what', async (t) => {
  const roles: readonly SiteRole[] = ['owner', 'admin', 'editor', 'billing', 'viewer', 'guest_editor', 'guest_viewer']
  // Columns in the order of `roles`, rows as in spec/management 8.1; guests are never of a team, so they create
  // nothing.
  const table: [action: Action, marks: string][] = [
    ['read_stats', 'yes yes yes yes yes yes yes'],
    ['read_drops', 'yes yes yes yes yes yes no'],
    ['read_site', 'yes yes yes no yes yes yes'],
    ['write_site', 'yes yes yes no no yes no'],
    ['manage_guests', 'yes yes no no no no no'],
    ['create_site', 'yes yes yes no no no no'],
    ['read_audit_log', 'yes no no no no no no'],
    ['manage_sign_in', 'yes no no no no no no'],
    ['delete_site', 'yes no no no no no no'],
  ]
  for (const [action, marks] of table)
    for (const [index, mark] of marks.split(' ').entries()) {
      const role = roles[index] as SiteRole
      t.equal(mayDo(role, action), mark === 'yes', `${role} ${action}`)
    }
})

t.test('scopes', async (t) => {
  const cases: [scopes: string[], required: string, allowed: boolean][] = [
    [[], 'stats:read:*', true],
    [[], 'sites:read:*', true],
    [[], 'sites:provision:*', false],
    [['stats:read:*'], 'sites:provision:*', false],
    [['sites:read:*'], 'sites:provision:*', false],
    [['sites:provision:*'], 'sites:provision:*', true],
    [['sites:*'], 'sites:provision:*', true],
    [['stats:read:*', 'sites:provision:*'], 'sites:provision:*', true],
    [['sites:provision:x'], 'sites:provision:*', false],
    [['Sites:*'], 'sites:provision:*', false],
    [['site'], 'sites:provision:*', true],
  ]
  for (const [scopes, required, allowed] of cases)
    t.equal(hasScope(scopes, required), allowed, `${scopes.join(',')} for ${required}`)
})

t.test('plans and their features', async (t) => {
  const growth = ['goals', 'shared_links', 'teams']
  const business = [...growth, 'funnels', 'props', 'revenue_goals', 'site_segments', 'sites_api', 'stats_api'].sort()
  const cases: [plan: (typeof plans)[number], listed: string[], features: string[]][] = [
    ['starter', [], ['goals']],
    ['starter', ['props'], ['goals']],
    ['growth', [], growth],
    ['growth', ['props'], growth],
    ['business', [], business],
    ['enterprise', [], ['goals']],
    ['enterprise', ['props', 'stats_api'], ['goals', 'props', 'stats_api']],
    ['enterprise', ['nonsense', 'goals'], ['goals']],
    ['trial', [], business.filter((feature) => feature !== 'sites_api')],
    ['none', [], ['goals']],
    ['none', ['props'], ['goals']],
  ]
  for (const [plan, listed, features] of cases)
    t.strictSame([...featuresOf(plan, listed)].sort(), features, `${plan} ${listed.join(',')}`)
  t.strictSame([...plans].sort(), ['business', 'enterprise', 'growth', 'none', 'starter', 'trial'])
  t.strictSame([...allFeatures].sort(), business)
  for (const [name, known] of [
    ['business', true],
    ['Business', false],
    ['toString', false],
    ['', false],
  ] as const)
    t.equal(isPlan(name), known, name)
  t.equal(isFeature('props'), true)
  t.equal(isFeature('Props'), false)
})
