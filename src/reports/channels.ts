// Sends a report or notice to a channel, in the shape of its service, and says what came of it.
import type { OpenChannel } from '../registry/channels.ts'
import type { Refused } from '../registry/messages.ts'
import type { ChannelService } from '../rules/channel-services.ts'
import { sendGuarded } from './guard.ts'
import type { Post } from './letter.ts'
import { discord } from './shapes/discord.ts'
import { ntfy } from './shapes/ntfy.ts'
import type { Answer, Shape } from './shapes/shape.ts'
import { slack } from './shapes/slack.ts'
import { teams } from './shapes/teams.ts'
import { telegram } from './shapes/telegram.ts'
import { webhook } from './shapes/webhook.ts'

const shapes: Readonly<Record<ChannelService, Shape>> = { slack, discord, telegram, teams, ntfy, webhook }

/** A service that did not take a message. */
export class ChannelError extends Error {
  readonly refused: Omit<Refused, 'reason'>

  constructor(reason: string, refused: Omit<Refused, 'reason'>) {
    super(reason)
    this.refused = refused
  }
}

const goneStatuses: ReadonlySet<number> = new Set([404, 410])

/** Milliseconds until a time that the header Retry-After names, in seconds or as a date. */
function retryAfterMs({ headers }: Answer, now: Date): number | undefined {
  const given = String(headers['retry-after'] ?? '')
  if (/^\d{1,9}(\.\d+)?$/.test(given)) return Number(given) * 1000
  const at = Date.parse(given)
  return Number.isNaN(at) ? undefined : Math.max(at - now.getTime(), 0)
}

function errorOf(shape: Shape, answer: Answer, now: Date): ChannelError {
  const { status } = answer
  const said = shape.reason?.(answer)
  const isBusy = status === 429 || status === 503
  return new ChannelError(`${shape.title} answered ${status}${said ? `: ${said}` : ''}`, {
    isGone: goneStatuses.has(status) || (shape.isGone?.(answer) ?? false),
    retryAfterMs: isBusy ? (shape.retryAfterMs?.(answer) ?? retryAfterMs(answer, now)) : undefined,
  })
}

/**
 * Sends a post to a channel; resolves once its service has taken it. `id`: the number of the message, the same each
 * time it is tried. Throws a ChannelError with the answer of the service, or the error of the connection.
 */
export async function sendPost(
  { target, signingSecret }: OpenChannel,
  { post, id, now }: { post: Post; id: number; now: Date },
  allowsPrivate: boolean,
): Promise<void> {
  const shape = shapes[target.service]
  const requests = shape.write(target, { post, id, now, signingSecret })
  for (const [index, request] of requests.entries()) {
    const answer = await sendGuarded(request, allowsPrivate)
    if (answer.status >= 200 && answer.status < 300) return
    const isLast = index === requests.length - 1
    if (isLast || !shape.takesLess?.(answer)) throw errorOf(shape, answer, now)
  }
}
