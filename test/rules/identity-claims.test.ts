// Claims of sign-in services in their dialects, as public reports show them; names and numbers are made up.
import t from 'tap'
import { type ClaimedFacts, type Claims, readClaims, tellsGroups } from '../../src/rules/identity-claims.ts'

interface Dialect {
  readonly source: string
  readonly claims: Claims
  /** The setting OIDC_GROUPS_CLAIM; `groups` unless told. */
  readonly claim?: string
  readonly issuer?: string
  readonly facts: Partial<ClaimedFacts>
  /** The claims say something about groups. */
  readonly tells?: boolean
}

const email = 'ann@corp.test'
const verified = { email, email_verified: true }
const google = 'https://accounts.google.com'

const dialects: Readonly<Record<string, Dialect>> = {
  'Keycloak, full paths of groups': {
    source: 'goharbor/harbor#10377, nextcloud/user_oidc#771, juanfont/headscale#1114',
    claims: { ...verified, groups: ['/admins', '/admins/eu'] },
    facts: { isVerified: true, domain: 'corp.test', groups: ['/admins', '/admins/eu'] },
  },
  'Keycloak, two mappers': {
    source: 'nebari-dev/nebi#370',
    claims: { ...verified, groups: ['/dev', 'dev'] },
    facts: { groups: ['/dev', 'dev'] },
  },
  'Keycloak, roles of the realm': {
    source: 'OpenCTI-Platform/opencti#3782',
    claim: 'realm_access.roles',
    claims: { ...verified, realm_access: { roles: ['offline_access', 'analytics'] } },
    facts: { groups: ['offline_access', 'analytics'] },
  },
  'Keycloak, roles of a client': {
    source: 'sonar-auth-oidc/sonar-auth-oidc#34, zorn-v/nextcloud-social-login#116',
    claim: 'resource_access.tidemark.roles',
    claims: { ...verified, resource_access: { tidemark: { roles: ['admin'] }, account: { roles: ['view'] } } },
    facts: { groups: ['admin'] },
  },
  'Keycloak without a mapper': {
    source: 'mirceanton/home-ops#1124',
    claims: { ...verified, preferred_username: 'ann' },
    facts: { groups: [] },
    tells: false,
  },
  'Entra, groups by their ids, no word on the address': {
    source: 'screentinker/screentinker#256, outline/outline#12863, open-mercato/open-mercato#2026',
    claims: {
      email,
      preferred_username: 'ann@corp.test',
      groups: ['5d3c1f5e-0000-4000-8000-000000000001'],
      ver: '2.0',
    },
    facts: { isVerified: false, domain: undefined, groups: ['5d3c1f5e-0000-4000-8000-000000000001'] },
  },
  'Entra, the owner of the domain is verified': {
    source: 'PatchMon/PatchMon#1057, root-gg/plik#590',
    claims: { email, xms_edov: 1 },
    facts: { isVerified: true, domain: 'corp.test' },
    tells: false,
  },
  'Entra, verified as a text': {
    source: 'PatchMon/PatchMon#1048',
    claims: { email, xms_edov: '1' },
    facts: { isVerified: true },
    tells: false,
  },
  'xms_edov does not outweigh email_verified': {
    source: 'PatchMon/PatchMon#1057',
    claims: { email, xms_edov: true, email_verified: false },
    facts: { isVerified: false, domain: undefined },
    tells: false,
  },
  'Entra, more than 200 groups': {
    source: 'hashicorp/vault#7510, hashicorp/vault-plugin-auth-jwt#74, OctopusDeploy/Issues#8388',
    claims: {
      email,
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.test/users/1/getMemberObjects' } },
    },
    facts: { groups: undefined },
  },
  'Entra, more than fit, in short': {
    source: 'Gibe/Umbraco.Community.AzureSSO#26',
    claims: { email, hasgroups: 'true' },
    facts: { groups: undefined },
  },
  'Entra, no address but a user name': {
    source: 'PatchMon/PatchMon#1048',
    claims: { preferred_username: 'ann@corp.test', xms_edov: true },
    facts: { email: undefined, isVerified: false, domain: undefined },
    tells: false,
  },
  'Google Workspace': {
    source: 'vercel-labs/emulate#73, kubernetes/kubernetes#61276',
    issuer: google,
    claims: { ...verified, hd: 'corp.test' },
    facts: { isVerified: true, domain: 'corp.test' },
    tells: false,
  },
  'Google, a private account with an address of the company': {
    source: 'neochaotic/leoflow#1164, zitadel/zitadel#11983',
    issuer: google,
    claims: verified,
    facts: { isVerified: true, domain: undefined },
    tells: false,
  },
  'Google, another domain of the same Workspace': {
    source: 'thephpleague/oauth2-google#62',
    issuer: google,
    claims: { ...verified, hd: 'other.test' },
    facts: { domain: undefined },
    tells: false,
  },
  'Google, a private address': {
    source: 'envoyproxy/gateway#3334',
    issuer: google,
    claims: { email: 'ann@gmail.com', email_verified: true },
    facts: { domain: 'gmail.com' },
    tells: false,
  },
  'Okta, nothing in the id token': {
    source: 'sonar-auth-oidc/sonar-auth-oidc#40, okta/okta-auth-js#668',
    claims: verified,
    facts: { groups: [] },
    tells: false,
  },
  'Authentik since 2025.10': {
    source: 'ZimengXiong/ExcaliDash#67, goauthentik/authentik#17942',
    claims: { email, email_verified: false, groups: ['authentik Admins'] },
    facts: { isVerified: false, domain: undefined, groups: ['authentik Admins'] },
  },
  'Zitadel, roles as the keys of an object': {
    source: 'Termix-SSH/Support#789, gtsteffaniak/filebrowser#2084',
    claim: 'urn:zitadel:iam:org:project:roles',
    claims: {
      ...verified,
      'urn:zitadel:iam:org:project:roles': { admin: { 28: 'corp.test' }, user: { 28: 'corp.test' } },
    },
    facts: { groups: ['admin', 'user'] },
  },
  'Zitadel, an early form': {
    source: 'zitadel/zitadel#766',
    claim: 'urn:zitadel:iam:org:project:roles',
    claims: { ...verified, 'urn:zitadel:iam:org:project:roles': [{ user: ['corp.test'] }] },
    facts: { groups: ['user'] },
  },
  'GitLab, the id token': {
    source: 'int128/kubelogin#1129, goharbor/harbor#11808',
    claims: { ...verified, groups_direct: ['platform'] },
    facts: { groups: [] },
    tells: false,
  },
  'GitLab, direct groups by setting': {
    source: 'argoproj/argo-cd#5944',
    claim: 'groups_direct',
    claims: { ...verified, groups_direct: ['platform', 'platform/backend'] },
    facts: { groups: ['platform', 'platform/backend'] },
  },
  Cognito: {
    source: 'zitadel/oidc#137, coreos/go-oidc#249',
    claim: 'cognito:groups',
    claims: { email, email_verified: 'true', 'cognito:groups': ['admins'] },
    facts: { isVerified: true, groups: ['admins'] },
  },
  'Cognito, not verified': {
    source: 'pocketbase/pocketbase#6657',
    claims: { email, email_verified: 'false' },
    facts: { isVerified: false },
    tells: false,
  },
  'AD FS and JumpCloud, one group as a text': {
    source: 'hashicorp/vault-plugin-auth-jwt#62, dexidp/dex#2639, juanfont/headscale#3230',
    claim: 'group',
    claims: { ...verified, group: 'Analytics Team' },
    facts: { groups: ['Analytics Team'] },
  },
  'a blank text is no group': {
    source: 'codelibs/fess#3290',
    claims: { ...verified, groups: ' ' },
    facts: { groups: [] },
  },
  'Auth0, a claim named by an address': {
    source: 'lukaszraczylo/traefikoidc#85, libopenstorage/openstorage#909',
    claim: 'https://corp.test/roles',
    claims: { ...verified, 'https://corp.test/roles': ['admin'] },
    facts: { groups: ['admin'] },
  },
  'LDAP names': {
    source: 'goauthentik/authentik groups of LDAP sources',
    claims: { ...verified, groups: ['CN=Analytics,OU=Groups,DC=corp,DC=test'] },
    facts: { groups: ['CN=Analytics,OU=Groups,DC=corp,DC=test'] },
  },
  'a second factor as words in a text': {
    source: 'proconnect-gouv/proconnect-identite#601',
    claims: { ...verified, amr: 'pwd totp mfa' },
    facts: { methods: ['pwd', 'totp', 'mfa'] },
    tells: false,
  },
  'a second factor as a list, and a class': {
    source: 'indigo-iam/iam#918, RFC 8176',
    claims: { ...verified, amr: ['otp', 'pwd'], acr: 'https://refeds.org/profile/mfa' },
    facts: { methods: ['otp', 'pwd', 'https://refeds.org/profile/mfa'] },
    tells: false,
  },
  'a class alone': {
    source: 'auth0/docs#4552',
    claims: { ...verified, acr: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' },
    facts: { methods: ['http://schemas.openid.net/pape/policies/2007/06/multi-factor'] },
    tells: false,
  },
}

t.test('dialects of sign-in services', async (t) => {
  for (const [name, { claims, claim = 'groups', issuer = 'https://id.test', facts, tells = true }] of Object.entries(
    dialects,
  )) {
    t.match(readClaims(issuer, claims, claim), facts, name)
    if ('groups' in facts && facts.groups === undefined) t.equal(readClaims(issuer, claims, claim).groups, undefined)
    if ('domain' in facts) t.equal(readClaims(issuer, claims, claim).domain, facts.domain, `${name}: domain`)
    t.equal(tellsGroups(claims, claim), tells, `${name}: ${tells ? 'tells' : 'does not tell'} groups`)
  }
})

t.test('hostile claims are read in bounds', async (t) => {
  const many = readClaims('https://id.test', { groups: Array.from({ length: 100_000 }, (_, at) => `g${at}`) }, 'groups')
  t.equal(many.groups?.length, 5_000)
  const odd: unknown[] = [null, 1, true, {}, [], [null, 1, ['a']], 'x'.repeat(1_001), { __proto__: null }]
  for (const groups of odd) t.strictSame(readClaims('https://id.test', { groups }, 'groups').groups, [])
  t.strictSame(readClaims('https://id.test', {}, 'constructor.name').groups, [], 'no inherited properties')
  t.match(readClaims('https://id.test', { email: 1, name: {}, amr: 5, acr: [] }, 'groups'), {
    email: undefined,
    name: '',
    methods: [],
  })
})
