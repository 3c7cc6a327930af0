// The whole way of a sign-in at a provider, as a browser goes it: out, to the provider, and back.
import type { TestApp } from './app.ts'

/** Signs in who is next at the provider; answers the last response, and the cookies of the service. */
export async function signInAt(service: Pick<TestApp, 'url'>, base: string, issuer: string) {
  const jar = new Map<string, string>()
  const get = async (url: string): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const at = url.startsWith(issuer) ? url : service.url + url.replace(base, '')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === '' || /max-age=0/i.test(text)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  let url = (await get('/login/oidc')).headers.get('location') ?? ''
  for (let hop = 0; hop < 10 && !url.startsWith(base); hop += 1) {
    const next = (await get(url)).headers.get('location') ?? ''
    url = next.startsWith('/') ? issuer + next : next
  }
  const response = await get(url)
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return { status: response.status, location: response.headers.get('location'), text: await response.text(), cookie }
}
