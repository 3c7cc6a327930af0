// The language of a mail: the language of its reader's account, else of the site's owner, else English.
import type { Queryable } from '../db/pool.ts'
import { chooseLanguage, type Language, languageCodes } from '../rules/languages.ts'
import { one } from './store.ts'

/** SQL for the language that an address reads mails of a team in, or null. Both are expressions. */
export const languageSql = (address: string, teamId: string): string =>
  `coalesce(
     (select p.language from users u join user_settings p on p.user_id = u.id
      where lower(u.email) = lower(${address})),
     (select p.language from memberships o join user_settings p on p.user_id = o.user_id
      where o.team_id = ${teamId} and o.role = 'owner' and p.language is not null
      order by o.user_id limit 1))`

/** A stored language. Codes that this version does not have become English. */
export const knownLanguage = (code: string | null): Language => chooseLanguage({}, code, languageCodes)

/** The language of a mail to an address about a team's site. */
export async function findMailLanguage(db: Queryable, address: string, teamId: number): Promise<Language> {
  const text = `select ${languageSql('$1::text', '$2::bigint')} as code`
  return knownLanguage((await one<{ code: string | null }>(db, text, [address, teamId]))?.code ?? null)
}
