// Readers of paths, queries and bodies that several routes share.

import { goalFailures, refuseField, siteFailures } from '../failure.ts'
import { invalid } from '../rules/goal.ts'
import { nameCharactersMax } from '../rules/maxima.ts'
import { cleanText } from '../rules/text.ts'
import { trimWhiteSpace } from '../rules/white-space.ts'
import type { Caller } from './caller.ts'
import type { RouteContext } from './route.ts'

export type Body = Readonly<Record<string, unknown>>

/** A positive id of a path; 0, which nothing has, for any other text. */
export function readId({ params }: Pick<RouteContext, 'params'>, name = 'id'): number {
  const id = /^\d{1,15}$/.test(params[name] ?? '') ? Number(params[name]) : 0
  return Number.isSafeInteger(id) ? id : 0
}

/** An id of a path of the Plugins API: 422 unless it is an integer (spec/management 3). */
export function readPluginId(text: string | undefined): number {
  if (!/^[+-]?\d+$/.test(text ?? '')) throw goalFailures.invalid({ id: [invalid] })
  const id = Number(text)
  // Larger than any id of the database, and so the id of nothing.
  return Number.isSafeInteger(id) ? id : 0
}

/** A text of a form; empty for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * A name that people give: 1 to 255 characters, without white space around it.
 * @example readName('  Launch page ') // 'Launch page'
 */
export function readName(value: unknown): string {
  const name = readNameOrNone(textOf(value))
  if (name === '') throw refuseField('name', 'blank')
  return name
}

/** The same, where an empty text takes a name away. A value that is no text is refused. */
export function readNameOrNone(value: unknown): string {
  if (typeof value !== 'string') throw refuseField('name', 'blank')
  const name = trimWhiteSpace(cleanText(value))
  if ([...name].length > nameCharactersMax) throw refuseField('name', 'long', { most: nameCharactersMax })
  return name
}

/**
 * The text of a required parameter of the body or the query, or the 400 that names it (spec/management 7; 2.3 for a
 * value that is no text).
 */
export function required(body: Body, query: URLSearchParams, name: string, purpose: string): string {
  const given = body[name] ?? query.get(name)
  // JSON may have a domain as a number.
  const value = name === 'site_id' && typeof given === 'number' ? String(given) : given
  if (value === null || (typeof value === 'string' && trimWhiteSpace(value) === ''))
    throw siteFailures.parameterRequired(name, purpose)
  if (typeof value !== 'string') throw refuseField(name, 'invalid')
  return value
}

/** A body that may be missing: DELETE and PUT accept `site_id` in the query too. */
export const readBody = ({ readJson }: RouteContext): Promise<Body> => readJson({ optional: true })

/**
 * As `readBody`. A request without a session, or from another site's page, is refused before its body is read
 * (spec/dashboard 12.5).
 */
export async function readOwnBody(context: RouteContext, caller: Caller): Promise<Body> {
  caller.requireCredential(context)
  return readBody(context)
}
