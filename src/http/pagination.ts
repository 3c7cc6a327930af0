// Pages of lists that are newest first, by opaque cursors.

export interface Page<T> {
  readonly items: readonly T[]
  /** The cursor of the next or previous page; null if there is no such page. */
  readonly after: string | null
  readonly before: string | null
  readonly limit: number
}

const limitMax = 1000

const toCursor = (id: number | string): string => Buffer.from(JSON.stringify(id)).toString('base64url')

/** The position a cursor stands for; undefined for text no cursor was made of. */
function readCursor(text: string | null): number | string | undefined {
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof value === 'number' || typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** A limit from 1 to 1000, else the default (spec/management 3 and 7). */
function readLimit(query: URLSearchParams, fallback: number): number {
  const text = query.get('limit') ?? ''
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= limitMax ? limit : fallback
}

/**
 * Cuts one page out of the whole list, which is ordered by falling key. The cursor is the key of the page's first or
 * last item; an item deleted since leaves no gap.
 */
export function paginate<T>(
  list: readonly T[],
  keyOf: (item: T) => number | string,
  query: URLSearchParams,
  limitDefault: number,
): Page<T> {
  const limit = readLimit(query, limitDefault)
  // A cursor of another kind of list is as good as none.
  const kind = list[0] === undefined ? undefined : typeof keyOf(list[0])
  const cursorOf = (name: string) => {
    const cursor = readCursor(query.get(name))
    return typeof cursor === kind ? cursor : undefined
  }
  const after = cursorOf('after')
  const before = cursorOf('before')
  const place = (cursor: number | string) => {
    const index = list.findIndex((item) => keyOf(item) <= cursor)
    if (index < 0) return { upTo: list.length, from: list.length }
    return { upTo: index, from: keyOf(list[index] as T) === cursor ? index + 1 : index }
  }
  let start = 0
  let end = Math.min(limit, list.length)
  if (after !== undefined) {
    start = place(after).from
    end = Math.min(start + limit, list.length)
  } else if (before !== undefined) {
    end = place(before).upTo
    start = Math.max(0, end - limit)
  }
  const items = list.slice(start, end)
  const [first, last] = [items[0], items.at(-1)]
  return {
    items,
    after: last !== undefined && end < list.length ? toCursor(keyOf(last)) : null,
    before: first !== undefined && start > 0 ? toCursor(keyOf(first)) : null,
    limit,
  }
}

/** The `meta` of a Sites API list. */
export const listMeta = <T>({ after, before, limit }: Page<T>) => ({ after, before, limit })

/** The `meta` of a Plugins API list: links keep the other query parameters (spec/management 3). */
export function pluginMeta<T>(page: Page<T>, address: string, query: URLSearchParams) {
  const link = (name: 'after' | 'before', cursor: string) => {
    const parameters = new URLSearchParams(query)
    parameters.delete('after')
    parameters.delete('before')
    parameters.set(name, cursor)
    return { url: `${address}?${parameters}` }
  }
  return {
    ...listMeta(page),
    pagination: {
      has_next_page: page.after !== null,
      has_prev_page: page.before !== null,
      links: {
        ...(page.after === null ? {} : { next: link('after', page.after) }),
        ...(page.before === null ? {} : { prev: link('before', page.before) }),
      },
    },
  }
}

/** The stretch of a list that the database cuts, by falling ids (as `paginate`). */
export function readStretch(query: URLSearchParams, limitDefault: number) {
  const cursorOf = (name: string) => {
    const cursor = readCursor(query.get(name))
    return typeof cursor === 'number' && Number.isSafeInteger(cursor) ? cursor : undefined
  }
  return { limit: readLimit(query, limitDefault), after: cursorOf('after'), before: cursorOf('before') }
}

/** The page of a stretch, from one item more than its limit: the last one, or with `before` alone the first, is cut. */
export function toPage<T extends { readonly id: number }>(
  found: readonly T[],
  { limit, after, before }: ReturnType<typeof readStretch>,
): Page<T> {
  const isBack = after === undefined && before !== undefined
  const hasMore = found.length > limit
  const items = hasMore ? (isBack ? found.slice(1) : found.slice(0, limit)) : found
  const [first, last] = [items[0], items.at(-1)]
  return {
    items,
    after: last && (isBack || hasMore) ? toCursor(last.id) : null,
    before: first && (isBack ? hasMore : after !== undefined) ? toCursor(first.id) : null,
    limit,
  }
}
