// The frame of a panel: its name and menu, its tabs, its content and what stands below.
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import type { ComponentChildren, CSSProperties, Ref } from 'preact'
import { Icon } from '../../parts/icon.tsx'
import { Menu, type MenuProps } from '../../parts/menu.tsx'

interface PanelFrameProps {
  readonly id: string
  readonly title: string
  readonly look: string
  readonly style?: CSSProperties
  readonly menu: Pick<MenuProps, 'name' | 'items' | 'onToggle'>
  readonly tabs: ComponentChildren
  /** The key of the tab whose content it is. */
  readonly tab: string
  readonly bodyRef?: Ref<HTMLDivElement>
  readonly bodyLook: string
  readonly isBusy: boolean
  /** The panel is one line: its tabs are for readers alone. */
  readonly isLine?: boolean
  readonly children: ComponentChildren
  readonly foot?: ComponentChildren
}

export function PanelFrame(props: PanelFrameProps) {
  const { id, title, look, style, menu, tabs, tab, bodyRef, bodyLook, isBusy, isLine, children, foot } = props
  return (
    <section class={`panel card ${look}`} style={style} aria-labelledby={`${id}-name`}>
      <header class="panel-head">
        <h2 id={`${id}-name`}>{title}</h2>
        <Menu {...menu} buttonClass="button-quiet button-icon" button={<Icon of={Ellipsis} />} />
      </header>
      <div class={isLine ? 'sr' : 'panel-tabs'}>{tabs}</div>
      <div
        ref={bodyRef}
        id={id}
        class={`panel-body ${bodyLook}`}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
        aria-busy={isBusy}
      >
        {children}
      </div>
      {foot}
    </section>
  )
}
