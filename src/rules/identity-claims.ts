// Claims of sign-in services about a person, in the dialects of their makers. The reader is linear and bounded.

/** Claims by name, as a service sends them. */
export type Claims = Readonly<Record<string, unknown>>

/** Facts about a person that claims state. */
export interface ClaimedFacts {
  readonly email: string | undefined
  readonly isVerified: boolean
  readonly name: string
  /** The domain of the address, if the service is in charge of it. */
  readonly domain: string | undefined
  /** Undefined: the service has more groups than it names. */
  readonly groups: readonly string[] | undefined
  /** Ways in which the person proved who they are: `amr` (RFC 8176) and `acr`. */
  readonly methods: readonly string[]
}

const groupsMax = 5_000
const groupLengthMax = 1_000
const methodsMax = 50

const isRecord = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Yes, in the spellings of services: Cognito sends the text, Entra numbers. */
const isYes = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1'

/**
 * True if the service has verified the address. Entra has no `email_verified`: its `xms_edov` says that the owner of
 * the address's domain is known. A service that sends `email_verified` is taken at its word.
 */
const isEmailVerified = (claims: Claims): boolean =>
  isYes(claims['email_verified'] === undefined ? claims['xms_edov'] : claims['email_verified'])

/** The value of a claim: by its whole name, which may be an address or a URN, else by a path such as `a.b.c`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let at: unknown = claims
  for (const step of name.split('.')) {
    if (!isRecord(at) || !Object.hasOwn(at, step)) return undefined
    at = at[step]
  }
  return at
}

/** Names of groups: a list, one name alone (AD FS, JumpCloud), or the keys of an object (Zitadel). */
function namesOf(value: unknown): string[] {
  const names: string[] = []
  for (const item of Array.isArray(value) ? value.slice(0, groupsMax) : [value]) {
    if (typeof item === 'string') names.push(item)
    else if (isRecord(item)) names.push(...Object.keys(item).slice(0, groupsMax))
  }
  return names.map((name) => name.trim()).filter((name) => name !== '' && name.length <= groupLengthMax)
}

/** True if the service says that it has groups which are not in the token (Entra, above 200). */
function hasOverage(claims: Claims, name: string): boolean {
  const elsewhere = claims['_claim_names']
  return isYes(claims['hasgroups']) || (isRecord(elsewhere) && Object.hasOwn(elsewhere, name))
}

/** True if the claims state groups, or that there are too many. */
export const tellsGroups = (claims: Claims, name: string): boolean =>
  claimOf(claims, name) !== undefined || hasOverage(claims, name)

const googleIssuer = 'https://accounts.google.com'
const ofGoogle: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The domain of a verified address. Google verifies addresses of any domain, and is in charge of the ones of `hd`
 * (Workspace) and its own alone.
 */
function domainOf(issuer: string, claims: Claims, email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (issuer !== googleIssuer || ofGoogle.has(domain)) return domain
  return typeof claims['hd'] === 'string' && claims['hd'].toLowerCase() === domain ? domain : undefined
}

/** Methods of `amr`, a list or words in a text, and the class of `acr`. */
function methodsOf({ amr, acr }: Claims): string[] {
  const words = typeof amr === 'string' ? amr.split(/[\s,]+/) : Array.isArray(amr) ? amr : []
  return [...words.slice(0, methodsMax), acr].filter((word): word is string => typeof word === 'string' && word !== '')
}

/** Reads the claims of a service. `groupsClaim`: the name or path of the claim that has the groups. */
export function readClaims(issuer: string, claims: Claims, groupsClaim: string): ClaimedFacts {
  const { email: given, name } = claims
  const email = typeof given === 'string' ? given.trim() : undefined
  const isVerified = email !== undefined && isEmailVerified(claims)
  return {
    email,
    isVerified,
    name: typeof name === 'string' ? name : '',
    domain: email !== undefined && isVerified ? domainOf(issuer, claims, email) : undefined,
    groups: hasOverage(claims, groupsClaim) ? undefined : namesOf(claimOf(claims, groupsClaim)),
    methods: methodsOf(claims),
  }
}
