// Requests that `fetch` would not send: with another Host, or with a target that is no path.
import { request } from 'node:http'

/** Sends a request to the service; `target` stands in its first line as it is. */
export function ask(
  { url }: { url: string },
  { method = 'GET', target, headers = {} }: { method?: string; target: string; headers?: Record<string, string> },
  body?: string,
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, method, path: target, headers }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part
        })
        .on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
      .on('error', reject)
      .end(body)
  })
}
