// The claims of docs/for-your-lawyer.md about accounts: what deletion removes and what it leaves, and how long records
// are kept.
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { loadConfig } from '../../src/config.ts'
import { projectPath } from '../../src/paths.ts'
import { forgetAudit } from '../../src/registry/audit-log.ts'
import { invitationDays, linkHours, sessionDays, sessionIdleDays } from '../../src/rules/lifetimes.ts'
import { startApp } from '../support/app.ts'

const service = await startApp()
t.teardown(() => service.stop())
const { registry, db, directory } = service.app
await service.provision({ domain: 'law.test', email: 'owner@law.test' })
const { id: siteId, teamId } = directory.find('law.test')!
const email = 'person.marked@law.test'

/** Tables in which a text stands somewhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await db.write.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db.write.query(`select 1 from "${name}" t where t::text ilike $1 limit 1`, [`%${text}%`])
    if (rows.length > 0) found.push(name)
  }
  return found
}

t.test('deletion of an account leaves what the page says', async (t) => {
  const user = await registry.users.create({ email, name: 'Marked Person', password: 'a long enough password' })
  const place = { agent: 'Firefox on Marked', country: 'DE' }
  await registry.teams.addMember(teamId, user.id, 'editor')
  await registry.teams.addGuest(siteId, email, 'viewer')
  await registry.recipients.replace(siteId, 'weekly', { addresses: [email], threshold: null })
  await registry.keys.create({ userId: user.id, name: 'Marked key' })
  await registry.segments.create(siteId, {
    name: 'Marked segment',
    userId: user.id,
    filters: [['is', 'event:page', ['/']]],
  })
  await registry.secondFactors.begin(user)
  await registry.sessions.begin({ userId: user.id, method: 'password', ...place })
  await registry.identities.signIn(
    {
      ...{ issuer: 'https://id.test', subject: 'marked-subject', email, isVerified: true, name: '' },
      ...{ roles: new Map(), hasSecondFactor: false },
    },
    place,
  )
  await registry.oneTimeLinks.create('reset', { userId: user.id })
  await registry.users.remove(user.id)
  t.strictSame(await tablesWith(email), ['audit_log', 'recipients', 'site_guests'])
  for (const text of ['Marked Person', 'marked-subject', 'Marked segment', 'Firefox on Marked'])
    t.strictSame(await tablesWith(text), [], text)
  for (const table of [
    'browser_sessions',
    'second_factors',
    'one_time_links',
    'memberships',
    'user_settings',
    'api_keys',
  ])
    t.strictSame(await db.write.query(`select 1 from ${table} where user_id = $1`, [user.id]), [], table)
  t.ok(await registry.teams.removeGuest(siteId, email))
  await registry.recipients.replace(siteId, 'weekly', { addresses: [], threshold: null })
  t.strictSame(await tablesWith(email), ['audit_log'])
  const later = new Date(Date.now() + 366 * 86_400_000)
  await forgetAudit(db.write, later, loadConfig({ DATABASE_URL: service.databaseUrl, SECRET_KEY: 'x' }).auditLogDays)
  t.strictSame(await tablesWith(email), [], 'nothing is left after AUDIT_LOG_DAYS')
})

t.test('the page has the lengths of the code', async (t) => {
  const text = await readFile(projectPath('docs', 'for-your-lawyer.md'), 'utf8')
  const { auditLogDays } = loadConfig({ DATABASE_URL: service.databaseUrl, SECRET_KEY: 'x' })
  for (const claim of [
    `${sessionIdleDays} days without use, ${sessionDays} days in any case`,
    `${invitationDays} days, links that sign in ${linkHours} hours`,
    `\`AUDIT_LOG_DAYS\`, ${auditLogDays} days by default`,
  ])
    t.match(text, claim)
})
