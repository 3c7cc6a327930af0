// The kits: small files for a site's own server. They carry the script and the events under the site's address, or
// count the pages that it serves (docs/kits.md). Their texts are in the folder `kits/`.

/** A file of a kit: its name in `kits/`, and the name it gets on the site's server. */
export interface KitFile {
  readonly from: string
  readonly name: string
}

interface Kit {
  /** As people call the framework or the server. */
  readonly title: string
  readonly files: readonly KitFile[]
}

const lines = (from: string, name: string): KitFile => ({ from: `lines/${from}`, name })
const web = (title: string, ...own: KitFile[]): Kit => ({
  title,
  files: [{ from: 'web.js', name: 'tidemark.js' }, ...own],
})
const node = (title: string, from: string): Kit => ({
  title,
  files: [{ from: 'node.js', name: 'tidemark.js' }, lines(from, 'where the application is made')],
})
const python = (title: string, from: string, name: string): Kit => ({
  title,
  files: [{ from: 'python.py', name: 'tidemark.py' }, lines(from, name)],
})
const rack = (title: string, name: string, from: string, place: string): Kit => ({
  title,
  files: [{ from: 'rack.rb', name }, lines(from, place)],
})
const php = (title: string, from: string, name: string): Kit => ({
  title,
  files: [{ from: 'php.php', name: 'tidemark.php' }, lines(from, name)],
})
const server = (title: string, from: string): Kit => ({ title, files: [{ from, name: from }] })

/** The kits by their names, in the order of lists. */
export const kits = {
  next: web('Next.js', lines('next.js', 'middleware.js'), lines('next-route.js', 'or a route')),
  nuxt: {
    title: 'Nuxt',
    files: [
      { from: 'web.js', name: 'server/tidemark.js' },
      lines('nuxt.js', 'server/middleware/tidemark.js'),
      lines('nuxt-count.js', 'or server/plugins/tidemark.js'),
    ],
  },
  sveltekit: {
    title: 'SvelteKit',
    files: [{ from: 'web.js', name: 'src/tidemark.js' }, lines('sveltekit.js', 'src/hooks.server.js')],
  },
  astro: {
    title: 'Astro',
    files: [{ from: 'web.js', name: 'src/tidemark.js' }, lines('astro.js', 'src/middleware.js')],
  },
  hono: web('Hono', lines('hono.js', 'where the application is made')),
  workers: web('Cloudflare Workers', lines('workers.js', 'index.js')),
  vercel: web('Vercel', lines('vercel.js', 'middleware.js')),
  netlify: {
    title: 'Netlify',
    files: [
      { from: 'web.js', name: 'netlify/edge-functions/lib/tidemark.js' },
      lines('netlify.js', 'netlify/edge-functions/tidemark.js'),
    ],
  },
  deno: web('Deno', lines('deno.js', 'where the server begins')),
  bun: web('Bun', lines('bun.js', 'where the server begins')),
  express: node('Express', 'express.js'),
  fastify: node('Fastify', 'fastify.js'),
  koa: node('Koa', 'koa.js'),
  polka: node('polka', 'polka.js'),
  django: python('Django', 'django.py', 'wsgi.py'),
  flask: python('Flask', 'flask.py', 'where the application is made'),
  fastapi: python('FastAPI', 'fastapi.py', 'where the application is made'),
  rails: rack('Ruby on Rails', 'lib/tidemark.rb', 'rails.rb', 'config/application.rb'),
  sinatra: rack('Sinatra', 'tidemark.rb', 'sinatra.rb', 'config.ru'),
  php: php('PHP', 'php.txt', 'index.php'),
  laravel: php('Laravel', 'laravel.txt', 'public/index.php'),
  wordpress: {
    title: 'WordPress',
    files: [
      { from: 'php.php', name: 'wp-content/mu-plugins/tidemark/tidemark.php' },
      lines('wordpress.txt', 'wp-content/mu-plugins/tidemark.php'),
    ],
  },
  go: {
    title: 'Go',
    files: [{ from: 'go.go', name: 'tidemark/tidemark.go' }, lines('go.txt', 'main.go')],
  },
  nginx: server('nginx', 'nginx.conf'),
  caddy: server('Caddy', 'caddy.Caddyfile'),
  apache: server('Apache', 'apache.conf'),
  haproxy: server('HAProxy', 'haproxy.cfg'),
  traefik: server('Traefik', 'traefik.yaml'),
} as const satisfies Readonly<Record<string, Kit>>

export type KitName = keyof typeof kits
export const kitNames = Object.keys(kits) as readonly KitName[]

export const isKitName = (name: string): name is KitName => Object.hasOwn(kits, name)

/** True for a kit that is a program: it can count pages too. Servers that are only configured carry. */
export const canCount = (name: KitName): boolean => kits[name].files.length > 1

/** The path under which a kit carries script and events, unless another is chosen. */
export const kitPath = '/tide'

/** The path that a text names: with its slash, without one at its end; undefined for a text that is no path. */
export function readKitPath(text: string): string | undefined {
  const path = text.replace(/\/+$/, '')
  return /^(\/[A-Za-z0-9._~-]+)+$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path) ? path : undefined
}

/** The values of a site in its kits. */
export interface KitValues {
  /** The address of the service, without a slash at its end. */
  readonly service: string
  readonly domain: string
  readonly secret: string
  /** The path of the site's script at the service. */
  readonly script: string
  /** The path of script and events at the site. */
  readonly path: string
}

/** The tag of a page whose script and events a kit carries. */
export const kitTag = ({ domain, path }: Pick<KitValues, 'domain' | 'path'>): string =>
  `<script defer data-domain="${domain}" data-api="${path}/event" src="${path}/script.js"></script>`

/** Fills the values of a site into the text of a kit's file. */
export function fillKit(text: string, values: KitValues): string {
  const { host, hostname, protocol, port } = new URL(values.service)
  const isSecure = protocol === 'https:'
  const gaps: Readonly<Record<string, string>> = {
    ...values,
    tag: kitTag(values),
    host,
    route_up: '../'.repeat(values.path.split('/').length + 1),
    authority: `${hostname}:${port || (isSecure ? 443 : 80)}`,
    haproxy_tls: isSecure ? ` ssl verify required ca-file @system-ca sni str(${hostname})` : '',
  }
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => gaps[name] ?? '')
}
