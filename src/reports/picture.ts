// The graph of a report as a PNG: programs for mail show no SVG. Written here, with a palette: while a library paints
// and packs a million bytes, events wait.
import { crc32, deflateSync } from 'node:zlib'

/** The picture's name within its letter. */
export const pictureId = 'graph@tidemark'

const [width, height, gap, base] = [1_120, 240, 6, 2]
/** Paper, bars in the colour of the product, and their line, which is seen on light and on dark. */
const palette = [
  [255, 255, 255],
  [30, 131, 158],
  [140, 152, 160],
] as const
/** How opaque each of them is: the letter's own ground is the paper. */
const opacity = [0, 255, 255]
/** Places in the palette. Unpainted pixels are paper. */
const [bar, line] = [1, 2]
/** A byte a pixel, behind the one that says how the row is filtered: not at all. */
const rowBytes = width + 1

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}

/** Eight bits a pixel, by the palette; the usual packing, filters and order. */
const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 3, 0, 0, 0])])

/** Bars from zero, one a bucket, the highest as high as the picture. */
export function drawBars(values: readonly number[]): Buffer {
  const pixels = Buffer.alloc(rowBytes * height)
  const paint = (x: number, y: number, w: number, h: number, colour: number) => {
    for (let row = y; row < y + h; row += 1) pixels.fill(colour, row * rowBytes + 1 + x, row * rowBytes + 1 + x + w)
  }
  const most = Math.max(...values, 1)
  const step = width / Math.max(values.length, 1)
  for (const [index, value] of values.entries()) {
    const tall = Math.round((value / most) * (height - base))
    const left = Math.round(index * step)
    const right = Math.max(Math.round((index + 1) * step) - gap, left + 1)
    paint(left, height - base - tall, right - left, tall, bar)
  }
  paint(0, height - base, width, base, line)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('tRNS', Buffer.from(opacity)),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
