// What the service believes of an id token: its signature and its subject, with a provider of a few lines that may lie
// (spec/dashboard 12).
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { fakeBuild } from '../support/dashboard.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

let nonce = ''
let said: { sub: unknown; key: KeyObject } = { sub: 'u1', key: privateKey }
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(issuer: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: 'tidemark', iat: now, exp: now + 60, nonce, sub: said.sub }
  const head = base64({ alg: 'RS256', kid: 'k' })
  const body = `${head}.${base64({ ...claims, email: 'owner@corp.test', email_verified: true })}`
  return `${body}.${sign('sha256', Buffer.from(body), said.key).toString('base64url')}`
}

const provider = createServer((request, response) => {
  const send = (body: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const path = request.url ?? ''
  request.resume()
  if (path.startsWith('/.well-known/'))
    send({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    })
  else if (path === '/jwks')
    send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] })
  else send({ access_token: 'a', token_type: 'bearer', expires_in: 60, id_token: idToken(issuer) })
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
const build = await fakeBuild()
const service = await startApp({
  webFolder: build.folder,
  env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'tidemark', OIDC_CLIENT_SECRET: 's', OIDC_NAME: 'Corp' },
})
await service.provision({ domain: 'corp.test', email: 'owner@corp.test' })
t.teardown(async () => {
  await service.stop()
  provider.closeAllConnections()
  provider.close()
  await build.remove()
})

async function come(): Promise<{ status: number; location: string | null }> {
  const begun = await fetch(`${service.url}/login/oidc?next=/account`, { redirect: 'manual' })
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  nonce = asked.get('nonce') ?? ''
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  const callback = `/login/oidc/callback?${new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: issuer })}`
  const done = await fetch(service.url + callback, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
  await done.text()
  return { status: done.status, location: done.headers.get('location') }
}

t.test('a token with a right signature and a subject signs in', async (t) => {
  t.strictSame(await come(), { status: 302, location: `/account` })
})

t.test('a signature of another key is refused', async (t) => {
  said = { sub: 'u1', key: stranger }
  t.match(await come(), { status: 403, location: null })
})

t.test('an empty subject is refused', async (t) => {
  for (const sub of ['', ' ', '\t', '\0', 'x\0', 's'.repeat(256), null, 1, undefined]) {
    said = { sub, key: privateKey }
    t.match(await come(), { status: 403, location: null }, JSON.stringify(sub))
  }
  said = { sub: 'u1', key: privateKey }
  t.match(await come(), { status: 302 })
})
