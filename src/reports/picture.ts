// The graph of a report as a PNG: programs for mail show no SVG.
import { PNG } from 'pngjs'

const [width, height, gap, base] = [1_120, 240, 6, 2]
const colours = { paper: [255, 255, 255], bar: [59, 91, 219], line: [206, 212, 218] } as const

/** Bars from zero, one a bucket, the highest as high as the picture. */
export function drawBars(values: readonly number[]): Buffer {
  const png = new PNG({ width, height, colorType: 2 })
  const paint = (x: number, y: number, w: number, h: number, [red, green, blue]: readonly [number, number, number]) => {
    for (let row = y; row < y + h; row += 1)
      for (let column = x; column < x + w; column += 1)
        png.data.set([red, green, blue, 255], (row * width + column) * 4)
  }
  paint(0, 0, width, height, colours.paper)
  const most = Math.max(...values, 1)
  const step = width / Math.max(values.length, 1)
  for (const [index, value] of values.entries()) {
    const tall = Math.round((value / most) * (height - base))
    const left = Math.round(index * step)
    const right = Math.max(Math.round((index + 1) * step) - gap, left + 1)
    paint(left, height - base - tall, right - left, tall, colours.bar)
  }
  paint(0, height - base, width, base, colours.line)
  return PNG.sync.write(png, { colorType: 2 })
}
