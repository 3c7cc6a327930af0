// How often something may be guessed at or mailed, counted in the database by all processes together. Accounts, links
// and addresses are known by keyed digests alone, for an hour (docs/privacy.md, spec/dashboard 12).

import { createHmac } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Queryable } from '../db/pool.ts'
import { sessionFailures } from '../failure.ts'
import { networkOf } from '../rules/client-ip.ts'
import { hourSeconds, minuteSeconds } from '../rules/durations.ts'
import { mailboxOf } from './addresses.ts'
import type { Store } from './store.ts'

interface Limit {
  readonly points: number
  readonly seconds: number
}

/** Wrong tries. An account together with an address, so that others who guess at it do not lock its owner out. */
const guessLimits = {
  pairMinute: { points: 5, seconds: minuteSeconds },
  pairHour: { points: 30, seconds: hourSeconds },
  address: { points: 100, seconds: hourSeconds },
  /** Over all addresses; above it tries wait for each other (`pauseSeconds`). */
  subject: { points: 100, seconds: hourSeconds },
} as const satisfies Record<string, Limit>

/** Mails that people can have sent to an address of their choice, each kind by itself. */
export type MailKind = 'reset' | 'invitation' | 'confirmation'

/** How many of a kind to an address, and how many of all kinds by an account, and for a team. */
const mailLimits = {
  address: { points: 3, seconds: hourSeconds },
  account: { points: 10, seconds: hourSeconds },
  team: { points: 100, seconds: hourSeconds },
} as const satisfies Record<string, Limit>

/** Tests of channels: of one, and of all that an account causes. */
const testLimits = {
  channel: { points: 10, seconds: hourSeconds },
  account: { points: 60, seconds: hourSeconds },
} as const satisfies Record<string, Limit>

const pauseSecondsLeast = 15
const pauseSecondsMost = 15 * minuteSeconds

/** How long the next try has to wait after try `count` beyond the limit, from 1: twice as long each time. */
const pauseSeconds = (count: number): number =>
  Math.min(pauseSecondsMost, pauseSecondsLeast * 2 ** Math.min(count - 1, 16))

/** The target of a guess. `isWide`: an account or link that has a limit over all addresses too. */
export interface Subject {
  readonly name: string
  readonly isWide: boolean
}

/** The subject of all tries at an account's password or second factor, whichever text found the account. */
export const accountSubject = (userId: number): Subject => ({ name: `account ${userId}`, isWide: true })

/** The subject of tries at an address without an account. `address`: as the database compares it (users.ts). */
export const addressSubject = (address: string): Subject => ({ name: `address ${address}`, isWide: true })

/**
 * The subject of tries at a link without an account. A token of 256 bits cannot be guessed, so addresses alone are
 * counted.
 */
export const linkSubject = (kind: string): Subject => ({ name: kind, isWide: false })

/** Removes windows that are over. */
export async function forgetLimits(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from rate_limits where expire <= $1', [now.getTime()])
}

/**
 * The store as the library asks for it. The library reads the machine's clock; its times are moved to the store's,
 * which differ in tests. The earliest time of a statement is the library's present: a clock read here would be later.
 */
function clientOf({ read, clock }: Store) {
  const isInstant = (value: unknown): value is number => typeof value === 'number' && value > 1e12
  return {
    async query({ text, values }: { text: string; values?: unknown[] }) {
      const present = Math.min(...(values ?? []).filter(isInstant), Date.now())
      const shift = clock.now().getTime() - present
      const moved = values?.map((value) => (isInstant(value) ? value + shift : value))
      const found = await read.query<{ points: number; expire: number | null }>(text, moved)
      const rows = found.map((row) => ({ ...row, expire: row.expire === null ? null : Number(row.expire) - shift }))
      return { rows, rowCount: rows.length }
    },
  }
}

/** Takes a point. If no point is left, it throws the `RateLimiterRes` that the library rejects with. */
type Limiter = Pick<RateLimiterPostgres, 'consume' | 'reward' | 'delete'>

