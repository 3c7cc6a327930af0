// Kits for the web's own Request and Response, in frameworks and runtimes from npm. Each is built and started as for
// production.
import { html, type Runner } from './runner.ts'

const bin = (name: string): string => `node_modules/.bin/${name}`

const noHandler = 'export default defineEventHandler(() => {})'
const noPlugin = 'export default defineNitroPlugin(() => {})'
const nextPages = {
  'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>',
  'app/page.js': `export const dynamic = 'force-dynamic'\nexport default () => <h1>Shop</h1>`,
}

/** The lines for a middleware as a proxy of Next 16, with the matcher for all pages if it counts. */
function asProxy(lines: string, isCounting: boolean): string {
  const proxy = lines.replace('function middleware(', 'function proxy(')
  const [, all] = /^\/\/ To count pages: (matcher: .*)$/m.exec(lines) ?? []
  return isCounting && all !== undefined ? proxy.replace(/matcher: \[[^\n]*\] \}/, `${all} }`) : proxy
}

export const webRunners: readonly Runner[] = [
  {
    kit: 'deno',
    needs: ['node -v'],
    packages: ['deno'],
    files: ({ lines }) => ({
      'main.js': `const site = () => new Response('${html}', { headers: { 'content-type': 'text/html' } })\n${Object.values(lines)[0]}`,
    }),
    command: () => [bin('deno'), 'run', '--allow-net', 'main.js'],
    environment: ({ port }) => ({ DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` }),
  },
  {
    kit: 'bun',
    needs: ['node -v'],
    packages: ['bun'],
    files: ({ lines }) => ({
      'main.js': `const site = () => new Response('${html}', { headers: { 'content-type': 'text/html' } })\n${Object.values(lines)[0]}`,
    }),
    command: () => [bin('bun'), 'main.js'],
    environment: ({ port }) => ({ PORT: String(port) }),
  },
  {
    kit: 'sveltekit',
    needs: ['node -v'],
    packages: ['@sveltejs/kit', '@sveltejs/adapter-node', '@sveltejs/vite-plugin-svelte', 'svelte', 'vite'],
    files: ({ lines, port }) => ({
      ...lines,
      'vite.config.js': `import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
export default { plugins: [sveltekit({ adapter: adapter(), paths: { origin: 'http://127.0.0.1:${port}' } })] }`,
      'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
      'src/routes/+page.svelte': '<h1>Shop</h1>',
    }),
    build: () => [bin('vite'), 'build'],
    command: () => ['node', 'build'],
    environment: ({ port }) => ({ HOST: '127.0.0.1', PORT: String(port) }),
  },
  {
    kit: 'astro',
    needs: ['node -v'],
    packages: ['astro', '@astrojs/node'],
    files: ({ lines }) => ({
      ...lines,
      'astro.config.mjs': `import node from '@astrojs/node'
export default { output: 'server', adapter: node({ mode: 'standalone' }) }`,
      'src/pages/index.astro': '<h1>Shop</h1>',
    }),
    build: () => [bin('astro'), 'build'],
    command: () => ['node', 'dist/server/entry.mjs'],
    environment: ({ port }) => ({ HOST: '127.0.0.1', PORT: String(port), ASTRO_TELEMETRY_DISABLED: '1' }),
  },
  {
    kit: 'next',
    needs: ['node -v'],
    packages: ['next', 'react', 'react-dom'],
    files: ({ lines, mode }) => ({
      ...nextPages,
      'proxy.js': asProxy(lines['middleware.js'] ?? '', mode === 'count'),
    }),
    build: () => [bin('next'), 'build'],
    command: ({ port }) => [bin('next'), 'start', '-H', '127.0.0.1', '-p', String(port)],
    environment: () => ({ NEXT_TELEMETRY_DISABLED: '1' }),
  },
  {
    kit: 'next',
    name: 'next route',
    needs: ['node -v'],
    packages: ['next', 'react', 'react-dom'],
    isCarrier: true,
    files: ({ lines }) => ({
      ...nextPages,
      'app/tide/[...tidemark]/route.js': lines['or a route'] ?? '',
    }),
    build: () => [bin('next'), 'build'],
    command: ({ port }) => [bin('next'), 'start', '-H', '127.0.0.1', '-p', String(port)],
    environment: () => ({ NEXT_TELEMETRY_DISABLED: '1' }),
  },
  {
    kit: 'nuxt',
    needs: ['node -v'],
    packages: ['nuxt'],
    files: ({ lines, mode }) => ({
      // One of them at a time; the other one is empty.
      'server/middleware/tidemark.js': mode === 'carry' ? lines['server/middleware/tidemark.js']! : noHandler,
      'server/plugins/tidemark.js': mode === 'count' ? lines['or server/plugins/tidemark.js']! : noPlugin,
      'nuxt.config.js': 'export default defineNuxtConfig({ telemetry: false, compatibilityDate: "2026-01-01" })',
      'app/app.vue': '<template><h1>Shop</h1></template>',
    }),
    build: () => [bin('nuxt'), 'build'],
    command: () => ['node', '.output/server/index.mjs'],
    environment: ({ port }) => ({ HOST: '127.0.0.1', PORT: String(port) }),
  },
  {
    kit: 'workers',
    needs: ['node -v'],
    packages: ['miniflare'],
    files: ({ lines, port }) => ({
      'index.js': lines['index.js'] ?? '',
      // Requests of a worker for its own site go to the site's server; others go out.
      'main.js': `
import { Miniflare } from 'miniflare'
new Miniflare({
  host: '127.0.0.1', port: ${port}, modules: true, modulesRules: [{ type: 'ESModule', include: ['**/*.js'] }],
  scriptPath: 'index.js', compatibilityDate: '2026-01-01',
  outboundService: (request) => new URL(request.url).port === '${port}'
    ? new Response('${html}', { headers: { 'content-type': 'text/html' } })
    : fetch(request.url, { method: request.method, headers: request.headers, body: request.body, duplex: 'half' }),
})
`,
    }),
    command: () => ['node', 'main.js'],
    platform: (ip) => ({ 'cf-connecting-ip': ip }),
  },
  {
    kit: 'vercel',
    needs: ['node -v'],
    packages: ['edge-runtime', '@vercel/functions', 'esbuild'],
    files: ({ lines, port }) => ({
      'middleware.js': lines['middleware.js'] ?? '',
      'edge.js': `
import middleware from './middleware.js'
addEventListener('fetch', (event) => {
  const context = { waitUntil: (sent) => event.waitUntil(sent) }
  globalThis[Symbol.for('@vercel/request-context')] = { get: () => context }
  const page = () => new Response('${html}', { headers: { 'content-type': 'text/html' } })
  const answer = Promise.resolve(middleware(event.request))
  event.respondWith(answer.then((found) => found.headers.has('x-middleware-next') ? page() : found))
})
`,
      'main.js': `
import { readFileSync } from 'node:fs'
import { EdgeRuntime, runServer } from 'edge-runtime'
const runtime = new EdgeRuntime({ initialCode: readFileSync('bundle.js', 'utf8') })
await runServer({ runtime, host: '127.0.0.1', port: ${port} })
`,
    }),
    build: () => [
      bin('esbuild'),
      'edge.js',
      '--bundle',
      '--format=iife',
      '--conditions=edge-light',
      // Vercel's edge has the variables of the environment.
      '--banner:js=globalThis.process={env:{}};',
      '--outfile=bundle.js',
    ],
    command: () => ['node', 'main.js'],
    platform: (ip) => ({ 'x-real-ip': ip }),
  },
  {
    kit: 'netlify',
    needs: ['node -v'],
    packages: ['deno'],
    files: ({ lines, port }) => ({
      ...lines,
      // Netlify's edge runs functions in Deno, with this context.
      'main.js': `
import edge from './netlify/edge-functions/tidemark.js'
Deno.serve({ hostname: '127.0.0.1', port: ${port} }, async (request, { remoteAddr }) => {
  const next = () => new Response('${html}', { headers: { 'content-type': 'text/html' } })
  return (await edge(request, { ip: remoteAddr.hostname, next, waitUntil: () => {} })) ?? next()
})
`,
    }),
    command: () => [bin('deno'), 'run', '--allow-net', 'main.js'],
  },
]
