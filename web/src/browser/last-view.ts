// The state of a site's dashboard that was looked at last in this tab, as its address says it: the code for embedding
// shows the same.

const keyOf = (domain: string) => `tidemark.view.${domain}`

export function noteView(domain: string, query: string): void {
  try {
    sessionStorage.setItem(keyOf(domain), query)
  } catch {
    // Then the code shows what a dashboard begins with.
  }
}

export function lastView(domain: string): string {
  try {
    return sessionStorage.getItem(keyOf(domain)) ?? ''
  } catch {
    return ''
  }
}
