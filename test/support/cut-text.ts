// Finds texts that a page cuts: each ends in an ellipsis, is cut at its end, and can be read as a whole elsewhere.

/**
 * An expression for the page. Its value is a list of faults: text that is cut without an ellipsis, at its beginning or
 * below, a cut text that no title and no name has as a whole, a tab behind an edge, a number taller than its row, a dialog
 * narrower than a phone.
 */
export const cutTexts = `(() => {
  const faults = []
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.getBoundingClientRect().width > 1 && !one.closest('.sr, svg, canvas, option')
  const short = (text) => '“' + text.trim().slice(0, 40) + '”'
  const isRtl = (text) => /[\\u0590-\\u08ff]/.test(text.match(/\\p{L}/u)?.[0] ?? '')
  const hasWhole = (node, text) => {
    for (let one = node.parentElement, far = 0; one && far < 5; one = one.parentElement, far += 1)
      if ([one.title, one.ariaLabel].some((words) => words?.includes(text))) return true
    return false
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent.trim()
    const parent = node.parentElement
    if (text === '' || !isSeen(parent) || parent.closest('script, style, select, textarea')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, bottom } = range.getBoundingClientRect()
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      // What scrolls, or lies above the page, shows itself.
      if (/auto|scroll/.test(style.overflowX) || style.position === 'fixed') break
      if (!/hidden|clip/.test(style.overflowX)) continue
      const edge = box.getBoundingClientRect()
      if (bottom > edge.bottom + 4 && /hidden|clip/.test(style.overflowY)) faults.push('cut below: ' + short(text))
      if (left >= edge.left - 1 && right <= edge.right + 1) continue
      if (style.textOverflow !== 'ellipsis') faults.push('cut without an ellipsis: ' + short(text))
      else if ((style.direction === 'rtl') !== isRtl(text)) faults.push('cut at its beginning: ' + short(text))
      if (!hasWhole(node, text)) faults.push('nowhere whole: ' + short(text))
      break
    }
  }
  for (const select of document.querySelectorAll('select'))
    if (isSeen(select) && getComputedStyle(select).textOverflow !== 'ellipsis')
      faults.push('a choice without an ellipsis: ' + (select.ariaLabel ?? select.name))
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const [edge, box] = [tab.parentElement, tab].map((one) => one.getBoundingClientRect())
    if (isSeen(tab) && (box.left < edge.left - 1 || box.right > edge.right + 1))
      faults.push('a tab behind the edge: ' + short(tab.textContent))
  }
  for (const cell of document.querySelectorAll('.list td'))
    if (isSeen(cell) && cell.scrollHeight > cell.clientHeight + 2) faults.push('taller than its row: ' + short(cell.textContent))
  for (const dialog of document.querySelectorAll('dialog[open]'))
    if (innerWidth < 640 && isSeen(dialog) && dialog.getBoundingClientRect().width < innerWidth - 1)
      faults.push('a dialog beside the edge: ' + short(dialog.textContent))
  return [...new Set(faults)]
})()`
