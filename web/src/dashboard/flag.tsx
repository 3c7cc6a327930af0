// A country's flag from the sprite, which is fetched with the first list of places. Decoration: names are beside it.
export function Flag({ code }: { code: string }) {
  return (
    <span class="flag-code" aria-hidden="true">
      {/^[A-Z]{2}$/.test(code) ? code : '··'}
    </span>
  )
}
