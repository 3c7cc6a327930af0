// Looks at a page as a reader of its language: words that do not fit, words that are cut, words left in English.
import type { Browser, Page } from 'playwright-core'
import { inLanguage, type Text } from '../../src/rules/words.ts'
import { tablesOf } from '../../web/languages.ts'
import { cutTexts } from './cut-text.ts'

/** Every text of a table, those of forms and groups included. */
function textsOf(text: Text | undefined): string[] {
  if (typeof text === 'string') return [text]
  return typeof text === 'object' && text !== null ? Object.values(text).flatMap((one) => textsOf(one as Text)) : []
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * English texts that are translated and no text of the language, as expressions: a gap stands for anything. What the
 * language lacks is shown in English.
 */
async function foreignTexts(language: string): Promise<string[]> {
  const [english, tables] = [await tablesOf('en'), await tablesOf(language)]
  const values = Object.keys((tables.get('dashboard')?.['namedValues'] ?? {}) as object)
  const shown = [...english].map(([subject, table]) => inLanguage(table, tables.get(subject)))
  const own = new Set(shown.flatMap(textsOf))
  const all = [...[...english.values()].flatMap(textsOf), ...values]
  return [...new Set(all)]
    .filter((text) => !own.has(text) && /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, '')))
    .map(
      (text) =>
        `^${text
          .split(/\{\w+\}/)
          .map(escaped)
          .join('.+')}$`,
    )
}

/** Boxes of words that have to be whole. Names that visitors or people give may be shortened. */
const wholeWords =
  'button, .button, a.button, th, h1, h2, h3, legend, label, [role=tab], [role^=menuitem], [role=option], summary, ' +
  'dt, .total-label, .total-value, .total-change, .num, .settings-nav a, nav a'
const shortened = '.row-button, .bar-name, .chip-edit, .sr, [role=listbox], .chooser-option, bdi, .switch, .crumb'

/** In the page: graphs with something drawn into the first or last column of pixels, which is where it is cut off. */
export const cutGraphs = `[...document.querySelectorAll('.graph canvas')].filter((canvas) => {
  const { width, height } = canvas
  const drawn = (x) => canvas.getContext('2d').getImageData(x, 0, 1, height).data.some((part) => part > 0)
  return width > 0 && (drawn(0) || drawn(width - 1))
}).map(() => 'the graph is cut at its edge')`

/** Finds the faults of what is on show, in the page. */
const look = (foreign: readonly string[]) => `(() => {
  const faults = []
  const shortened = ${JSON.stringify(shortened)}
  // Languages without spaces break their lines anywhere.
  const brokenWords = (box) => {
    const broken = []
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node && document.documentElement.lang !== 'ja'; node = walker.nextNode()) {
      if (/[@/]/.test(node.textContent)) continue
      for (const { 0: word, index } of node.textContent.matchAll(/[\\p{L}]{2,}/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return broken
  }
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1
  const nameOf = (one) => one.tagName + '.' + one.className + ' “' + one.textContent.slice(0, 40) + '”'
  faults.push(...${cutGraphs}, ...${cutTexts})
  const over = document.documentElement.scrollWidth - innerWidth
  if (over > 0) faults.push('the page is wider than the window by ' + over)
  for (const one of document.querySelectorAll(${JSON.stringify(wholeWords)})) {
    if (!isSeen(one) || one.closest(shortened) || one.querySelector(shortened)) continue
    if (getComputedStyle(one).display === 'inline') continue
    const cut = one.scrollWidth - one.clientWidth
    if (cut > 1) faults.push('cut by ' + cut + ': ' + nameOf(one))
    for (const word of brokenWords(one)) faults.push('broken over two lines: ' + word + ' of ' + nameOf(one))
  }
  for (const box of document.querySelectorAll('.card, dialog[open], .menu:popover-open')) {
    const edge = box.getBoundingClientRect()
    if (edge.left < -1 || edge.right > innerWidth + 1) faults.push('outside the window: ' + nameOf(box))
    for (const one of box.querySelectorAll('th, td, button, a, select, input, p, h2, h3, label, li, dd')) {
      if (!isSeen(one) || one.closest('.sr, .scroll-x, [role=tablist], svg, pre, .journeys, .details-rows, .graph-table')) continue
      if (one.closest('.menu') !== box.closest('.menu')) continue
      const { left, right } = one.getBoundingClientRect()
      if (left < edge.left - 1 || right > edge.right + 1) faults.push('outside its box: ' + nameOf(one))
    }
  }
  const texts = new Set([document.title])
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('script, style, code, pre')) texts.add(node.textContent.trim())
  for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'aria-description'])
    for (const one of document.querySelectorAll('[' + name + ']')) texts.add(one.getAttribute(name).trim())
  const expressions = ${JSON.stringify(foreign)}.map((text) => new RegExp(text))
  for (const text of texts) {
    if (/\\{\\w+\\}|undefined|\\[object|NaN/.test(text)) faults.push('a gap: ' + text)
    if (text.length > 2 && expressions.some((one) => one.test(text))) faults.push('in English: ' + text)
  }
  return [...new Set(faults)]
})()`

export interface FitReader {
  readonly page: Page
  /** The faults at the width that the window has. */
  faults(): Promise<string[]>
  /** The faults at each width. */
  faultsAt(widths: readonly number[]): Promise<Record<number, string[]>>
  close(): Promise<void>
}

/** A reader of a language, with the cookies of somebody who is signed in or none. */
export async function readIn(
  language: string,
  browser: Browser,
  cookies: Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0] = [],
): Promise<FitReader> {
  const foreign = language === 'en' ? [] : await foreignTexts(language)
  const context = await browser.newContext({ locale: language, timezoneId: 'Etc/UTC' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const faults = async () => {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    return page.evaluate<string[]>(look(foreign))
  }
  return {
    page,
    faults,
    async faultsAt(widths) {
      const found: Record<number, string[]> = {}
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const all = await faults()
        if (all.length > 0) found[width] = all
      }
      return found
    },
    close: () => context.close(),
  }
}
