// The kits of a site, with its values filled in, and the secret by which they sign (spec/ingestion 6.6).
import { readFile } from 'node:fs/promises'
import { siteFailures } from '../failure.ts'
import { projectPath } from '../paths.ts'
import { fillKit, type KitName, type KitValues, kits, kitTag } from '../rules/kits.ts'
import { suffixesOf } from '../rules/tracker-options.ts'
import { createKitSecrets } from './kit-secrets.ts'
import { one, type Store } from './store.ts'
import { getTrackerConfig } from './tracker-config.ts'

/** A kit as the server of a site takes it. */
export interface FilledKit {
  readonly kit: KitName
  readonly title: string
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** The tag for pages whose script is carried. */
  readonly tag: string
}

/** Where the service is, and under which path of the site script and events are carried. */
interface Places {
  readonly baseUrl: string
  readonly path: string
}

/** The files of a kit with these values. */
export async function readKit(kit: KitName, values: KitValues): Promise<FilledKit> {
  const { title, files } = kits[kit]
  const filled = files.map(async ({ from, name }) => {
    const text = await readFile(projectPath('kits', from), 'utf8')
    return { name, text: fillKit(text, values) }
  })
  return { kit, title, files: await Promise.all(filled), tag: kitTag(values) }
}

export function createKits(store: Store) {
  const secretOf = createKitSecrets(store.secretKey)
  return {
    /** The values of a site in its kits, the secret among them. */
    async values(siteId: number, { baseUrl, path }: Places): Promise<KitValues> {
      const site = await one<{ domain: string; kit_secret_round: number }>(
        store.read,
        'select domain, kit_secret_round from sites where id = $1',
        [siteId],
      )
      if (!site) throw siteFailures.notFound()
      const config = await getTrackerConfig(store.read, siteId)
      return {
        service: baseUrl.replace(/\/+$/, ''),
        domain: site.domain,
        secret: secretOf({ id: siteId, kitSecretRound: site.kit_secret_round }),
        script: `/js/${['script', ...suffixesOf(config)].join('.')}.js`,
        path,
      }
    },

    /** Replaces the secret of a site: from then on kits that sign by the old one are not believed. */
    renewSecret: (siteId: number): Promise<void> =>
      store.write(async (tx) => {
        await tx.query('update sites set kit_secret_round = kit_secret_round + 1 where id = $1', [siteId])
        await tx.record({ kind: 'kit.renewed', siteId })
        tx.changed({ site: siteId })
      }),
  }
}
