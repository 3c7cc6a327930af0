// What the server tells a page about itself, in the JSON block of its shell. The shapes of src/http/facts.ts.

export interface UserFacts {
  readonly name: string
  readonly email: string
  readonly shortcuts?: boolean
}

export interface SiteFacts {
  readonly id: string
  readonly domain: string
  readonly timezone: string
  readonly role?: string
  readonly is_demo?: boolean
  readonly has_events?: boolean
  readonly features?: Readonly<Record<string, boolean>>
}

export interface Facts {
  readonly page: string
  readonly user?: UserFacts
  readonly site?: SiteFacts
  /** Where the service is reached from elsewhere: the tracker's snippet names it. */
  readonly base_url?: string
  /** What only one page has to know. */
  readonly [name: string]: unknown
}

function read(): Facts {
  const block = document.getElementById('facts')
  return JSON.parse(block?.textContent || '{"page":"error"}') as Facts
}

export const facts: Facts = read()
