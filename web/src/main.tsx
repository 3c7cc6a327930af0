// What every page begins with: the theme, the frame of landmarks, the title. A page's own module calls `start`.
import { signal } from '@preact/signals'
import { type ComponentChildren, render } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { facts } from './facts.ts'
import { Banner } from './parts/banner.tsx'
import { Toasts } from './parts/toast.tsx'
import { shared } from './text/en/shared.ts'
import { say } from './text/say.ts'
import { startTheme } from './theme.ts'

/** Whether the page is still to show what it stands for (`aria-busy` of `main`). */
export const isBusy = signal(false)

export function setTitle(page: string): void {
  document.title = say(shared.title, { page })
}

interface StartOptions {
  /** An embed has no bar. */
  readonly hasBanner?: boolean
  /** `narrow` for forms, `wide` for what uses the whole width. */
  readonly width?: 'narrow' | 'wide'
}

function Frame({ children, hasBanner = true, width = 'wide' }: StartOptions & { children: ComponentChildren }) {
  const [error] = useErrorBoundary((cause) => console.error(cause))
  return (
    <>
      <a class="skip" href="#content">
        {shared.skip}
      </a>
      {hasBanner && <Banner />}
      <main id="content" class={`main main-${width}`} tabIndex={-1} aria-busy={isBusy.value}>
        {error ? (
          <div class="notice notice-bad" role="alert">
            <p>{shared.broken}</p>
            <button type="button" class="button" onClick={() => location.reload()}>
              {shared.reload}
            </button>
          </div>
        ) : (
          children
        )}
      </main>
      <Toasts />
    </>
  )
}

export function start(view: ComponentChildren, options: StartOptions = {}): void {
  startTheme()
  document.documentElement.dataset['page'] = facts.page
  const root = document.getElementById('app') ?? document.body.appendChild(document.createElement('div'))
  render(<Frame {...options}>{view}</Frame>, root)
}
