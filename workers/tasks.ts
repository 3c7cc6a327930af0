// The tasks of graphile-worker by name: each a call of upkeep/ or registry/. workers/crontab says when.
import type { TaskList } from 'graphile-worker'
import type { Clock } from '../src/clock.ts'
import type { Database } from '../src/db/pool.ts'
import type { Importer } from '../src/imports/importer.ts'
import type { Log } from '../src/log.ts'
import { forgetAudit } from '../src/registry/audit-log.ts'
import { forgetErasures } from '../src/registry/erasures.ts'
import { ensureSalts } from '../src/registry/salts.ts'
import type { Reports } from '../src/reports/reports.ts'
import { fillBreakdowns } from '../src/upkeep/breakdowns.ts'
import { analyzeChunks, coverChunks, rebuildChunks } from '../src/upkeep/chunks.ts'
import { forgetSignIns, housekeep } from '../src/upkeep/housekeeping.ts'
import { deleteImports } from '../src/upkeep/import-deletion.ts'
import { applyRetention, purgeDeletedSites } from '../src/upkeep/retention.ts'
import { endIdleSessions, forgetVisitors } from '../src/upkeep/sessions.ts'
import { endLongSql } from '../src/upkeep/sql-roles.ts'
import { changeTimezones } from '../src/upkeep/timezone.ts'

/** The task list; a task that throws is tried again by the runner. */
export function createTasks(options: {
  db: Database
  log: Log
  clock: Clock
  importer: Importer
  /** Ends a long task at its next step. */
  stopping?: AbortSignal | undefined
  expireDomains?: (() => Promise<number>) | undefined
  /** Works off the deletions of statistics that are due. */
  eraseStatistics: (now: Date) => Promise<number>
  /** Days that the audit log keeps its records. */
  auditLogDays?: number | undefined
  /** Undefined until the directory of sites is loaded. */
  reports?: (() => Reports | undefined) | undefined
}): TaskList {
  const { db, log, clock, importer } = options
  const task = (name: string, run: (now: Date) => Promise<unknown>) => async () => {
    const started = performance.now()
    const result = await run(clock.now())
    // Logs counts only. Other results may contain personal data.
    const count = typeof result === 'number' ? result : undefined
    log.debug({ task: name, count, ms: Math.round(performance.now() - started) }, 'task done')
  }
  return {
    end_sessions: task('end_sessions', (now) => endIdleSessions(db, now)),
    rotate_salts: task('rotate_salts', (now) => ensureSalts(db.write, now)),
    forget_visitors: task('forget_visitors', (now) => forgetVisitors(db, now)),
    forget_sign_ins: task('forget_sign_ins', (now) => forgetSignIns(db, now)),
    forget_audit: task('forget_audit', async (now) => {
      const days = options.auditLogDays ?? 365
      await forgetErasures(db.write, now, days)
      return await forgetAudit(db.write, now, days)
    }),
    housekeeping: task('housekeeping', (now) => housekeep(db, now)),
    fill_breakdowns: task('fill_breakdowns', (now) => fillBreakdowns(db, now, { signal: options.stopping })),
    analyze_chunks: task('analyze_chunks', () => analyzeChunks(db)),
    cover_chunks: task('cover_chunks', (now) => coverChunks(db, now)),
    rebuild_chunks: task('rebuild_chunks', (now) => rebuildChunks(db, now)),
    purge_deleted_sites: task('purge_deleted_sites', (now) => purgeDeletedSites(db, now)),
    import_uploads: task('import_uploads', async () => importer.run()),
    clean_uploads: task('clean_uploads', () => importer.clean()),
    delete_imports: task('delete_imports', (now) => deleteImports(db, now)),
    erase_statistics: task('erase_statistics', (now) => options.eraseStatistics(now)),
    retention: task('retention', (now) => applyRetention(db, now, { signal: options.stopping })),
    // Only where the operator set DOMAIN_EXPIRY_HOURS (spec/management 4.4).
    expire_domains: task('expire_domains', async () => options.expireDomains?.() ?? 0),
    plan_reports: task('plan_reports', async (now) => options.reports?.()?.plan(now) ?? 0),
    watch_sites: task('watch_sites', async (now) => options.reports?.()?.watch(now) ?? 0),
    send_messages: task(
      'send_messages',
      async () => options.reports?.()?.send(() => clock.now(), options.stopping ?? new AbortController().signal) ?? 0,
    ),
    end_long_sql: task('end_long_sql', () => endLongSql(db)),
    change_timezones: task('change_timezones', (now) => changeTimezones(db, now)),
  }
}
