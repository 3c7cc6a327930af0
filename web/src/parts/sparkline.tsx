// A small line without numbers or axes: the shape of a day. Decoration, for the numbers stand beside it.

const WIDTH = 240
const HEIGHT = 48
/** Half the line, so that it is not cut off at the top. */
const MARGIN = 2

export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * WIDTH
    const y = HEIGHT - MARGIN - (value / highest) * (HEIGHT - 2 * MARGIN)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="sparkline-area" d={`M0,${HEIGHT} L${points.join(' L')} L${WIDTH},${HEIGHT} Z`} />
      <path class="sparkline-line" d={`M${points.join(' L')}`} />
    </svg>
  )
}
