// A country's flag from the sprite, which is fetched with the first list of places. Decoration: names are beside it.
import { facts } from '../facts.ts'

export const Flag = ({ code }: { code: string }) => (
  <svg class="flag" aria-hidden="true">
    <use href={`/assets/flags-${facts.version}.svg#${code}`} />
  </svg>
)
