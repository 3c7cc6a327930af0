// Rules that give roles at sign-in: how they are written, and their verdicts.
import t from 'tap'
import { afterVerdict } from '../../src/registry/role-rules.ts'
import { judge, parseRoleRules, type RuleFacts, type Verdict } from '../../src/rules/role-rules.ts'

t.test('rules as they are written', async (t) => {
  t.strictSame(parseRoleRules(' \n'), [])
  t.strictSame(parseRoleRules('domain:Corp.Test=viewer@T-1; group:/admins=admin@t-1\ngroup:CN=A,DC=corp=owner@t-2'), [
    { by: 'domain', name: 'corp.test', role: 'viewer', team: 't-1' },
    { by: 'group', name: 'admins', role: 'admin', team: 't-1' },
    { by: 'group', name: 'CN=A,DC=corp', role: 'owner', team: 't-2' },
  ])
  const refused: [text: string, reason: RegExp][] = [
    ['corp.test=viewer@t', /not domain:NAME/],
    ['domain:corp.test=viewer', /not domain:NAME/],
    ['domain:corp.test=boss@t', /the role boss/],
    ['domain:ann@corp.test=viewer@t', /not a domain/],
    ['domain:test=viewer@t', /not a domain/],
    ['domain:*.corp.test=viewer@t x', /not domain:NAME/],
  ]
  for (const [text, reason] of refused) t.throws(() => parseRoleRules(text), { message: reason }, text)
})

t.test('verdicts', async (t) => {
  const rules = parseRoleRules(
    'domain:corp.test=viewer@a;group:editors=editor@a;group:admins=admin@a;group:admins=admin@b;domain:corp.test=owner@c',
  )
  const cases: [facts: RuleFacts, a: Verdict, b: Verdict, c: Verdict][] = [
    [{ domain: 'corp.test', groups: [] }, 'viewer', 'none', 'owner'],
    [{ domain: 'sub.corp.test', groups: [] }, 'none', 'none', 'none'],
    [{ domain: undefined, groups: ['editors'] }, 'editor', 'none', 'none'],
    [{ domain: 'corp.test', groups: ['/admins', 'editors'] }, 'admin', 'admin', 'owner'],
    [{ domain: undefined, groups: ['Admins'] }, 'none', 'none', 'none'],
    [{ domain: 'corp.test', groups: undefined }, 'unknown', 'unknown', 'owner'],
  ]
  for (const [facts, a, b, c] of cases)
    t.strictSame(Object.fromEntries(judge(rules, facts)), { a, b, c }, JSON.stringify(facts))
})

t.test('what becomes of a membership', async (t) => {
  const by = (role: string, before: string | null) => ({ role, role_before_rule: before }) as never
  const cases: [known: unknown, verdict: Verdict, next: unknown][] = [
    [undefined, 'none', undefined],
    [undefined, 'viewer', by('viewer', '')],
    [by('viewer', ''), 'admin', by('admin', '')],
    [by('admin', ''), 'viewer', by('viewer', '')],
    [by('admin', ''), 'none', undefined],
    [by('viewer', null), 'admin', by('admin', 'viewer')],
    [by('admin', 'viewer'), 'none', by('viewer', null)],
    [by('admin', 'viewer'), 'viewer', by('viewer', null)],
    [by('admin', null), 'viewer', by('admin', null)],
    [by('owner', null), 'none', by('owner', null)],
  ]
  for (const [known, verdict, next] of cases)
    t.strictSame(afterVerdict(known as never, verdict as 'none'), next, `${JSON.stringify(known)} ${verdict}`)
})