/** One limiter for each limit, over the store. */
function createLimiters(store: Store) {
  const storeClient = clientOf(store)
  const limiterOf = (keyPrefix: string, { points, seconds }: Limit): Limiter =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: seconds,
    })
  return {
    pairMinute: limiterOf('pair-minute', guessLimits.pairMinute),
    pairHour: limiterOf('pair-hour', guessLimits.pairHour),
    address: limiterOf('address', guessLimits.address),
    subject: limiterOf('subject', guessLimits.subject),
    pause: limiterOf('pause', { points: 1, seconds: pauseSecondsLeast }),
    mailAddress: limiterOf('mail-address', mailLimits.address),
    mailAccount: limiterOf('mail-account', mailLimits.account),
    mailTeam: limiterOf('mail-team', mailLimits.team),
    testChannel: limiterOf('test-channel', testLimits.channel),
    testAccount: limiterOf('test-account', testLimits.account),
  }
}

type Limiters = ReturnType<typeof createLimiters>

/** Takes a point of a limit, and gives it back. */
interface Step {
  take(): Promise<unknown>
  giveBack(): Promise<unknown>
}

const step = (limiter: Limiter, key: string): Step => ({
  take: () => limiter.consume(key),
  giveBack: () => limiter.reward(key),
})

/** Over all addresses: beyond the limit one try at a time, with a pause that grows behind each. */
const wideStep = ({ subject, pause }: Limiters, key: string): Step => ({
  async take() {
    try {
      await subject.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const beyond = error.consumedPoints - guessLimits.subject.points
      try {
        await pause.consume(key, 1, { customDuration: pauseSeconds(beyond) })
      } catch (refused) {
        await Promise.all([subject.reward(key), pause.reward(key)])
        throw refused
      }
    }
  },
  giveBack: () => Promise.all([subject.reward(key), pause.delete(key)]),
})

const retrySeconds = (refused: RateLimiterRes): number => Math.max(1, Math.ceil(refused.msBeforeNext / 1000))

/**
 * Takes a point of each limit. If one refuses, the points taken so far are given back and it throws the 429. The
 * returned function gives all points back.
 */
async function takeAll(steps: readonly Step[]): Promise<() => Promise<void>> {
  const taken: Step['giveBack'][] = []
  const giveBack = async () => void (await Promise.all(taken.map((undo) => undo())))
  for (const { take, giveBack: undo } of steps) {
    try {
      await take()
      taken.push(undo)
    } catch (error) {
      await giveBack()
      if (!(error instanceof RateLimiterRes)) throw error
      throw sessionFailures.tooManyTries(retrySeconds(error))
    }
  }
  return giveBack
}

export type Limits = ReturnType<typeof createLimits>

/** Limits over the store. */
export function createLimits(store: Store) {
  const limiters = createLimiters(store)
  const digest = (...parts: string[]): string =>
    createHmac('sha256', store.secretKey)
      .update(JSON.stringify(['limit', ...parts]))
      .digest('base64url')

  return {
    /**
     * Counts a try as failed before it is made, so that many at once cannot slip through; `forgive` takes that back.
     * Throws the 429 with Retry-After when there were too many. A browser that the account knows (`isKnown`) does not
     * feel the limit over all addresses.
     */
    async beginGuess({ name, isWide }: Subject, ip: string, isKnown = false) {
      const network = networkOf(ip)
      const pair = digest('pair', network, name)
      const forgive = await takeAll([
        step(limiters.address, digest('address', network)),
        step(limiters.pairHour, pair),
        step(limiters.pairMinute, pair),
        ...(isWide && !isKnown ? [wideStep(limiters, digest('subject', name))] : []),
      ])
      return { forgive }
    },
    /**
     * Counts a mail of a kind to an address, caused by an account and sent for a team if these are named. Throws the
     * 429 when there were too many.
     */
    async takeMail(
      kind: MailKind | 'sample',
      email: string,
      by: { userId?: number; teamId?: number } = {},
    ): Promise<void> {
      const { userId, teamId } = by
      await takeAll([
        ...(userId === undefined ? [] : [step(limiters.mailAccount, digest('mail of account', String(userId)))]),
        step(limiters.mailAddress, digest('mail', kind, mailboxOf(email))),
        ...(teamId === undefined ? [] : [step(limiters.mailTeam, digest('mail of team', String(teamId)))]),
      ])
    },
    /** Counts a test of a channel that an account sends. Throws the 429 when there were too many. */
    async takeTest(channel: string, userId: number): Promise<void> {
      await takeAll([
        step(limiters.testAccount, digest('test of account', String(userId))),
        step(limiters.testChannel, digest('test', channel)),
      ])
    },
  }
}
