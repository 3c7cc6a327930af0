// Snippets that a site's owner pastes: one text for each way of installing, by the tracker configuration.

import { packageOptions, suffixesOf, type TrackerFlags } from '../../../src/rules/tracker-options.ts'

export const ways = ['html', 'wordpress', 'gtm', 'npm'] as const
export type Way = (typeof ways)[number]

/** An element with the id `tidemark` is `window.tidemark` as well, hence the question for a function. */
const stub =
  'if(typeof window.tidemark!="function")window.tidemark=function(){(tidemark.q=tidemark.q||[]).push(arguments)}'
const notFoundCall = 'tidemark("404",{props:{path:location.pathname}})'

interface Site {
  readonly domain: string
  readonly baseUrl: string
  readonly config: TrackerFlags
}

function scriptUrl({ baseUrl, config }: Site): string {
  return `${baseUrl}/js/${['script', ...suffixesOf(config)].join('.')}.js`
}

function html(site: Site): string {
  const tag = `<script defer data-domain="${site.domain}" src="${scriptUrl(site)}"></script>`
  if (!site.config.track_404_pages) return tag
  return `${tag}\n\n<!-- On the page for wrong addresses, as well: -->\n<script>${stub};${notFoundCall}</script>`
}

function wordpress(site: Site): string {
  const lines = [
    `add_action('wp_enqueue_scripts', function () {`,
    `  wp_enqueue_script('tidemark', '${scriptUrl(site)}', [], null, ['strategy' => 'defer']);`,
    `});`,
    `add_filter('script_loader_tag', function ($tag, $handle) {`,
    `  $attributes = ' data-domain="${site.domain}" data-api="${site.baseUrl}/api/event" src=';`,
    `  return $handle === 'tidemark' ? str_replace(' src=', $attributes, $tag) : $tag;`,
    `}, 10, 2);`,
  ]
  if (site.config.track_404_pages) {
    lines.push(
      `add_action('wp_footer', function () {`,
      `  if (is_404()) echo '<script>${stub};${notFoundCall}</script>';`,
      `});`,
    )
  }
  return lines.join('\n')
}

function tagManager(site: Site): string {
  return [
    '<script>',
    `  var script = document.createElement('script')`,
    `  script.defer = true`,
    `  script.dataset.domain = '${site.domain}'`,
    `  script.src = '${scriptUrl(site)}'`,
    `  document.head.appendChild(script)`,
    '</script>',
  ].join('\n')
}

function npm({ domain, baseUrl, config }: Site): string {
  const options = packageOptions.filter(([flag]) => config[flag]).map(([, option]) => `  ${option}: true,`)
  const lines = [
    `import { init${config.track_404_pages ? ', track' : ''} } from '@tidemark/tracker'`,
    '',
    'init({',
    `  domain: '${domain}',`,
    `  endpoint: '${baseUrl}/api/event',`,
    ...options,
    '})',
  ]
  if (config.track_404_pages) {
    lines.push('', '// Where an address is not found:', `track('404', { props: { path: location.pathname } })`)
  }
  return lines.join('\n')
}

const writers: Readonly<Record<Way, (site: Site) => string>> = { html, wordpress, gtm: tagManager, npm }

export const snippet = (way: Way, site: Site): string => writers[way](site)
