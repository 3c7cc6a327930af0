// A text as a QR code: dark squares on white in either light, since cameras want it so. The encoder is fetched with it.
import { encode } from 'uqr'

interface CodeProps {
  readonly text: string
  readonly label: string
}

/** Light modules around the code, which scanners need to find it. */
const border = 4

export function QrCode({ text, label }: CodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path d={squares.join('')} />
    </svg>
  )
}
