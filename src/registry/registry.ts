// The control plane in one object: every noun of the registry over one store.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/pool.ts'
import { type Consolidated, createConsolidated } from './consolidated.ts'
import type { Directory } from './directory.ts'
import { createFunnels, type Funnels } from './funnels.ts'
import { createGoals, type Goals } from './goals.ts'
import { createIdentities, type Identities } from './identities.ts'
import { createImports, type Imports } from './imports.ts'
import { createKeys, type Keys } from './keys.ts'
import { createNotes, type Notes } from './notes.ts'
import { createOneTimeLinks, type OneTimeLinks } from './one-time-links.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createPins, type Pins } from './pins.ts'
import { createRecipients, type Recipients } from './recipients.ts'
import { createSecondFactors, type SecondFactors } from './second-factors.ts'
import { createSegments, type Segments } from './segments.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSharedLinks, type SharedLinks } from './shared-links.ts'
import { createShields, type Shields } from './shields.ts'
import { createSignInFailures, type SignInFailures } from './sign-in-failures.ts'
import { createSites, type Sites } from './sites.ts'
import { createStore, type Store } from './store.ts'
import { createTeams, type Teams } from './teams.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { createTrackerConfigs, type TrackerConfigs } from './tracker-config.ts'
import { createUploads, type Uploads } from './uploads.ts'
import { createUsers, type Users } from './users.ts'

export interface Registry {
  readonly store: Store
  readonly consolidated: Consolidated
  readonly funnels: Funnels
  readonly goals: Goals
  readonly identities: Identities
  readonly imports: Imports
  readonly keys: Keys
  readonly oneTimeLinks: OneTimeLinks
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly notes: Notes
  readonly pins: Pins
  readonly recipients: Recipients
  readonly secondFactors: SecondFactors
  readonly segments: Segments
  readonly sharedLinks: SharedLinks
  readonly shields: Shields
  readonly signInFailures: SignInFailures
  readonly sites: Sites
  readonly teams: Teams
  readonly tokens: Tokens
  readonly trackerConfigs: TrackerConfigs
  readonly uploads: Uploads
  readonly users: Users
}

/** Creates the registry. Operator commands have no directory: running servers hear of their writes by notification. */
export function createRegistry(options: {
  db: Database
  directory?: Directory | undefined
  config: { readonly secretKey: string }
  clock: Clock
}): Registry {
  const store = createStore({
    db: options.db,
    directory: options.directory,
    secretKey: options.config.secretKey,
    clock: options.clock,
  })
  const passwords = createPasswords()
  const secondFactors = createSecondFactors(store)
  return {
    store,
    consolidated: createConsolidated(store),
    funnels: createFunnels(store),
    goals: createGoals(store),
    identities: createIdentities(store),
    imports: createImports(store),
    keys: createKeys(store),
    oneTimeLinks: createOneTimeLinks(store),
    passwords,
    sessions: createSessions(store),
    notes: createNotes(store),
    pins: createPins(store),
    recipients: createRecipients(store),
    secondFactors,
    segments: createSegments(store),
    sharedLinks: createSharedLinks(store, passwords),
    shields: createShields(store),
    signInFailures: createSignInFailures(store),
    sites: createSites(store),
    teams: createTeams(store),
    tokens: createTokens(store),
    trackerConfigs: createTrackerConfigs(store),
    uploads: createUploads(store),
    users: createUsers(store, passwords, secondFactors),
  }
}
