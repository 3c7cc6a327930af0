// A real OpenID Connect provider for tests; one line of ours stands for its pages: the named person signs in
// there, and agrees.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  /** The groups of the person, or other claims. */
  readonly groups?: readonly string[]
  readonly [claim: string]: unknown
  /** Ways in which the person signs in there (RFC 8176). */
  readonly amr?: readonly string[]
}

export interface TestProvider {
  readonly issuer: string
  /** Who signs in next. */
  person: Person
  /** Settings of a service that signs people in here. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts it for the service at an address. */
export async function startProvider(base: string): Promise<TestProvider> {
  const client = { client_id: 'tidemark', client_secret: 'a-secret-of-the-test' }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [`${base}/login/oidc/callback`] }],
    claims: { openid: ['sub', 'groups', '_claim_names', 'amr'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  })
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = started
    const { params } = await provider.interactionDetails(request, response)
    people.set(person.sub, person)
    const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) })
    grant.addOIDCScope(String(params['scope']))
    const result = {
      login: { accountId: person.sub, ...(person.amr ? { amr: [...person.amr] } : {}) },
      consent: { grantId: await grant.save() },
    }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void answer(request, response)
  })
  const started: TestProvider = {
    issuer,
    person: { sub: 'nobody' },
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Corp',
    },
    async stop() {
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return started
}
