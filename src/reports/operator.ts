// Notices to the operator: the database takes no writes, events wait in the spool, an import failed, a key is at its
// limit (spec/management 13.3). The first two are told by the process that sees them, since nothing can be noted in the
// database then: a file beside the spool says that they were told.
import { createHmac } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/pool.ts'
import { findReadOnly } from '../db/usable.ts'
import type { Log } from '../log.ts'
import {
  forgetTroubles,
  listTroubles,
  noteFailedImports,
  noteKeyAtLimit,
  noteTold,
  type Trouble,
  type TroubleKind,
  tryWrite,
} from '../registry/operator-notices.ts'
import type { ChannelTarget } from '../rules/channel-target.ts'
import { dayMs, minuteMs } from '../rules/durations.ts'
import { withoutAddresses } from '../rules/text.ts'
import { sendPost } from './channels.ts'
import type { Post } from './letter.ts'
import type { Mailer } from './mailer.ts'

/** How often a process looks. */
const everyMs = minuteMs
const keptMs = 30 * dayMs
/** Failures of imports are looked for so far back. */
const importsMs = dayMs

export interface OperatorOptions {
  readonly db: Database
  readonly log: Log
  readonly recipients: { readonly emails: readonly string[]; readonly targets: readonly ChannelTarget[] }
  readonly mailer: Mailer | undefined
  readonly allowsPrivate: boolean
  readonly baseUrl: string
  readonly secretKey: string
  /** The folder of the spool, where marks of told notices are kept. */
  readonly folder: string
  /** Bytes that wait in the spool of this process; undefined: it takes no events. */
  readonly spoolBytes: (() => Promise<number>) | undefined
  /** The process runs the background tasks: it looks at the database, and tells the occasions noted there. */
  readonly looksAtDatabase: boolean
  readonly now: () => Date
}

export type Operator = ReturnType<typeof createOperator>

/** Signs messages to a webhook of the operator, as docs/operate.md says. */
const signingSecretOf = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('operator notices').digest('hex')

function postOf({ kind, subject, detail }: Trouble, { baseUrl, now }: OperatorOptions): Post {
  return {
    title: `Tidemark: ${detail}.`,
    lead: '',
    totals: [],
    lists: [],
    days: [],
    daily: '',
    picture: undefined,
    links: [{ name: new URL(baseUrl).host, url: baseUrl }],
    json: { kind: 'operator', trouble: kind, subject, text: detail, noticed_at: now().toISOString(), service: baseUrl },
  }
}

/** Tells everybody of a trouble; true if it reached somebody. */
async function tell(options: OperatorOptions, trouble: Trouble): Promise<boolean> {
  const { recipients, mailer, log, secretKey, allowsPrivate, now } = options
  const post = postOf(trouble, options)
  const text = `${post.title}\n\n${options.baseUrl}\n`
  const signingSecret = signingSecretOf(secretKey)
  const ways = [
    ...recipients.emails.map((to) => async () => {
      if (!mailer) throw new Error('SMTP_URL is not set')
      await mailer.send({ to, subject: `Tidemark: ${trouble.detail}`, text, html: '' })
    }),
    ...recipients.targets.map(
      (target) => () => sendPost({ id: 0, target, signingSecret }, { post, id: 0, now: now() }, allowsPrivate),
    ),
  ]
  let reached = false
  for (const way of ways)
    try {
      await way()
      reached = true
    } catch (error) {
      const reason = withoutAddresses(String((error as Error).message ?? error))
      log.warn({ reason, trouble: trouble.kind }, 'a notice to the operator could not be sent')
    }
  return reached
}

const codes: Readonly<Record<string, TroubleKind>> = { 25006: 'read_only', 53100: 'full' }

/** Why the database takes no writes. Undefined: it does, or it cannot be reached, which the spool tells. */
async function findTrouble({ db, now }: OperatorOptions): Promise<Trouble | undefined> {
  const of = (kind: TroubleKind, detail: string): Trouble => ({ kind, subject: 'database', occasion: '', detail })
  try {
    const readOnly = await findReadOnly(db.write)
    if (readOnly) return of('read_only', readOnly)
    await tryWrite(db.write, now())
    return undefined
  } catch (error) {
    const kind = codes[String((error as { code?: unknown }).code)]
    if (kind === 'read_only') return of(kind, 'the database is read-only: events wait in the spool')
    if (kind === 'full') return of(kind, 'the disk of the database is full: events wait in the spool')
    return undefined
  }
}

/**
 * Troubles that are told while they last, each marked by a file, which processes of this machine share. The process
 * that told takes its mark away once the trouble is over; a mark that nobody took away ends after a day.
 */
function createMarks({ folder, now }: OperatorOptions) {
  const fileOf = (kind: string) => join(folder, `told-${kind}`)
  const own = new Set<string>()
  const make = async (kind: string): Promise<boolean> => {
    try {
      await writeFile(fileOf(kind), now().toISOString(), { flag: 'wx', mode: 0o600 })
      own.add(kind)
      return true
    } catch {
      return false
    }
  }
  return {
    /** True for the one process that may tell. */
    async take(kind: string): Promise<boolean> {
      if (await make(kind)) return true
      const at = Date.parse(await readFile(fileOf(kind), 'utf8').catch(() => ''))
      if (Number.isNaN(at) || now().getTime() - at < dayMs) return false
      await rm(fileOf(kind), { force: true })
      return await make(kind)
    },
    async drop(kind: string): Promise<void> {
      if (own.delete(kind)) await rm(fileOf(kind), { force: true })
    },
  }
}

/** Looks at a process and its database, and tells new occasions. */
export function createOperator(options: OperatorOptions) {
  const { db, now } = options
  const marks = createMarks(options)
  let bytesBefore = 0

  /** Tells of a trouble that lasts, once until it is over. */
  async function tellOnce(kind: string, trouble: Trouble | undefined): Promise<void> {
    if (!trouble) await marks.drop(kind)
    else if ((await marks.take(kind)) && !(await tell(options, trouble))) await marks.drop(kind)
  }

  /** Events wait, and more of them than a look before. */
  async function lookAtSpool(): Promise<void> {
    const bytes = (await options.spoolBytes?.()) ?? 0
    const grows = bytesBefore > 0 && bytes > bytesBefore
    bytesBefore = bytes
    if (bytes > 0 && !grows) return
    const detail = `events wait in the spool, ${bytes} bytes by now: the database does not take them`
    await tellOnce('spool', grows ? { kind: 'spool', subject: 'spool', occasion: '', detail } : undefined)
  }

  async function tellNoted(): Promise<void> {
    await noteFailedImports(db.write, new Date(now().getTime() - importsMs), now())
    for (const trouble of await listTroubles(db.write))
      if (await tell(options, trouble)) await noteTold(db.write, trouble, now())
    await forgetTroubles(db.write, new Date(now().getTime() - keptMs))
  }

  return {
    /** Looks once. */
    async look(): Promise<void> {
      if (options.spoolBytes) await lookAtSpool()
      if (!options.looksAtDatabase) return
      const trouble = await findTrouble(options)
      await tellOnce('database', trouble)
      if (!trouble) await tellNoted()
    },
    /** Notes that a key has made as many requests as it may in an hour. */
    noteKeyAtLimit: (key: { id: number; limit: number }) => noteKeyAtLimit(db.write, key, now()),
  }
}

/** Looks again and again until it is stopped. */
export function startOperator(operator: Operator, log: Log): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = operator.look().catch((error: unknown) => log.debug({ err: error }, 'a look for troubles failed'))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
