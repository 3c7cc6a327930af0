// Addresses that programs ask of every host: the icon, the contact for security, the page for language models.

import { existsSync, readFileSync } from 'node:fs'
import type { Clock } from '../../clock.ts'
import { daySeconds } from '../../rules/durations.ts'
import { type Definition, route } from '../definition.ts'
import type { Route } from '../route.ts'

/** Settings and services behind these addresses. */
export interface WellKnown {
  readonly baseUrl: string
  /** A URL or an e-mail address; the page about security stands in. */
  readonly securityContact: string | undefined
  /** Path of the icon that the build wrote. */
  readonly iconFile: string
  readonly clock: Clock
}

/** RFC 9116 asks for less than a year. */
const validDays = 180

const cached = { 'cache-control': `public, max-age=${daySeconds}` }

/** The contact as a URI, which RFC 9116 asks for. */
function contactOf({ securityContact, baseUrl }: WellKnown): string {
  if (securityContact === undefined) return `${baseUrl}/docs/security`
  return /^[a-z][a-z0-9+.-]*:/i.test(securityContact) ? securityContact : `mailto:${securityContact}`
}

/** The text of RFC 9116. */
function securityText(known: WellKnown): string {
  // A whole day, so that the text is the same all day.
  const today = Math.floor(known.clock.now().getTime() / 1000 / daySeconds) * daySeconds
  const expires = new Date((today + validDays * daySeconds) * 1000).toISOString().replace('.000', '')
  return [
    `Contact: ${contactOf(known)}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${known.baseUrl}/.well-known/security.txt`,
    `Policy: ${known.baseUrl}/docs/security`,
    '',
  ].join('\n')
}

/** The text of llmstxt.org: a title, a sentence, the pages worth reading. */
const modelText = (baseUrl: string): string => `# Tidemark

> Privacy-first web analytics in one PostgreSQL: no cookies, no personal data. This host counts visits of websites.
> Its statistics need an API key, a sign-in or a shared link.

## Interfaces

- [OpenAPI document](${baseUrl}/api/openapi.json): statistics, sites, goals, events
- [API reference](${baseUrl}/api/docs): the same for people
- [Model Context Protocol](${baseUrl}/mcp): tools for assistants, with an API key as Bearer token

## Documentation

- [How we count](${baseUrl}/docs/how-we-count): the meaning of each number
- [Assistants](${baseUrl}/docs/assistants): connecting an assistant
- [SQL](${baseUrl}/docs/sql): statistics by SQL
- [Tracker](${baseUrl}/docs/tracker): the script of a website
- [Privacy](${baseUrl}/docs/privacy): the data that is stored
`

/** `/favicon.ico`, `/.well-known/security.txt` and `/llms.txt`. */
export function wellKnownRoutes(known: WellKnown): Definition[] {
  const icon = existsSync(known.iconFile) ? readFileSync(known.iconFile) : undefined
  const answer = (name: string, path: string, handle: Route['handle']) =>
    route({ name, endpoint: `GET ${path}`, summary: name, isPage: true, replies: {}, handle })
  return [
    answer('GetIcon', '/favicon.ico', () =>
      icon
        ? {
            status: 200,
            headers: { ...cached, 'content-type': 'image/x-icon', 'content-length': String(icon.length) },
            stream: (sink) => sink.write(icon),
          }
        : { status: 404, body: 'Not found\n' },
    ),
    answer('GetSecurityContact', '/.well-known/security.txt', () => ({
      status: 200,
      body: securityText(known),
      headers: cached,
    })),
    answer('GetModelText', '/llms.txt', () => ({ status: 200, body: modelText(known.baseUrl), headers: cached })),
  ]
}
