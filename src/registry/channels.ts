// Channels of a site: chats and webhooks that reports and notices go to (spec/management 13.1). A target is a secret:
// it is encrypted at rest, and people see its hint alone once it is set.
import { createHmac } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { channelFailures, refuseField } from '../failure.ts'
import { type ChannelField, type ChannelService, channelFields, isChannelService } from '../rules/channel-services.ts'
import {
  type ChannelTarget,
  hintOf,
  isFault,
  isWebAddress,
  readTarget,
  recogniseTarget,
} from '../rules/channel-target.ts'
import { cleanText, isUnseen } from '../rules/text.ts'
import { requireRoom } from './room.ts'
import { decrypt, encrypt, vaultKey } from './secrets.ts'
import { one, type Store, type Writer } from './store.ts'

const nameLengthMax = 100
/** Reasons are shown in settings: no more of them than a line. */
export const failureLengthMax = 300

export interface Channel {
  readonly id: number
  readonly service: ChannelService
  readonly name: string
  /** Where it leads, without its secret. */
  readonly hint: string
  /** When a message last failed to arrive, and why; null since one arrived. */
  readonly failed_at: Date | null
  readonly failure: string | null
  /** Since when the service says that the channel is gone; null: it is not. */
  readonly broken_at: Date | null
}

/** A channel as messages are sent to it. */
export interface OpenChannel {
  readonly id: number
  readonly target: ChannelTarget
  /** Signs the messages of a webhook. */
  readonly signingSecret: string
}

/** The fields of a target as a request has them. */
type Typed = Readonly<Partial<Record<ChannelField, unknown>>>

export type Channels = ReturnType<typeof createChannels>

const columns = 'id, service, name, hint, failed_at, failure, broken_at'

/** The service that a request names, or the Failure. */
function parseService(service: unknown): ChannelService {
  if (!isChannelService(service)) throw refuseField('service', 'invalid')
  return service
}

/** A name, trimmed, or the Failure. Without one the channel is called after its service. */
function parseName(value: unknown): string {
  const name = typeof value === 'string' ? cleanText(value).trim() : ''
  if (name.length > nameLengthMax) throw refuseField('name', 'long', { most: nameLengthMax })
  return isUnseen(name) ? '' : name
}

/** The target that was typed, or the Failure of its first field at fault. */
function parseTarget(service: ChannelService, typed: Typed): ChannelTarget {
  for (const field of channelFields(service)) {
    const value = typed[field]
    if (value !== undefined && value !== null && typeof value !== 'string') throw refuseField(field, 'invalid')
  }
  const read = readTarget(service, typed as Readonly<Partial<Record<ChannelField, string | null>>>)
  if (isFault(read)) throw refuseField(read.field, read.why)
  return read
}

/** How targets are kept: encrypted, and known again by a keyed digest. */
function createVault({ secretKey }: Store) {
  const key = vaultKey(secretKey, 'channels')
  const textOf = ({ service, address, token, chat }: ChannelTarget) =>
    JSON.stringify({ service, address, ...(token && { token }), ...(chat && { chat }) })
  return {
    close: (target: ChannelTarget) => ({
      kept: encrypt(key, Buffer.from(textOf(target))),
      digest: createHmac('sha256', key).update(textOf(target)).digest(),
    }),
    open(kept: Buffer): ChannelTarget {
      try {
        return JSON.parse(decrypt(key, kept).toString()) as ChannelTarget
      } catch (cause) {
        throw new Error('the address was kept with another SECRET_KEY; enter it again', { cause })
      }
    },
    /** The secret that signs messages of a channel, as text of 43 characters. Nothing of it is stored. */
    signingSecret: (id: number, signing: number) =>
      createHmac('sha256', key).update(`signature ${id} ${signing}`).digest('base64url'),
  }
}

type Vault = ReturnType<typeof createVault>

