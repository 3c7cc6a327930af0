// The line on canvas. Decoration: the slider and the table are what is read. Fetched beside the page's own script.

export interface Drawing {
  /** Per bucket; null is not drawn. */
  readonly values: readonly (number | null)[]
  readonly compared: readonly (number | null)[] | null
  /** True for a bucket that is unfinished or cut off. */
  readonly isPartial: readonly boolean[]
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

/** Room for the labels of both axes, in CSS pixels. */
const edges = { left: 48, top: 8, right: 20, bottom: 28 }
const labelGapPx = 8
const tickWidthPx = 84
const ticksMax = 8
const lineHeightPx = 56

type Values = readonly (number | null)[]

/** A colour of the page as it is now: a pair of light and dark is resolved by the browser only where it is used. */
function colourOf(host: HTMLElement, name: string): string {
  const probe = host.appendChild(document.createElement('span'))
  probe.style.color = `var(${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** `rgb(1 2 3)` with less of it. */
const withAlpha = (colour: string, alpha: number): string =>
  `color-mix(in srgb, ${colour} ${alpha * 100}%, transparent)`

/** The upper end of the value axis. A rate never goes beyond 100. */
function topOf({ values, compared, valueMax }: Drawing): number {
  const max = Math.max(0, ...[...values, ...(compared ?? [])].map((value) => value ?? 0))
  const top = max > 0 ? max * 1.06 : 1
  return valueMax === null ? top : Math.min(valueMax, Math.max(top, 1))
}

/** The lines of a series: runs of buckets that have values, each as its indices. */
function runsOf(values: Values): number[][] {
  const runs: number[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const last = runs.at(-1)
    if (last?.at(-1) === index - 1) last.push(index)
    else runs.push([index])
  }
  return runs
}

/** Draws into `host`; `onDrawn` hears of every drawing, those of a new size or theme too. */
export function createChart(host: HTMLElement, onDrawn: () => void): Chart {
  const canvas = host.appendChild(document.createElement('canvas'))
  canvas.className = 'graph-paper'
  let drawing: Drawing | undefined
  let size = { width: 0, height: 0 }

  const plot = (): Plot => ({
    left: edges.left,
    top: edges.top,
    width: Math.max(0, size.width - edges.left - edges.right),
    height: Math.max(0, size.height - edges.top - edges.bottom),
  })
  const spanOf = () => Math.max(1, (drawing?.values.length ?? 1) - 1)
  const xOf = (index: number) => (index / spanOf()) * plot().width
  const yOf = (value: number) => (drawing ? plot().height * (1 - value / topOf(drawing)) : 0)

  function drawAxes(paper: CanvasRenderingContext2D, given: Drawing): void {
    const { left, top, width, height } = plot()
    const limit = topOf(given)
    const step = given.valueSteps.find((one) => (height * one) / limit >= lineHeightPx) ?? limit
    paper.fillStyle = colourOf(host, '--muted')
    paper.strokeStyle = colourOf(host, '--line')
    paper.lineWidth = 1
    paper.textBaseline = 'middle'
    paper.textAlign = 'right'
    for (let count = 0; count * step <= limit; count++) {
      const y = Math.round(top + yOf(count * step)) + 0.5
      paper.beginPath()
      paper.moveTo(left, y)
      paper.lineTo(left + width, y)
      paper.stroke()
      paper.fillText(given.valueLabel(count * step), left - labelGapPx, y)
    }
    const count = given.values.length
    const fitting = Math.max(2, Math.min(ticksMax, Math.floor(size.width / tickWidthPx)))
    const every = given.tickSteps.find((one) => (count - 1) / one < fitting) ?? Math.ceil(count / fitting)
    paper.textAlign = 'left'
    let free = 0
    for (let index = 0; index < count; index += every) {
      const label = given.tickLabel(index)
      const { width: wide } = paper.measureText(label)
      // Whole words inside the canvas: the label of an edge moves in, and is left out where it meets another.
      const at = Math.max(0, Math.min(left + xOf(index) - wide / 2, size.width - wide))
      if (at < free) continue
      paper.fillText(label, at, top + height + labelGapPx + 6)
      free = at + wide + labelGapPx
    }
  }

  function drawSeries(
    paper: CanvasRenderingContext2D,
    values: Values,
    colour: string,
    isMain: boolean,
    dash: number[],
  ) {
    const { left, top, height } = plot()
    const fade = paper.createLinearGradient(0, top, 0, top + height)
    fade.addColorStop(0, withAlpha(colour, 0.2))
    fade.addColorStop(1, withAlpha(colour, 0.02))
    paper.lineWidth = isMain ? 2 : 1.5
    paper.lineJoin = 'round'
    paper.strokeStyle = colour
    for (const run of runsOf(values)) {
      const points = run.map((index) => [left + xOf(index), top + yOf(values[index]!)] as const)
      const path = new Path2D()
      for (const [x, y] of points) path.lineTo(x, y)
      if (points.length === 1) {
        paper.fillStyle = colour
        paper.beginPath()
        paper.arc(points[0]![0], points[0]![1], 2.5, 0, 2 * Math.PI)
        paper.fill()
        continue
      }
      if (isMain) {
        const area = new Path2D(path)
        area.lineTo(points.at(-1)![0], top + height)
        area.lineTo(points[0]![0], top + height)
        paper.fillStyle = fade
        paper.fill(area)
      }
      paper.setLineDash(dash)
      paper.stroke(path)
      paper.setLineDash([])
    }
  }

  function redraw(): void {
    const paper = canvas.getContext('2d')
    if (!drawing || !paper || size.width === 0) return
    const { values, compared, isPartial } = drawing
    const ratio = devicePixelRatio
    canvas.width = Math.round(size.width * ratio)
    canvas.height = Math.round(size.height * ratio)
    paper.scale(ratio, ratio)
    paper.font = `12px ${getComputedStyle(host).fontFamily}`
    drawAxes(paper, drawing)
    if (compared) drawSeries(paper, compared.slice(0, values.length), colourOf(host, '--series-compare'), false, [])
    const accent = colourOf(host, '--accent')
    const near = (index: number) => isPartial[index] || isPartial[index - 1] || isPartial[index + 1]
    const whole = values.map((value, index) => (isPartial[index] ? null : value))
    // Dashed from the last whole bucket to the unfinished one, and from a cut one to the first whole.
    const dashed = values.map((value, index) => (near(index) ? value : null))
    drawSeries(paper, whole, accent, true, [])
    drawSeries(paper, dashed, accent, true, [5, 5])
    onDrawn()
  }

  const watch = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect
    const next = { width: Math.floor(width), height: Math.floor(height) }
    if (next.width === size.width && next.height === size.height) return
    size = next
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
      if (size.width === 0) size = { width: Math.floor(host.clientWidth), height: Math.floor(host.clientHeight) }
      redraw()
    },
    xOf,
    yOf,
    indexAt: (x) => {
      const last = (drawing?.values.length ?? 1) - 1
      return Math.max(0, Math.min(last, Math.round((x / (plot().width || 1)) * spanOf())))
    },
    plot,
    stop() {
      watch.disconnect()
      themes.disconnect()
      scheme.removeEventListener('change', redraw)
      canvas.remove()
    },
  }
}
