// The control plane in one object: every noun of the registry over one store.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/pool.ts'
import type { Actor } from './audit.ts'
import { createAudit } from './audit-log.ts'
import { createChannels } from './channels.ts'
import { createConsolidated } from './consolidated.ts'
import type { Directory } from './directory.ts'
import { createErasures } from './erasures.ts'
import { createFunnels } from './funnels.ts'
import { createGoals } from './goals.ts'
import { createIdentities } from './identities.ts'
import { createImports } from './imports.ts'
import { createInvitations } from './invitations.ts'
import { createKeys } from './keys.ts'
import { createKits } from './kits.ts'
import { createLimits, type Limits } from './limits.ts'
import { createNotes } from './notes.ts'
import { createNoticeRules } from './notice-rules.ts'
import { createOneTimeLinks } from './one-time-links.ts'
import { type Cost, createPasswords, type Passwords } from './passwords.ts'
import { createPins } from './pins.ts'
import { createRecipients } from './recipients.ts'
import { createSecondFactors } from './second-factors.ts'
import { createSegments } from './segments.ts'
import { createSessions } from './sessions.ts'
import { createSharedLinks } from './shared-links.ts'
import { createShields } from './shields.ts'
import { createSignIn } from './sign-in.ts'
import { createSites } from './sites.ts'
import { createStore, type Store } from './store.ts'
import { createTeams } from './teams.ts'
import { createTokens } from './tokens.ts'
import { createTrackerConfigs } from './tracker-config.ts'
import { createUploads } from './uploads.ts'
import { createUsers } from './users.ts'

export type Registry = Nouns & {
  /** The same registry for writes of somebody else: the audit log names the actor. */
  by(actor: Actor): Registry
}

type Nouns = ReturnType<typeof createNouns>

/** Parts with a state of their own, which all actors share: counts of tries, and the cost of a password. */
interface Shared {
  readonly passwords: Passwords
  readonly limits: Limits
}

/** Every noun over a store. Cheap: nouns hold no state but the store. */
function createNouns(store: Store, { passwords, limits }: Shared) {
  const secondFactors = createSecondFactors(store)
  const channels = createChannels(store)
  const recipients = createRecipients(store, channels)
  return {
    store,
    audit: createAudit(store),
    channels,
    consolidated: createConsolidated(store),
    erasures: createErasures(store),
    funnels: createFunnels(store),
    goals: createGoals(store),
    identities: createIdentities(store),
    imports: createImports(store),
    invitations: createInvitations(store),
    keys: createKeys(store),
    kits: createKits(store),
    limits,
    oneTimeLinks: createOneTimeLinks(store),
    passwords,
    sessions: createSessions(store),
    noticeRules: createNoticeRules(store, recipients),
    notes: createNotes(store),
    pins: createPins(store),
    recipients,
    secondFactors,
    segments: createSegments(store),
    sharedLinks: createSharedLinks(store, passwords),
    shields: createShields(store),
    signIn: createSignIn({ store, passwords, secondFactors }),
    sites: createSites(store),
    teams: createTeams(store),
    tokens: createTokens(store),
    trackerConfigs: createTrackerConfigs(store),
    uploads: createUploads(store),
    users: createUsers(store, passwords),
  }
}

const bind = (store: Store, shared: Shared): Registry => ({
  ...createNouns(store, shared),
  by: (actor) => bind(store.by(actor), shared),
})

/**
 * Creates the registry. Operator commands have no directory: running servers hear of their writes by notification.
 * Without an actor the audit log names the service itself.
 */
export function createRegistry(options: {
  db: Database
  directory?: Directory | undefined
  config: { readonly secretKey: string }
  clock: Clock
  passwordCost?: Cost | undefined
  actor?: Actor | undefined
}): Registry {
  const { db, directory, config, clock, actor } = options
  const store = createStore({ db, directory, secretKey: config.secretKey, clock, actor })
  return bind(store, { passwords: createPasswords(options.passwordCost), limits: createLimits(store) })
}
