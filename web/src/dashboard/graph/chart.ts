// The line on canvas. It is decoration: screen readers read the slider and the table. Fetched beside the page's own
// script.
import uPlot from 'uplot'

export interface Drawing {
  /** Per bucket; null is not drawn. */
  readonly values: readonly (number | null)[]
  readonly compared: readonly (number | null)[] | null
  /** True for a bucket that is unfinished or cut off. */
  readonly isPartial: readonly boolean[]
  /** Bars in place of a line: neighbouring buckets have little to do with each other. */
  readonly isBars: boolean
  readonly tickLabel: (index: number) => string
  /** Steps between ticks that suit the interval. */
  readonly tickSteps: readonly number[]
  readonly valueLabel: (value: number) => string
  readonly valueSteps: readonly number[]
  readonly valueMax: number | null
}

export interface Plot {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Chart {
  draw(drawing: Drawing): void
  xOf(index: number): number
  yOf(value: number): number
  indexAt(x: number): number
  plot(): Plot
  stop(): void
}

const axisWidthPx = 48
const axisHeightPx = 28
const tickWidthPx = 84
const ticksMax = 8

/** A colour of the page as it is now: browsers resolve a pair of light and dark only in a property that uses it. */
function colourOf(host: HTMLElement, name: string): string {
  const probe = host.appendChild(document.createElement('span'))
  probe.style.color = `var(${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const isolated = (plot: uPlot, series: number): number[] => {
  const values = plot.data[series] as readonly (number | null)[]
  return [...values.keys()].filter(
    (index) => values[index] != null && values[index - 1] == null && values[index + 1] == null,
  )
}

/** `rgb(1 2 3)` with less of it. */
const withAlpha = (colour: string, alpha: number): string =>
  `color-mix(in srgb, ${colour} ${alpha * 100}%, transparent)`

/** Draws into `host`; `onDrawn` hears of every drawing, also for a new size or theme. */
export function createChart(host: HTMLElement, onDrawn: () => void): Chart {
  let drawing: Drawing | undefined
  let chart: uPlot | undefined
  let size = { width: 0, height: 0 }
  let bars: uPlot.Series.PathBuilder | undefined

  function dataOf({ values, compared, isPartial, isBars }: Drawing): uPlot.AlignedData {
    const whole = values.map((value, index) => (isPartial[index] ? null : value))
    // Dashed from the last whole bucket to the unfinished one, and from a cut one to the first whole.
    const dashed = values.map((value, index) =>
      isPartial[index] || (!isBars && (isPartial[index - 1] || isPartial[index + 1])) ? value : null,
    )
    const against = compared ?? values.map(() => null)
    return [values.map((_, index) => index), [...against].slice(0, values.length), whole, dashed]
  }

  function ticks(): number[] {
    const count = drawing?.values.length ?? 0
    const fitting = Math.max(2, Math.min(ticksMax, Math.floor(size.width / tickWidthPx)))
    const step = drawing?.tickSteps.find((one) => (count - 1) / one < fitting) ?? Math.ceil(count / fitting)
    return [...Array(count).keys()].filter((index) => index % step === 0)
  }

  function build(given: Drawing): void {
    chart?.destroy()
    const line = colourOf(host, '--accent')
    const paler = colourOf(host, '--series-compare')
    const words = colourOf(host, '--muted')
    const grid = colourOf(host, '--line')
    const area = (plot: uPlot) => {
      const fade = plot.ctx.createLinearGradient(0, plot.bbox.top, 0, plot.bbox.top + plot.bbox.height)
      fade.addColorStop(0, withAlpha(line, 0.2))
      fade.addColorStop(1, withAlpha(line, 0.02))
      return fade
    }
    const font = `12px ${getComputedStyle(host).fontFamily}`
    const { isBars } = given
    // The first and the last bar have half of their room beyond their middle.
    const edge = isBars ? 0.5 : 0
    const common: uPlot.Series = {
      width: 2,
      points: { show: !isBars, filter: isBars ? () => null : isolated, size: 5, fill: line },
      ...(isBars && bars ? { paths: bars } : {}),
    }
    chart = new uPlot(
      {
        ...size,
        padding: [8, 20, 0, 0],
        hooks: { draw: [onDrawn] },
        legend: { show: false },
        cursor: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        scales: {
          x: { time: false, range: () => [-edge, Math.max(1, (drawing?.values.length ?? 1) - 1) + edge] },
          y: {
            range: (_plot, _min, max) => {
              const top = max > 0 ? max * 1.06 : 1
              return [0, drawing?.valueMax == null ? top : Math.min(drawing.valueMax, Math.max(top, 1))]
            },
          },
        },
        axes: [
          {
            size: axisHeightPx,
            gap: 8,
            font,
            stroke: words,
            grid: { show: false },
            ticks: { show: false },
            splits: ticks,
            // Whole words inside the canvas: a label that would be cut off is left out. It is measured in the axis's own
            // font, and the canvas gets its font back, which uPlot expects to find as it left it.
            values: ({ ctx, valToPos }, splits) => {
              const before = ctx.font
              ctx.font = font
              const labels = splits.map((index) => {
                const label = given.tickLabel(index)
                const half = ctx.measureText(label).width / 2
                return axisWidthPx + valToPos(index, 'x') + half > size.width ? '' : label
              })
              ctx.font = before
              return labels
            },
          },
          {
            size: axisWidthPx,
            gap: 8,
            font,
            stroke: words,
            grid: { stroke: grid, width: 1 },
            ticks: { show: false },
            space: 56,
            incrs: [...given.valueSteps],
            values: (_plot, splits) => splits.map((value) => given.valueLabel(value)),
          },
        ],
        series: [
          {},
          { ...common, stroke: paler, width: 1.5 },
          { ...common, stroke: line, fill: isBars ? line : area },
          { ...common, stroke: line, fill: isBars ? withAlpha(line, 0.5) : area, dash: [5, 5] },
        ],
      },
      dataOf(given),
      host,
    )
  }

  const redraw = () => {
    if (drawing && size.width > 0) build(drawing)
  }
  const watch = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect
    if (width === size.width && height === size.height) return
    size = { width: Math.floor(width), height: Math.floor(height) }
    redraw()
  })
  watch.observe(host)
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', redraw)
  // The reader's own choice of a theme is an attribute of the root.
  const themes = new MutationObserver(redraw)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })

  return {
    draw(next) {
      drawing = next
      if (next.isBars && !bars)
        void import('./bars.ts').then(
          (part) => {
            bars = part.barsOf
            redraw()
          },
          () => undefined,
        )
      if (size.width === 0) size = { width: Math.floor(host.clientWidth), height: Math.floor(host.clientHeight) }
      redraw()
    },
    xOf: (index) => chart?.valToPos(index, 'x') ?? 0,
    yOf: (value) => chart?.valToPos(value, 'y') ?? 0,
    indexAt: (x) => {
      const count = drawing?.values.length ?? 1
      return Math.max(0, Math.min(count - 1, Math.round(chart?.posToVal(x, 'x') ?? 0)))
    },
    plot() {
      const ratio = devicePixelRatio
      const box = chart?.bbox ?? { left: 0, top: 0, width: 0, height: 0 }
      return { left: box.left / ratio, top: box.top / ratio, width: box.width / ratio, height: box.height / ratio }
    },
    stop() {
      watch.disconnect()
      themes.disconnect()
      scheme.removeEventListener('change', redraw)
      chart?.destroy()
    },
  }
}
