// The entries of menus, fetched as one of them opens for the first time.
import { useState } from 'preact/hooks'
import { withPart } from '../../parts/on-demand.ts'

type Menus = typeof import('./menus.ts')

/** `menus` is undefined until they are there. */
export function useMenus(): { readonly menus: Menus | undefined; readonly onToggle: (isOpen: boolean) => void } {
  const [menus, setMenus] = useState<Menus>()
  return {
    menus,
    onToggle(isOpen) {
      if (isOpen && !menus) withPart(() => import('./menus.ts'), setMenus)
    },
  }
}
