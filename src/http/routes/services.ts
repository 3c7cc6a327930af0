// Services that routes are built on. Each file takes the ones it needs.
import type { Writable } from 'node:stream'
import type { Ingest } from '../../ingest/accept.ts'
import type { Directory, SiteView } from '../../registry/directory.ts'
import type { Erasing } from '../../registry/erasures.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Arrival, SiteSign } from '../../registry/signs.ts'
import type { Store } from '../../registry/store.ts'
import type { ExportedRows, ExportFormat } from '../../rules/exported-rows.ts'
import type { Language } from '../../rules/languages.ts'
import type { SendMail } from '../../rules/mails.ts'
import type { PageFinding } from '../../rules/page-findings.ts'
import type { CountedSite } from '../../rules/privacy-facts.ts'
import type { ReportKind } from '../../rules/report-kinds.ts'
import type { SettingsChanges } from '../../rules/site-settings.ts'
import type { CountCrawlers } from '../../stats/live/crawlers.ts'
import type { Live } from '../../stats/live/live.ts'
import type { Overview } from '../../stats/live/overview.ts'
import type { FindLastEvent, FindPropertyKeys } from '../../stats/live/property-keys.ts'
import type { CountTraffic } from '../../stats/live/traffic.ts'
import type { FindSiteData } from '../../stats/site-facts.ts'
import type { Stats } from '../../stats/stats.ts'
import type { Caller } from '../caller.ts'
import type { Oidc } from '../oidc.ts'
import type { Pages } from '../page.ts'
import type { ProxySignIn } from '../proxy-sign-in.ts'
import type { BrowserSessions } from '../session.ts'

export interface Services {
  readonly registry: Registry
  readonly directory: Directory
  readonly caller: Caller
  readonly browsers: BrowserSessions
  readonly pages: Pages
  readonly baseUrl: string
  readonly now: () => Date
  readonly stats: Stats
  readonly live: Live
  readonly overview: Overview
  readonly countTraffic: CountTraffic
  readonly countCrawlers: CountCrawlers
  readonly findSiteData: FindSiteData
  /** True while the database takes no writes: events wait in the spool, and nothing can be changed. */
  readonly isReadOnly: () => Promise<boolean>
  readonly findPropertyKeys: FindPropertyKeys
  readonly findLastEvent: FindLastEvent
  /** A site with all that the facts for its privacy statement follow from. */
  readonly findCountedSite: (siteId: number) => Promise<CountedSite>
  /** Takes events that programs send (ingest/accept). */
  readonly takeBatch: Ingest['takeBatch']
  /** The country of an address, if it is known. */
  readonly countryOf: (ip: string) => string | null
  /** The database of networks that shields are looked up in. */
  readonly findNetworks: () => { readonly source: string; readonly date: Date } | undefined
  /** Signs about a site, for somebody at this address. */
  readonly findSigns: (siteId: number, ip: string) => Promise<SignsOfSite>
  /** Reads the first page of a site's domain (reports/page-checks). */
  readonly checkPage: (domain: string) => Promise<CheckedPage>
  /** A service to sign in with. */
  readonly oidc: Oidc | undefined
  /** Mails a link for a new password to an address that has an account; undefined where no mail goes out. */
  readonly sendReset: ((email: string, accepted: string | undefined) => void) | undefined
  /** Sends a mail of one paragraph; undefined where no mail goes out. */
  readonly sendMail: SendMail | undefined
  /** A report or notice as it would arrive now: its HTML by itself, and a way to send it. */
  readonly sampleOf: (site: SiteView, kind: ReportKind, language: Language) => Promise<Sample>
  /** The language of a mail to an address about a team: the reader's, else the owner's, else English. */
  readonly findMailLanguage: (address: string, teamId: number) => Promise<Language>
  /** Changes domain, zone and settings as far as they are given, all or nothing (upkeep/settings). */
  readonly changeSettings: (store: Store, siteId: number, changes: SettingsChanges) => Promise<void>
  /** Counts deletions of statistics, and makes them (app/erasing). */
  readonly erasing: Erasing
  /** Undefined: no proxy signs people in. */
  readonly proxySignIn: ProxySignIn | undefined
  /** Days that the audit log keeps its records. */
  readonly auditLogDays: number
  readonly uploads: { readonly files: UploadBytes; readonly bytesMax: number }
  /** Writes stored rows of a site, oldest first (upkeep/export). */
  readonly exportRows: (siteId: number, options: RowsWanted) => Promise<void>
}

/** Signs that visitors of a site are counted wrongly, or that its events do not arrive. */
export interface SignsOfSite {
  readonly addresses: readonly Omit<SiteSign, 'domain'>[]
  readonly arrivals: readonly Omit<Arrival, 'domain'>[]
  /** The script was loaded on a page of localhost from the same address. */
  readonly is_local: boolean
}

/** A page of a site that was read for faults; without a page nothing was. */
export interface CheckedPage {
  readonly page: string | null
  readonly finding: PageFinding | null
  readonly detail: string
}

export interface RowsWanted {
  readonly what: ExportedRows
  readonly format: ExportFormat
  /** Local days, inclusive. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly sink: Writable
}

/** A report or notice that was written to be looked at. */
export interface Sample {
  readonly html: string
  /** Sends it to an address; undefined where no mail goes out. */
  readonly send: ((address: string) => Promise<void>) | undefined
  /** Sends it to a channel. */
  readonly tell: (channelId: number) => Promise<void>
}

/** Where the bytes of uploads are (imports/upload-files). */
interface UploadBytes {
  offsetOf(id: number): Promise<number>
  requireRoom(bytes: number): Promise<void>
  append(id: number, chunk: { offset: number; end: number; body: AsyncIterable<Buffer> }): Promise<number>
  remove(id: number): Promise<void>
}
