// The start of every page: the theme, the frame of landmarks, the title. A page's own module calls `start`.
import { computed, signal } from '@preact/signals'
import { type ComponentChildren, render } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import * as shared from '../../src/rules/words/en/shared.ts'
import { noteRecent } from './browser/recent.ts'
import { startTheme } from './browser/theme.ts'
import { Banner } from './parts/banner.tsx'
import { showToastOfLastPage, Toasts } from './parts/toast.tsx'
import { facts } from './service/facts.ts'
import { say } from './text/say.ts'

// How many answers are under way that the page is to show.
const underWay = signal(0)

/** True until the page shows its content (`aria-busy` of `main`). */
export const isBusy = computed(() => underWay.value > 0)

/** Counts an answer as under way until the returned function is called. */
export function beginWork(): () => void {
  underWay.value = underWay.peek() + 1
  return () => {
    underWay.value = underWay.peek() - 1
  }
}

export function setTitle(page: string): void {
  document.title = say(shared.title, { page })
}

export interface StartOptions {
  /** Content at the end of the bar. */
  readonly account?: ComponentChildren
  /** An embed has no bar. */
  readonly hasBanner?: boolean
  /** `narrow` for forms, `wide` for what uses the whole width. */
  readonly width?: 'narrow' | 'wide'
}

function Frame({
  children,
  account,
  hasBanner = true,
  width = 'wide',
}: StartOptions & { children: ComponentChildren }) {
  const [error] = useErrorBoundary((cause) => console.error(cause))
  return (
    <>
      <a class="skip" href="#content">
        {shared.skip}
      </a>
      {hasBanner && <Banner account={account} />}
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
  if (facts.user && facts.site) noteRecent('sites', facts.site.domain)
  const root = document.getElementById('app') ?? document.body.appendChild(document.createElement('div'))
  render(<Frame {...options}>{view}</Frame>, root)
  if (facts.share?.embed) void import('./embed.ts').then(({ tellHeight }) => tellHeight())
  // After the first drawing, because screen readers read out text that appears in a status, but not text that was there
  // from the start.
  setTimeout(showToastOfLastPage)
}
