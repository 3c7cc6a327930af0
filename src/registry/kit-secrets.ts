// The kit secret of a site, by which its kits sign the address of a visitor. It is made of the service's own key, so
// that no table holds it; the number of its round is in the site's row (spec/ingestion 6.6).
import { createHmac, hkdfSync } from 'node:crypto'
import type { Store } from './store.ts'

/** A site's id, and how often its secret was replaced. */
export interface KitSite {
  readonly id: number
  readonly kitSecretRound: number
}

/** Makes the function that gives the kit secret of a site, as text. */
export function createKitSecrets(secretKey: string): (site: KitSite) => string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'kits', 32))
  return ({ id, kitSecretRound }) => createHmac('sha256', key).update(`${id} ${kitSecretRound}`).digest('base64url')
}

/** Replaces the kit secret of a site: from then on kits that sign by the old one are not believed. */
export const renewKitSecret = (store: Store, siteId: number): Promise<void> =>
  store.write(async (tx) => {
    await tx.query('update sites set kit_secret_round = kit_secret_round + 1 where id = $1', [siteId])
    tx.changed({ site: siteId })
    await tx.record({ kind: 'kit.renewed', siteId })
  })
