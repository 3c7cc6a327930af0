// The entries of menus, fetched as one of them opens for the first time.
import { useState } from 'preact/hooks'
import { withPart } from '../../parts/on-demand.ts'

type Menus = typeof import('./menus.ts')

const load = () => import('./menus.ts')

// The first sign of a hand on the page fetches them, so that they are there when a menu opens.
for (const sign of ['pointermove', 'keydown']) addEventListener(sign, () => load().catch(() => {}), { once: true })

/** `menus` is undefined until they are there; a menu that opens may use them `then`. */
export function useMenus() {
  const [menus, setMenus] = useState<Menus>()
  return {
    menus,
    onToggle(isOpen: boolean, then?: (menus: Menus) => void) {
      if (isOpen)
        withPart(load, (part) => {
          setMenus(part)
          then?.(part)
        })
    },
  }
}
