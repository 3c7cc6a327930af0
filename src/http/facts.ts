// The facts of a page: what its scripts know before they ask anything, as JSON in the document (spec/dashboard 2).
// Types only: web/ imports them with `import type`.
import type { Static } from '@sinclair/typebox'
import type { InvitedPlace, Inviter } from '../rules/invited.ts'
import type { MessageKind } from '../rules/report-kinds.ts'
import type { Action, Feature, SiteRole } from '../rules/roles.ts'
import type { NoteReply } from './contracts/sites.ts'

export type PageName =
  | 'dashboard'
  | 'sites'
  | 'add-site'
  | 'login'
  | 'setup'
  | 'invite'
  | 'reset'
  | 'account'
  | 'settings'
  | 'error'
  | 'share-password'
  | 'unsubscribe'
  | 'ignore'

export interface UserFacts {
  readonly email: string
  readonly name: string
  /** Single keys are shortcuts (spec/dashboard 4.6). */
  readonly shortcuts: boolean
  /** How lists of pages are broken down, as it was chosen last. */
  readonly pages_by: 'path' | 'url' | null
  /** The language of pages and mails; null: the browser's language. */
  readonly language: string | null
  /** A new password asks for the present one: the account has one, and signed in a while ago. */
  readonly must_confirm: boolean
  /** The address is confirmed. Access that others give to it counts only then. */
  readonly is_proven: boolean
}

export type Note = Readonly<Static<typeof NoteReply>>

export interface SiteFacts {
  readonly domain: string
  readonly timezone: string
  /** `public`: a visitor with a shared link. */
  readonly role: SiteRole | 'public'
  /** All that the role allows; nothing on shared links. */
  readonly rights: readonly Action[]
  readonly features: readonly Feature[]
  readonly is_consolidated: boolean
  /** The first local day with data, imported days included; null: there was no event ever. */
  readonly first_day: string | null
  /** The site that `tidemark run --demo` fills with made-up history. */
  readonly is_demo: boolean
  readonly has_imports: boolean
  readonly has_goals: boolean
  /** How many goals there are: the list of goals has its final height before its rows come. */
  readonly goals: number
  /** The names of goals that bring amounts; none where the plan has no revenue. */
  readonly revenue_goals: readonly string[]
  /** The newest first. */
  readonly notes: readonly Note[]
  /** By name; empty where the plan has none. */
  readonly funnels: readonly { readonly id: number; readonly name: string }[]
  /** The allowed property keys; null: all that come. */
  readonly custom_properties: readonly string[] | null
  /** Where all are allowed, those that came lately. */
  readonly properties_seen: readonly string[]
  /** The service knows regions and cities, from its geolocation database or from imports. */
  readonly has_regions: boolean
  readonly has_cities: boolean
  /** The database takes no writes for now. Never true on shared links. */
  readonly is_read_only: boolean
  /** The tracker configuration's id, for the snippet; nothing of it on shared links. */
  readonly tracker_script_id: string | null
}

export interface ShareFacts {
  /** The slug, which every request for data carries as `auth`. */
  readonly auth: string
  readonly embed: boolean
  /** Null: the reader's own choice. */
  readonly theme: 'light' | 'dark' | 'system' | null
  /** A checked colour: `#rrggbb` and its short and long forms, `rgb(…)`, or `transparent`. */
  readonly background: string | null
  /** `manual` takes away the page's own maximum width. */
  readonly width: 'manual' | null
}

export interface Facts {
  /** Names the build of the pages; when a data answer's differs the next change of state loads the page anew. */
  readonly version: string
  readonly page: PageName
  /** The page's `h1`; the title is `<heading> · Tidemark`. */
  readonly heading: string
  readonly base_url: string
  /** Status of `error` pages, and of pages for an expired link. */
  readonly status: number
  /** The API's sentence, on `error` pages. */
  readonly message: string | null
  /** On `error` pages: the code of that sentence and the values of its gaps, for other languages. */
  readonly told?: { readonly code: string; readonly gaps: Readonly<Record<string, string | number>> }
  /** Null for a shared link and without a session. */
  readonly user: UserFacts | null
  readonly site?: SiteFacts
  readonly share?: ShareFacts
  /** The page of `settings`. */
  readonly settings_page?: string
  /** How the operator calls the tool, as `npx tidemark`. */
  readonly call?: string
  /** On `login`, `setup`, `invite` and `reset`: what became of the link's token; `missing`: none was given. */
  readonly token_state?: 'ok' | 'expired' | 'missing'
  /** On `setup`, with a used link: an account has a password, so that nothing is left to set up. */
  readonly is_set_up?: boolean
  /** On `login`: no account has a password yet. */
  readonly needs_setup?: boolean
  /** Values a form begins with: the owner's or the invited address. */
  readonly prefill?: { readonly email: string; readonly name: string }
  /** On `reset` and `account`: whether mail goes out. */
  readonly sends_mail?: boolean
  /** On `account`: teams whose sites open once a second factor was given in this session. */
  readonly closed_teams?: readonly string[]
  /** On `account`: the languages that pages have. */
  readonly languages?: readonly string[]
  /** On `invite`: what one is invited to, and whether that address has an account and so a password already. */
  readonly invitation?: {
    readonly to: string
    readonly role: SiteRole
    readonly has_account: boolean
    /** The person who invites, if the account is still there. */
    readonly by?: Inviter | null
    /** The place in words: a team without a name is known by its sites. */
    readonly place?: InvitedPlace
  }
  /** On `unsubscribe`: who is told of what. */
  readonly unsubscribe?: { readonly address: string; readonly kind: MessageKind; readonly site: string }
  /** On `ignore`: the domain of the address, of a site of this service or of none. */
  readonly ignore?: { readonly domain: string }
  /** On `login` and `account`: the service to sign in with, and whether passwords are of no use. */
  readonly oidc?: { readonly name: string; readonly is_only: boolean }
  /** Where signing in leads: a path of this service. */
  readonly next?: string
  /**
   * On `add-site`: the teams in which one may create sites; on `sites` and `account` all of one's own. `owner`:
   * somebody else, whose team has no name. `is_new`: one's own team without a name or a site.
   */
  readonly teams?: readonly {
    readonly id: string
    readonly name: string
    readonly owner?: string
    readonly is_new?: boolean
  }[]
}
