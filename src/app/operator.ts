// The operator's own notices of a process: the things it looks at, and who is told.
import { createOperator, startOperator } from '../reports/operator.ts'
import type { Parts, Planes, Running } from './running.ts'

/** Looks for troubles if somebody is to be told of them. */
export function startOperatorNotices(running: Running, parts: Parts, { mailer }: Planes): void {
  const { config, clock, db, log, telemetry, releasers } = running
  const recipients = config.operatorNotices
  if (!recipients) return
  const spoolBytes = async () => {
    running.ingest?.report()
    return (await telemetry.spoolBytes.get()).values[0]?.value ?? 0
  }
  running.operator = createOperator({
    db,
    log,
    recipients,
    mailer,
    allowsPrivate: config.webhooksToPrivate,
    baseUrl: config.baseUrl,
    secretKey: config.secretKey,
    folder: config.spoolDir,
    spoolBytes: parts.http ? spoolBytes : undefined,
    looksAtDatabase: parts.tasks,
    now: () => clock.now(),
  })
  const watch = startOperator(running.operator, log)
  releasers.push(() => watch.stop())
}
