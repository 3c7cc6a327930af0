// The kit secret of a site, by which its kits sign the address of a visitor. It is made of the service's own key, so
// that no table holds it; the number of its round is in the site's row (spec/ingestion 6.6).
import { createHmac, hkdfSync } from 'node:crypto'

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