/** A channel in the audit log: its service, and its name. Its target is a secret. */
const subjectOf = ({ service, name }: Pick<Channel, 'service' | 'name'>): string => `${service} ${name}`.trim()

/**
 * Adds a channel in the caller's transaction, or finds the one with the same target; gives its id. `isKnown`: it was a
 * webhook before, so the limit of the site does not count.
 */
async function insert(
  tx: Writer,
  vault: Vault,
  channel: { siteId: number; name: string; target: ChannelTarget; now: Date; isKnown?: boolean },
): Promise<{ id: number; isNew: boolean }> {
  const { siteId, name, target, now } = channel
  const { kept, digest } = vault.close(target)
  const known = await one<{ id: number }>(tx, 'select id from channels where site_id = $1 and target_digest = $2', [
    siteId,
    digest,
  ])
  if (known) return { id: known.id, isNew: false }
  if (!channel.isKnown) await requireRoom(tx, 'channels', siteId)
  const [row] = await tx.query<{ id: number }>(
    `insert into channels (site_id, service, name, target, target_digest, hint, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [siteId, target.service, name, kept, digest, hintOf(target), now],
  )
  await tx.record({ kind: 'channel.created', siteId, subject: subjectOf({ name, service: target.service }) })
  return { id: (row as { id: number }).id, isNew: true }
}

/** Makes channels of the webhooks that earlier versions kept as addresses. Their recipients keep their messages. */
async function adopt(tx: Writer, vault: Vault, now: Date): Promise<number> {
  const found = await tx.query<{ id: number; siteId: number; address: string }>(
    `select id, site_id as "siteId", address from recipients where address ~* '^https?://' order by id for update`,
  )
  for (const { id, siteId, address } of found) {
    const target = recogniseTarget(address)
    const channel = target && (await insert(tx, vault, { siteId, name: '', target, now, isKnown: true }))
    const moved =
      channel &&
      (await tx.query(
        `update recipients r set channel_id = $2, address = null
         where id = $1 and not exists (
           select from recipients o where o.site_id = r.site_id and o.kind = r.kind and o.channel_id = $2)
         returning id`,
        [id, channel.id],
      ))
    if (!moved || moved.length === 0) await tx.query('delete from recipients where id = $1', [id])
  }
  return found.length
}

/** Notes that a message arrived: the channel is whole. */
export async function noteArrived(db: Queryable, id: number): Promise<void> {
  await db.query(
    `update channels set failed_at = null, failure = null, broken_at = null, paused_until = null
     where id = $1 and (failed_at is not null or broken_at is not null or paused_until is not null)`,
    [id],
  )
}

/** Channels, and how their targets are kept. */
interface Kept {
  readonly store: Store
  readonly vault: Vault
}

const find = ({ read }: Store, siteId: number, id: number): Promise<Channel | undefined> =>
  one<Channel>(read, `select ${columns} from channels where site_id = $1 and id = $2`, [siteId, id])

async function add(
  { store, vault }: Kept,
  siteId: number,
  given: { service: unknown; name: unknown } & Typed,
): Promise<Channel & { secret: string }> {
  const service = parseService(given.service)
  const [name, target] = [parseName(given.name), parseTarget(service, given)]
  const id = await store.write(async (tx) => {
    const added = await insert(tx, vault, { siteId, name, target, now: store.clock.now() })
    if (!added.isNew) throw refuseField(service === 'telegram' ? 'chat' : 'address', 'taken')
    return added.id
  })
  const channel = await find(store, siteId, id)
  if (!channel) throw channelFailures.gone()
  return { ...channel, secret: vault.signingSecret(id, 0) }
}

async function change(
  { store, vault }: Kept,
  siteId: number,
  id: number,
  given: { name?: unknown } & Typed,
): Promise<Channel | undefined> {
  const known = await find(store, siteId, id)
  if (!known) return undefined
  const name = given.name === undefined ? known.name : parseName(given.name)
  const isNewTarget = [given.address, given.token, given.chat].some((text) => text !== undefined && text !== '')
  const target = isNewTarget ? parseTarget(known.service, given) : undefined
  await store.write(async (tx) => {
    await tx.query('update channels set name = $3 where site_id = $1 and id = $2', [siteId, id, name])
    await tx.record({
      kind: 'channel.changed',
      siteId,
      subject: subjectOf(known),
      before: { name: known.name },
      after: { name, ...(target && { new_target: true }) },
    })
    if (!target) return
    const { kept, digest } = vault.close(target)
    await tx.query(
      `update channels set target = $3, target_digest = $4, hint = $5, failed_at = null, failure = null,
         broken_at = null, paused_until = null where site_id = $1 and id = $2`,
      [siteId, id, kept, digest, hintOf(target)],
    )
  })
  return await find(store, siteId, id)
}

/** Channels over the store. */
export function createChannels(store: Store) {
  const vault = createVault(store)
  const kept: Kept = { store, vault }
  return {
    /** Channels of a site, oldest first. */
    list: (siteId: number) =>
      store.read.query<Channel>(`select ${columns} from channels where site_id = $1 order by id`, [siteId]),
    find: (siteId: number, id: number) => find(store, siteId, id),
    /** Adds a channel. Throws the Failure of a field, or of a target that the site has already. */
    add: (siteId: number, given: { service: unknown; name: unknown } & Typed) => add(kept, siteId, given),
    /** The channel of a pasted address, made in the caller's transaction if it is new. Undefined: no address. */
    async findOrAdd(tx: Writer, siteId: number, address: string): Promise<number | undefined> {
      const target = isWebAddress(address) ? recogniseTarget(address) : undefined
      return target && (await insert(tx, vault, { siteId, name: '', target, now: store.clock.now() })).id
    },
    /** Changes a name, or the whole target, which mends a broken channel. Undefined: the site has no such channel. */
    change: (siteId: number, id: number, given: { name?: unknown } & Typed) => change(kept, siteId, id, given),
    /** Makes a new secret, and answers it; the one before signs nothing any more. Undefined: no such channel. */
    async renewSecret(siteId: number, id: number): Promise<string | undefined> {
      return await store.write(async (tx) => {
        const text = `update channels set signing = signing + 1 where site_id = $1 and id = $2
          returning signing, service, name`
        const row = await one<Pick<Channel, 'service' | 'name'> & { signing: number }>(tx, text, [siteId, id])
        if (!row) return undefined
        await tx.record({ kind: 'channel.changed', siteId, subject: subjectOf(row), after: { new_secret: true } })
        return vault.signingSecret(id, row.signing)
      })
    },
    async remove(siteId: number, id: number): Promise<boolean> {
      return await store.write(async (tx) => {
        const text = 'delete from channels where site_id = $1 and id = $2 returning service, name'
        const gone = await one<Pick<Channel, 'service' | 'name'>>(tx, text, [siteId, id])
        if (gone) await tx.record({ kind: 'channel.deleted', siteId, subject: subjectOf(gone) })
        return gone !== undefined
      })
    },
    /** A channel to send to; undefined once it is deleted. Throws if its target was kept with another key. */
    async open(id: number): Promise<OpenChannel | undefined> {
      const text = 'select target, signing from channels where id = $1'
      const row = await one<{ target: Buffer; signing: number }>(store.read, text, [id])
      return row && { id, target: vault.open(row.target), signingSecret: vault.signingSecret(id, row.signing) }
    },
    /** Notes that a test arrived. */
    noteArrived: (id: number) => noteArrived(store.read, id),
    /** Makes channels of the webhooks of earlier versions; gives how many there were. */
    async adopt(): Promise<number> {
      const text = "select 1 from recipients where address ~* '^https?://' limit 1"
      if ((await store.read.query(text)).length === 0) return 0
      return await store.write((tx) => adopt(tx, vault, store.clock.now()))
    },
  }
}
