// The bar at the top of every page: where one is, the theme, and the way out.

import { signal } from '@preact/signals'
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs'
import Monitor from 'lucide/dist/esm/icons/monitor.mjs'
import Moon from 'lucide/dist/esm/icons/moon.mjs'
import Sun from 'lucide/dist/esm/icons/sun.mjs'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { nextTheme, setTheme, theme } from '../browser/theme.ts'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { say } from '../text/say.ts'
import { isPaletteOpen } from './commands.ts'
import { Icon, Mark } from './icon.tsx'
import { useOnDemand } from './on-demand.ts'

const isSwitcherOpen = signal(false)
const themeIcons = { system: Monitor, light: Sun, dark: Moon } as const

/** A part that is fetched when it is first wanted. */
function OnDemand<Props extends { onClose: () => void }>({
  load,
  ...props
}: { load: () => Promise<ComponentType<Props>> } & Props) {
  const Part = useOnDemand(load, true, props.onClose)
  return Part ? <Part {...(props as unknown as Props)} /> : null
}

const loadSwitcher = async () => (await import('./switcher.tsx')).Switcher
const loadPalette = async () => (await import('./palette.tsx')).Palette

function ThemeButton() {
  const name = say(shared.theme, { theme: shared.themes[theme.value] })
  return (
    <button
      type="button"
      class="button-quiet button-icon"
      aria-label={name}
      title={name}
      onClick={() => setTheme(nextTheme())}
    >
      <Icon of={themeIcons[theme.value]} size={18} />
    </button>
  )
}

const overlays = [
  [isSwitcherOpen, loadSwitcher],
  [isPaletteOpen, loadPalette],
] as const

export function Banner({ account }: { account: ComponentChildren }) {
  const { user, site } = facts
  useEffect(() => {
    if (!user) return
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      isPaletteOpen.value = !isPaletteOpen.value
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <header class="banner">
      <div class="banner-inside">
        {user ? (
          <a class="home" href={at('/sites')}>
            <Mark />
            <span>{shared.sites}</span>
          </a>
        ) : (
          <span class="home">
            <Mark />
            <span>{shared.product}</span>
          </span>
        )}
        {user && site && (
          <button
            type="button"
            class="button-quiet switch"
            aria-label={say(shared.switchSite, { domain: site.domain })}
            aria-haspopup="dialog"
            onClick={() => {
              isSwitcherOpen.value = true
            }}
          >
            <bdi class="switch-domain">{site.domain}</bdi>
            <Icon of={ChevronsUpDown} size={14} />
          </button>
        )}
        <span class="banner-space" />
        <ThemeButton />
        {account}
      </div>
      {overlays.map(
        ([isOpen, load], index) =>
          isOpen.value && (
            <OnDemand
              key={index}
              load={load}
              onClose={() => {
                isOpen.value = false
              }}
            />
          ),
      )}
    </header>
  )
}
