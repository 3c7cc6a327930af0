// A small line without numbers or axes: the shape of a day. Decoration, for the numbers stand beside it.

const widthPx = 240
const heightPx = 48
/** The least that fills the height: a visitor an hour is no wall. */
const scaleMin = 4
/** Half the line, so that it is not cut off at the top. */
const marginPx = 2

export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(scaleMin, ...values)
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * widthPx
    const y = heightPx - marginPx - (value / highest) * (heightPx - 2 * marginPx)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg class="sparkline" viewBox={`0 0 ${widthPx} ${heightPx}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="sparkline-area" d={`M0,${heightPx} L${points.join(' L')} L${widthPx},${heightPx} Z`} />
      <path class="sparkline-line" d={`M${points.join(' L')}`} />
    </svg>
  )
}
