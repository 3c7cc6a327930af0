// How the rows of a site spell a host that has a written and an ASCII form: as the site's domain does, else as the
// first event wrote it (spec/ingestion 5.6). All other hosts, nearly every one, have one spelling and cost nothing
// here.
import { LRUCache } from 'lru-cache'
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { asciiHost, hasSpellings, hostOfDomain } from '../rules/host.ts'
import type { Submission } from '../rules/submission.ts'

/** Internationalised hosts of a site that are remembered; rows spell further ones in ASCII. */
const hostsOfSiteMax = 1_000
/** Spellings that a process keeps in memory, of all sites. */
const knownMax = 10_000

/** A site, as far as spellings go. */
export interface SpellingSite {
  readonly id: number
  readonly domain: string
}

/** Hosts of a submission as a site spells them. */
export interface SpelledHosts {
  readonly hostname: string
  readonly referrer: Submission['referrer']
}

export interface HostSpellings {
  /** The spelling that rows of the site have. A database that is away gives the form that browsers send. */
  spell(site: SpellingSite, host: string): Promise<string>
  /** The hosts of a submission for a site. */
  spellAll(site: SpellingSite, hosts: SpelledHosts): Promise<SpelledHosts>
}

/** True where a submission has a host that can be spelled in another way. */
export function needsSpelling({ url, referrer }: Pick<Submission, 'url' | 'referrer'>): boolean {
  return hasSpellings(url.hostname) || (referrer !== null && hasSpellings(referrer.host))
}

async function learn(db: Queryable, siteId: number, host: string, written: string): Promise<string> {
  const find = async () => {
    const [row] = await db.query<{ spelling: string }>(statement('hosts.find'), [siteId, host])
    return row?.spelling
  }
  const known = await find()
  if (known !== undefined) return known
  await db.query(statement('hosts.learn'), [siteId, host, written, hostsOfSiteMax])
  return (await find()) ?? host
}

/** Spellings over a database; without one every host is spelled in ASCII. */
export function createHostSpellings(db: Queryable | undefined): HostSpellings {
  const known = new LRUCache<string, string>({ max: knownMax })

  async function spell(site: SpellingSite, written: string): Promise<string> {
    if (!hasSpellings(written)) return written
    const host = asciiHost(written)
    const own = hostOfDomain(site.domain)
    if (asciiHost(own) === host) return own
    const key = `${site.id} ${host}`
    const found = known.get(key)
    if (found !== undefined || !db) return found ?? host
    const learned = await learn(db, site.id, host, written).catch(() => undefined)
    if (learned !== undefined) known.set(key, learned)
    return learned ?? host
  }

  return {
    spell,
    async spellAll(site, { hostname, referrer }) {
      const spelled = await spell(site, hostname)
      if (referrer === null) return { hostname: spelled, referrer }
      const host = await spell(site, referrer.host)
      return { hostname: spelled, referrer: { ...referrer, host, text: host + referrer.path } }
    },
  }
}
