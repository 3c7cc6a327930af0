// The two things a browser remembers. Storage may be off, full, or hold what somebody else wrote there.

type Key = 'tidemark.theme' | 'tidemark.tabs'

export function recall(key: Key): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(key: Key, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Then it is chosen again next time.
  }
}
