// The map: five steps of one colour by country. Fetched when the panel comes near the window.

import { useEffect, useRef, useState } from 'preact/hooks'
import { tabOf } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import type { Answer } from '../../data/boxes.ts'
import type { Row } from '../../state/api.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { amountOf, countryName, showValue } from '../../state/words.ts'
import { Figure } from '../panels/cells.tsx'
import type { TabPart } from './kinds.ts'
import world from './world.json' with { type: 'json' }

const steps = 5
const dotRadius = 4
const paths = Object.entries(world.paths)
const dots = Object.entries(world.dots)

/** The colour of each country, on a square-root scale: one large country leaves something to see of the others. */
function stepsOf(rows: readonly Row[]): (code: string) => number {
  const counts = new Map(
    rows.map(({ dimensions, metrics }) => [String(dimensions[0] ?? ''), amountOf(metrics[0]) ?? 0]),
  )
  const top = Math.max(1, ...counts.values())
  return (code) => {
    const count = counts.get(code)
    return count ? Math.max(1, Math.ceil(Math.sqrt(count / top) * steps)) : 0
  }
}

interface Hover {
  readonly code: string
  readonly x: number
  readonly y: number
}

interface WallMapProps {
  readonly rows: readonly Row[]
  /** Countries that shine for a moment. */
  readonly lit: readonly string[]
}

type Place = readonly [code: string, x: number, y: number]

/** The map alone, with a dot on each country of `rows`. The dots of `lit` shine. */
export function WallMap({ rows, lit }: WallMapProps) {
  const drawing = useRef<SVGSVGElement>(null)
  const [places, setPlaces] = useState<readonly Place[]>([])
  const step = stepsOf(rows)
  useEffect(() => {
    const found = rows.flatMap(({ dimensions: [code] }): Place[] => {
      const land = `[data-code="${CSS.escape(String(code))}"]`
      const box = drawing.current?.querySelector<SVGGraphicsElement>(land)?.getBBox()
      return box ? [[String(code), box.x + box.width / 2, box.y + box.height / 2]] : []
    })
    setPlaces(found)
  }, [rows])
  return (
    <svg ref={drawing} viewBox={`0 0 ${world.width} ${world.height}`} role="img" aria-label={text.visitorsByCountry}>
      {paths.map(([code, d]) => (
        <path key={code} data-code={code} d={d} class={`land land-${step(code)}`} />
      ))}
      {dots.map(([code, [x, y]]) => (
        <circle key={code} data-code={code} cx={x} cy={y} r={dotRadius} class={`land land-${step(code)}`} />
      ))}
      {places.map(([code, x, y]) => (
        <circle
          key={code}
          cx={x}
          cy={y}
          r={dotRadius + step(code)}
          class={lit.includes(code) ? 'land-dot land-lit' : 'land-dot'}
        />
      ))}
    </svg>
  )
}

function WorldMap({ answer }: { answer: Answer }) {
  const { filterBy } = useDashboard()
  const [hover, setHover] = useState<Hover | null>(null)
  const rows = new Map(answer.body.results.map((row) => [String(row.dimensions[0] ?? ''), row]))
  const stepOf = stepsOf(answer.body.results)
  const point = (code: string) => (event: PointerEvent) => {
    const box = (event.currentTarget as Element).closest('.map')!.getBoundingClientRect()
    setHover({ code, x: event.clientX - box.left, y: event.clientY - box.top })
  }
  const props = (code: string) => ({
    class: `land land-${stepOf(code)}`,
    onPointerEnter: point(code),
    onPointerMove: point(code),
    onClick: () => {
      if (rows.has(code)) filterBy(tabOf('map'), code, 'only')
    },
  })
  const hovered = hover && rows.get(hover.code)
  return (
    <div class="map" onPointerLeave={() => setHover(null)}>
      <svg viewBox={`0 0 ${world.width} ${world.height}`} role="img" aria-label={text.visitorsByCountry}>
        {paths.map(([code, d]) => (
          <path key={code} d={d} {...props(code)} />
        ))}
        {dots.map(([code, [x, y]]) => (
          <circle key={code} cx={x} cy={y} r={dotRadius} {...props(code)} />
        ))}
      </svg>
      {hover && (
        <div
          class="map-tip"
          aria-hidden="true"
          style={{ insetInlineStart: `${hover.x}px`, insetBlockStart: `${hover.y}px` }}
          data-side={hover.x > 240 ? 'left' : 'right'}
        >
          <span>{countryName(hover.code)}</span> <b>{showValue('visitors', hovered?.metrics[0] ?? 0).full}</b>
        </div>
      )}
      <CountryTable answer={answer} />
    </div>
  )
}

/** The map in figures. */
function CountryTable({ answer: { body, columns = [] } }: { answer: Answer }) {
  return (
    <table class="sr" aria-label={tabOf('countries').label}>
      <thead>
        <tr>
          <th scope="col">{tabOf('countries').header}</th>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.results.map((row) => (
          <tr key={String(row.dimensions[0])}>
            <th scope="row">{countryName(String(row.dimensions[0] ?? ''))}</th>
            {columns.map(({ metric, label }, index) => {
              const { full } = showValue(metric, row.metrics[index] ?? null)
              return (
                <td key={label}>
                  <Figure shown={{ short: full, full }} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const part: TabPart = { Body: ({ answer }) => answer && <WorldMap answer={answer} /> }
