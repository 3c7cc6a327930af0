// Looks at the port before anything else is done: a service that runs there already, or another program, is said in a
// sentence, and not by EADDRINUSE after the database has started.
import { createServer } from 'node:net'

export interface Place {
  readonly host: string
  readonly port: number
  /** The setting that says the port. */
  readonly setting?: 'PORT' | 'WORK_PORT'
}

const answerMs = 2_000

/** Listens on a place for a moment; the code of the error where that fails. */
const tryListening = ({ host, port }: Place): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => (error.code ? resolve(error.code) : reject(error)))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

const isAnyAddress = (host: string) => host === '::' || host === '0.0.0.0'

/** The address of a place as this machine asks for it. */
function urlOf({ host, port }: Place, any: string): string {
  const name = isAnyAddress(host) ? any : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Asks for the OpenAPI document. Its title tells Tidemark from other programs. */
const isTidemark = (place: Place): Promise<boolean> =>
  fetch(`${urlOf(place, '127.0.0.1')}/api/openapi.json`, { signal: AbortSignal.timeout(answerMs) })
    .then((answer) => answer.json() as Promise<{ info?: { title?: unknown } } | null>)
    .then(
      (document) => document?.info?.title === 'Tidemark',
      () => false,
    )

/**
 * Throws if the service cannot listen on the port: Tidemark runs there already, another program has the port, or the
 * system refuses. The message says what to do. Port 0 is always free.
 */
export async function requirePort(place: Place): Promise<void> {
  const { host, port, setting = 'PORT' } = place
  if (port === 0) return
  const code = await tryListening(place)
  const another = `set ${setting} to another one (${setting}=${port < 65_535 ? port + 1 : 8000})`
  if (code === 'EADDRINUSE' && (await isTidemark(place)))
    throw new Error(`Tidemark is running already on ${urlOf(place, 'localhost')}: stop it first, or ${another}`)
  if (code === 'EADDRINUSE') throw new Error(`port ${port} is taken by another program: stop that, or ${another}`)
  if (code === 'EACCES') throw new Error(`this account may not listen on port ${port}: ${another}`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    throw new Error(`HOST ${host} is no address of this machine`)
  if (code !== undefined) throw new Error(`cannot listen on ${host} and port ${port}: ${code}`)
}
