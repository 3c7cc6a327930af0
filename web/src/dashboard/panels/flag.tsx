// A country's flag from the sprite, which is fetched with the first list of places. Decoration: names are beside it.
import { at } from '../../service/at.ts'
import { facts } from '../../service/facts.ts'

export const Flag = ({ code }: { code: string }) => (
  <svg class="flag" aria-hidden="true">
    <use href={at(`/assets/flags-${facts.version}.svg#${code}`)} />
  </svg>
)
