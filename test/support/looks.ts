// Looks at a page as a designer does: words over words, controls behind an edge, numbers of one row on two heights, boxes
// with nothing in them, words of another language.
import { inLanguage, type Text } from '../../src/rules/words.ts'
import { tablesOf } from '../../web/languages.ts'

/** In the page: the visible part of an element, and the part that its ancestors cut off. */
const sight = `
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !one.closest('.sr, svg, canvas, option, script, style, noscript, dialog:not([open])')
  const short = (text) => '“' + text.trim().replace(/\\s+/g, ' ').slice(0, 40) + '”'
  const nameOf = (one) => one.tagName.toLowerCase() + (one.className ? '.' + String(one.className).trim().replace(/\\s+/g, '.') : '')
  const everything = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  })
  const styles = new Map()
  const styleOf = (one) => {
    if (!styles.has(one)) styles.set(one, getComputedStyle(one))
    return styles.get(one)
  }
  const clips = new Map()
  /** The part of the window that an element may draw in. */
  const clipOf = (one) => {
    if (!one || one === document.body || one === document.documentElement) return everything
    if (clips.has(one)) return clips.get(one)
    const style = styleOf(one)
    const above = style.position === 'fixed' || one.matches(':popover-open, dialog[open]') ? everything : clipOf(one.parentElement)
    const cuts = /hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY)
    const clip = cuts ? meet(above, one.getBoundingClientRect()) : above
    clips.set(one, clip)
    return clip
  }
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.textContent.trim() !== '' && isSeen(node.parentElement)) texts.push(node)
  const rectsOf = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].filter(({ width }) => width > 1)
  }`

/** Letters of two texts on the same spot, and nothing between them that hides one. */
const textOverText = `
  const lines = texts.flatMap((node) => {
    const clip = clipOf(node.parentElement)
    return rectsOf(node).flatMap((rect) => {
      // Letters are lower than their line.
      const room = rect.height * 0.18
      const seen = meet(clip, { left: rect.left + 1, right: rect.right - 1, top: rect.top + room, bottom: rect.bottom - room })
      return seen.right - seen.left > 2 && seen.bottom - seen.top > 2 ? [{ node, ...seen }] : []
    })
  }).sort((a, b) => a.top - b.top)
  const hides = (one, other) => {
    for (let box = one.parentElement; box && !box.contains(other); box = box.parentElement) {
      const style = styleOf(box)
      const alpha = /rgba\\(.*, ([\\d.]+)\\)/.exec(style.backgroundColor)?.[1] ?? 1
      if (Number(alpha) > 0.8 && (style.position !== 'static' || box.matches(':popover-open, dialog'))) return true
    }
    return false
  }
  for (let at = 0; at < lines.length; at += 1) {
    const one = lines[at]
    for (let next = at + 1; next < lines.length && lines[next].top < one.bottom - 1; next += 1) {
      const other = lines[next]
      if (other.node === one.node) continue
      const over = meet(one, other)
      if (over.right - over.left < 2 || over.bottom - over.top < 2) continue
      if (hides(one.node, other.node) || hides(other.node, one.node)) continue
      faults.push('text over text: ' + short(one.node.textContent) + ' and ' + short(other.node.textContent))
    }
  }`

/** What can be pressed or written into lies in the window, and no box cuts it; what scrolls sideways shows it. */
const controlsOutside = `
  const scrolls = (one) => {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement)
      if (/auto|scroll/.test(styleOf(box).overflowX) && box.scrollWidth > box.clientWidth) return true
    return false
  }
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [tabindex="0"]'
  for (const one of document.querySelectorAll(controls)) {
    if (!isSeen(one) || scrolls(one)) continue
    const rects = [...one.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    for (const rect of rects) {
      const left = Math.max(rect.left, clipOf(one.parentElement).left)
      const right = Math.min(rect.right, clipOf(one.parentElement).right)
      if (rect.left < -1 || rect.right > innerWidth + 1)
        faults.push('a control outside the window: ' + nameOf(one) + ' ' + short(one.ariaLabel || one.textContent || one.name))
      else if (right - left < rect.width - 2)
        faults.push('a control behind an edge: ' + nameOf(one) + ' ' + short(one.ariaLabel || one.textContent || one.name))
    }
  }`

