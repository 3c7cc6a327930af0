// Light, dark, or the system's theme. The choice is an attribute of the root; colours are pairs in tokens.css.
import { signal } from '@preact/signals'
import type { ShareFacts } from '../../../src/http/facts.ts'
import { recall, remember } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme)

export const theme = signal<Theme>('system')

/** Shows a theme; only what a person chose is kept. */
export function setTheme(next: Theme, { keep = true } = {}): void {
  theme.value = next
  document.documentElement.dataset['theme'] = next
  if (keep) remember('tidemark.theme', next)
}

export function startTheme(): void {
  const kept = recall('tidemark.theme')
  setTheme(isTheme(kept) ? kept : 'system', { keep: false })
  // Another tab's choice is this one's too.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'tidemark.theme') setTheme(isTheme(newValue) ? newValue : 'system', { keep: false })
  })
}

/** A shared link looks as its address says. */
export function dressShared({ theme: given, background, width }: ShareFacts): void {
  if (given !== null) setTheme(given, { keep: false })
  if (background !== null) document.documentElement.style.background = document.body.style.background = background
  if (width !== null) document.documentElement.style.setProperty('--page-max', 'none')
}

export const nextTheme = (): Theme => themes[(themes.indexOf(theme.value) + 1) % themes.length] as Theme
