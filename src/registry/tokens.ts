// Plugin tokens: each opens the Plugins API of one site, stored as a digest.

import { refuseField } from '../failure.ts'
import { nameCharactersMax } from '../rules/maxima.ts'
import { cleanText } from '../rules/text.ts'
import { requireRoom } from './room.ts'
import { digestToken, isSameDigest, makeToken } from './secrets.ts'
import { one, type Store, type Writer } from './store.ts'

export interface PluginToken {
  readonly id: number
  readonly hint: string
  readonly description: string
  readonly last_used_at: Date | null
}

/** A token that was sent. */
export interface TokenGrant {
  readonly id: number
  readonly siteId: number
}

const columns = 'id, hint, description, last_used_at'
const touchText = `update plugin_tokens set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '5 minutes')`

/** Creates the token in the caller's transaction. */
export async function createToken(tx: Writer, siteId: number, given: string): Promise<PluginToken & { token: string }> {
  const description = cleanText(given).trim()
  if (description === '') throw refuseField('description', 'blank')
  if (description.length > nameCharactersMax) throw refuseField('description', 'long', { most: nameCharactersMax })
  await requireRoom(tx, 'tokens', siteId)
  const { token, digest, hint } = makeToken()
  const [row] = await tx.query<PluginToken>(
    `insert into plugin_tokens (site_id, token_hash, hint, description) values ($1, $2, $3, $4) returning ${columns}`,
    [siteId, digest, hint, description],
  )
  await tx.record({ kind: 'token.created', siteId, subject: description })
  return { ...(row as PluginToken), token }
}

/** Tokens over the store. */
export function createTokens(store: Store) {
  return {
    create: (siteId: number, description: string) => store.write((tx) => createToken(tx, siteId, description)),
    list: (siteId: number) =>
      store.read.query<PluginToken>(`select ${columns} from plugin_tokens where site_id = $1 order by id`, [siteId]),
    revoke: (siteId: number, id: number) =>
      store.write(async (tx) => {
        tx.changed({ keys: true })
        const text = 'delete from plugin_tokens where site_id = $1 and id = $2 returning description'
        const gone = await one<{ description: string }>(tx, text, [siteId, id])
        if (gone) await tx.record({ kind: 'token.revoked', siteId, subject: gone.description })
        return gone !== undefined
      }),
    /** The digest of a sent token. All later steps know only the digest. */
    digest: digestToken,
    /** The grant of a digest. Senders of tokens cannot steer digests, so the time taken says nothing about a token. */
    async findGrant(digest: Buffer) {
      const text = 'select id, site_id, token_hash from plugin_tokens where token_hash = $1'
      const row = await one<{ id: number; site_id: number; token_hash: Buffer }>(store.read, text, [digest])
      return row && isSameDigest(row.token_hash, digest) ? { id: row.id, siteId: row.site_id } : undefined
    },
    async touch(id: number) {
      await store.read.query(touchText, [id])
    },
  }
}
