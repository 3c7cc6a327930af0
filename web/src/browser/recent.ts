// Sites and commands that were used lately in this tab, newest first, for the switcher and the palette.

type List = 'sites' | 'commands'

const keptMax = 8
const keyOf = (list: List) => `tidemark.recent.${list}`

export function recent(list: List): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(list)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function noteRecent(list: List, name: string): void {
  try {
    const names = [name, ...recent(list).filter((one) => one !== name)].slice(0, keptMax)
    sessionStorage.setItem(keyOf(list), JSON.stringify(names))
  } catch {
    // Then the list keeps its own order.
  }
}
