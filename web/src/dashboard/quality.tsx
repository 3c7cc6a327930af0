// How many events were counted and how many dropped, and why. Fetched when the panel comes near the window.
export function Quality() {
  return null
}
