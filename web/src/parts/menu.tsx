// A button with a menu: the native popover, with the keys that a menu has (arrows, Home, End, letters, Escape).
import Check from 'lucide/dist/esm/icons/check.mjs'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

export interface MenuItem {
  readonly label: string
  /** A radio or check box of the menu has a state; others are plain. */
  readonly role?: 'menuitemradio' | 'menuitemcheckbox'
  readonly isChecked?: boolean
  readonly isDisabled?: boolean
  /** Shown beside the label, not part of its name: days, for example. */
  readonly hint?: string
  /** The key that does the same. */
  readonly shortcut?: string
  /** Leads somewhere instead of doing something. */
  readonly href?: string
  readonly act?: () => void
  /** A line stands above it. */
  readonly isApart?: boolean
}

export interface MenuProps {
  /** Name of the menu, and of the button unless that has another. */
  readonly name: string
  readonly buttonName?: string
  readonly buttonClass?: string
  readonly button: ComponentChildren
  readonly items: readonly MenuItem[]
  readonly footer?: ComponentChildren
  readonly isDisabled?: boolean
  readonly onToggle?: (isOpen: boolean) => void
}

const gapPx = 4
const edgePx = 8

/** Below its button, inside the window; above the button if there is more room. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const below = innerHeight - at.bottom - gapPx - edgePx
  const above = at.top - gapPx - edgePx
  const isBelow = below >= height || below >= above
  const left = Math.min(at.left + width > innerWidth - edgePx ? at.right - width : at.left, innerWidth - width - edgePx)
  menu.style.left = `${Math.max(edgePx, left)}px`
  menu.style.maxHeight = `${Math.max(120, isBelow ? below : above)}px`
  menu.dataset['placed'] = ''
  menu.style.top = isBelow ? `${at.bottom + gapPx}px` : `${Math.max(edgePx, at.top - gapPx - height)}px`
}

/** Moves the focus by a key. */
function move(event: KeyboardEvent, all: readonly HTMLElement[], close: () => void): void {
  const to = findByKey(all, event)
  if (to >= 0) {
    event.preventDefault()
    all[to]?.focus()
  }
  if (event.key === 'Tab') close()
  // Letters of an open menu are the menu's, not shortcuts of the page.
  event.stopPropagation()
}

/** The entry that has the focus as a menu opens: the chosen one, if there is one. */
function firstOf(all: readonly HTMLElement[], isFromEnd: boolean): HTMLElement | undefined {
  const chosen = all.find((one) => one.ariaChecked === 'true' && one.role === 'menuitemradio')
  return isFromEnd ? all.at(-1) : (chosen ?? all[0])
}

/** Entries may come after the menu opened. */
function useLateEntries(isOpen: boolean, areThere: boolean, begin: () => void): void {
  useEffect(() => {
    if (isOpen && areThere) begin()
  }, [areThere])
}

/** The state of a menu: open or not, its elements, and what follows as it opens and closes. */
function useMenu({ items, onToggle }: Pick<MenuProps, 'items' | 'onToggle'>) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const isFromEnd = useRef(false)
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const begin = () => {
    place(menu.current as HTMLElement, trigger.current as HTMLElement)
    firstOf(entries(), isFromEnd.current)?.focus()
    isFromEnd.current = false
  }
  const toggled = (isNowOpen: boolean) => {
    const element = menu.current as HTMLElement
    onToggle?.(isNowOpen)
    if (isNowOpen) return begin()
    if (element.contains(document.activeElement)) trigger.current?.focus()
    delete element.dataset['placed']
    setOpen(false)
  }
  useLateEntries(isOpen, items.length > 0, begin)
  return { isOpen, setOpen, menu, trigger, isFromEnd, entries, toggled }
}

export function Menu({ name, buttonName, buttonClass, button, items, footer, isDisabled, onToggle }: MenuProps) {
  const id = useId()
  const { isOpen, setOpen, menu, trigger, isFromEnd, entries, toggled } = useMenu({ items, onToggle })
  const close = () => menu.current?.hidePopover()
  return (
    <>
      <button
        ref={trigger}
        type="button"
        class={buttonClass}
        aria-label={buttonName ?? name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={isDisabled}
        // The popover's own light dismissal would close it on the press and the click open it again.
        popovertarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.stopPropagation()
          isFromEnd.current = event.key === 'ArrowUp'
          menu.current?.showPopover()
        }}
      >
        {button}
      </button>
      <div
        ref={menu}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        aria-label={name}
        onKeyDown={(event) => move(event, entries(), close)}
        // A page has many menus: entries are drawn as one opens, before the toggle is told.
        onBeforeToggle={(event) => {
          if ((event as ToggleEvent).newState === 'open') setOpen(true)
        }}
        onToggle={(event) => toggled((event as ToggleEvent).newState === 'open')}
      >
        {isOpen && items.map((item) => <Entry key={item.label} item={item} close={close} />)}
        {isOpen && footer && <div class="menu-foot">{footer}</div>}
      </div>
    </>
  )
}

/** The index of the entry that a key leads to, or -1. */
function findByKey(all: readonly HTMLElement[], event: KeyboardEvent): number {
  const { key } = event
  const at = all.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return (at + 1) % all.length
  if (key === 'ArrowUp') return (at - 1 + all.length) % all.length
  if (key === 'Home') return 0
  if (key === 'End') return all.length - 1
  const isLetter = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  return isLetter ? findByLetter(all, at, key) : -1
}

function findByLetter(all: readonly HTMLElement[], at: number, letter: string): number {
  const order = [...all.keys()].map((index) => (index + at + 1) % all.length)
  const wanted = letter.toLowerCase()
  return order.find((index) => all[index]?.textContent?.trim().toLowerCase().startsWith(wanted)) ?? -1
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, role = 'menuitem', isChecked, isDisabled, hint, shortcut, href, act, isApart } = item
  const hintId = useId()
  const props = {
    role,
    class: isApart ? 'menu-item menu-apart' : 'menu-item',
    tabIndex: -1,
    'aria-label': label,
    'aria-describedby': hint ? hintId : undefined,
    'aria-keyshortcuts': shortcut,
    'aria-checked': role === 'menuitem' ? undefined : Boolean(isChecked),
    'aria-disabled': isDisabled || undefined,
  } as const
  const inside = (
    <>
      {role !== 'menuitem' && <span class="menu-mark">{isChecked && <Icon of={Check} />}</span>}
      <span class="menu-label">{label}</span>
      {hint && (
        <span class="menu-hint" id={hintId}>
          {hint}
        </span>
      )}
      {shortcut && (
        <span aria-hidden="true">
          <kbd>{shortcut}</kbd>
        </span>
      )}
    </>
  )
  if (href !== undefined) {
    return (
      <a {...props} href={href}>
        {inside}
      </a>
    )
  }
  return (
    <button
      {...props}
      type="button"
      onClick={() => {
        if (isDisabled) return
        close()
        act?.()
      }}
    >
      {inside}
    </button>
  )
}
