// The entries of menus, fetched as one of them opens for the first time.
import { useState } from 'preact/hooks'
import { withPart } from '../../parts/on-demand.ts'

type Menus = typeof import('./menus.ts')

const load = () => import('./menus.ts')

// The first sign of a hand on the page fetches them, so that they are there when a menu opens.
for (const sign of ['pointermove', 'keydown']) addEventListener(sign, () => load().catch(() => {}), { once: true })

/** `menus` is undefined until they are there. */
export function useMenus(): { readonly menus: Menus | undefined; readonly onToggle: (isOpen: boolean) => void } {
  const [menus, setMenus] = useState<Menus>()
  return {
    menus,
    onToggle(isOpen) {
      if (isOpen && !menus) withPart(load, setMenus)
    },
  }
}