/** Boxes side by side, each with a number in letters of one size: the numbers stand on one line. */
const numbersOfRows = `
  const isNumber = (text) => /^[^\\p{L}]{0,3}\\d[\\d\\s.,:%]*(\\p{L}{0,4}\\.?)?$/u.test(text.trim()) && text.trim().length < 12
  const isRow = ({ display, flexDirection }) =>
    display === 'table-row' || /grid/.test(display) || (/flex/.test(display) && /row/.test(flexDirection))
  /** Of each row, the largest number of each of its boxes. */
  const rows = new Map()
  for (const node of texts) {
    if (!isNumber(node.textContent)) continue
    const rects = rectsOf(node)
    if (rects.length !== 1) continue
    const number = { size: parseFloat(styleOf(node.parentElement).fontSize), bottom: rects[0].bottom, text: node.textContent }
    for (let box = node.parentElement; box !== document.body; box = box.parentElement) {
      const edge = box.getBoundingClientRect()
      if (edge.height > 130) break
      const row = box.parentElement
      if (row.children.length < 2 || !isRow(styleOf(row))) continue
      if (!rows.has(row)) rows.set(row, new Map())
      const best = rows.get(row).get(box)
      if (!best || best.size < number.size) rows.get(row).set(box, { ...number, top: edge.top })
    }
  }
  const told = new Set()
  for (const [row, boxes] of rows) {
    const numbers = [...boxes.values()]
    const isHigher = (one, other) =>
      one.size === other.size && Math.abs(one.top - other.top) < 1.5 && one.bottom - other.bottom > 1.5
    const [low, high] = numbers.flatMap((one) => numbers.filter((other) => isHigher(one, other)).map((other) => [one, other]))[0] ?? []
    // One row of a list tells of all.
    if (!low || told.has(row.parentElement)) continue
    told.add(row.parentElement)
    const list = row.closest('section, [aria-labelledby]')?.querySelector('h2')?.textContent ?? nameOf(row)
    faults.push('numbers on two heights: ' + short(low.text) + ' and ' + short(high.text) + ' in ' + list)
  }`

/** More than two fifths of a panel's height without anything in it. */
const emptyPanels = `
  for (const panel of document.querySelectorAll('.panel')) {
    if (!isSeen(panel)) continue
    const edge = panel.getBoundingClientRect()
    const things = [
      ...texts.filter((node) => panel.contains(node)).flatMap(rectsOf),
      ...[...panel.querySelectorAll('svg > *, canvas, img, button, input, select, tr, li')]
        .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()),
    ].map((rect) => meet(rect, edge)).filter(({ top, bottom }) => bottom > top).sort((a, b) => a.top - b.top)
    let [end, empty] = [edge.top, 0]
    for (const { top, bottom } of [...things, { top: edge.bottom, bottom: edge.bottom }]) {
      // Less than that is the room between lines.
      if (top - end > 16) empty += top - end
      end = Math.max(end, bottom)
    }
    const share = Math.round((empty / edge.height) * 100)
    if (share > 40) faults.push('a panel that is empty by ' + share + ' %: ' + short(panel.querySelector('h2')?.textContent ?? nameOf(panel)))
  }`

/**
 * An expression for the page. Its value is a list of faults: text over text, controls outside the window or behind an
 * edge, numbers of one row on two heights, panels that are empty by more than 40 %.
 */
export const looks = `(() => {
  const faults = []
  ${sight}
  ${textOverText}
  ${controlsOutside}
  ${numbersOfRows}
  ${emptyPanels}
  return [...new Set(faults)]
})()`

/** Every text of a table, those of forms and groups included. */
function textsOf(text: Text | undefined): string[] {
  if (typeof text === 'string') return [text]
  return typeof text === 'object' && text !== null ? Object.values(text).flatMap((one) => textsOf(one as Text)) : []
}

/** Words of at least three letters; gaps, addresses and what has digits in it are no words. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/\{\w+\}/g, ' ')
    .split(/\s+/)
    .filter((part) => !/[\d/@_\\=]|\w[.:]\w/.test(part))
    .flatMap((part) => part.match(/\p{L}{3,}/gu) ?? [])
    .map((word) => word.toLowerCase())

/** Words that the English table has and the table of the language has not. */
export async function englishWords(language: string): Promise<ReadonlySet<string>> {
  const [english, own] = [await tablesOf('en'), await tablesOf(language)]
  const shown = [...english].map(([subject, table]) => inLanguage(table, own.get(subject)))
  const known = new Set(shown.flatMap(textsOf).flatMap(wordsOf))
  return new Set(
    [...english.values()]
      .flatMap(textsOf)
      .flatMap(wordsOf)
      .filter((word) => !known.has(word)),
  )
}

/** An expression for the page: what it says, in sight and by names, once each; code and what visitors gave apart. */
export const saidTexts = `(() => {
  const said = new Set([document.title])
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('script, style, code, pre, noscript')) said.add(node.textContent.trim())
  for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'aria-description', 'alt'])
    for (const one of document.querySelectorAll('[' + name + ']')) said.add(one.getAttribute(name).trim())
  return [...said].filter(Boolean)
})()`

/** Texts of a page that have English words, with those words: `“Site could not be found”: could, found`. */
export function englishIn(said: readonly string[], english: ReadonlySet<string>): string[] {
  return said.flatMap((text) => {
    const words = [...new Set(wordsOf(text).filter((word) => english.has(word)))]
    return words.length > 0 ? [`in English: “${text.slice(0, 60)}”: ${words.join(', ')}`] : []
  })
}
