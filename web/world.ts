// Makes the map's data: one path a country, one dot where a country is too small for a path. Shapes are Natural
// Earth's, in the public domain, by world-atlas; only the outcome is sent to browsers.
import { readFile, writeFile } from 'node:fs/promises'
import { type GeoPermissibleObjects, geoArea, geoCentroid, geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { projectPath } from '../src/paths.ts'

export interface World {
  readonly width: number
  readonly height: number
  readonly paths: Readonly<Record<string, string>>
  readonly dots: Readonly<Record<string, readonly [x: number, y: number]>>
}

type Topology = Parameters<typeof feature>[0]
interface Country {
  readonly id?: string
  readonly properties: { readonly name?: string }
}

const width = 960
const height = 470
const skipped = new Set(['AQ'])
/** Natural Earth has no number for these. */
const unnumbered: Readonly<Record<string, string>> = { Kosovo: 'XK' }

/** CLDR knows which letters a number stands for: `und-276` is `und-DE`. */
function codeOf({ id, properties: { name = '' } }: Country): string | null {
  const code = unnumbered[name] ?? (id ? Intl.getCanonicalLocales(`und-${id}`)[0]?.slice('und-'.length) : undefined)
  return code !== undefined && /^[A-Z]{2}$/.test(code) && !skipped.has(code) ? code : null
}

async function countriesOf(scale: '110m' | '50m') {
  const text = await readFile(projectPath('node_modules/world-atlas', `countries-${scale}.json`), 'utf8')
  const topology = JSON.parse(text) as Topology
  const { features } = feature(topology, topology.objects['countries']!) as unknown as {
    features: (Country & GeoPermissibleObjects)[]
  }
  return features
}

/** Whole pixels, relative where that is shorter: a tenth of a pixel is more than a map of this size shows. */
function shorten(path: string): string {
  return path
    .split('M')
    .filter((ring) => ring !== '')
    .map((ring) => {
      const points = ring
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(',').map((number) => Math.round(Number(number))) as [number, number])
      const kept = points.filter(
        ([x, y], index) => index === 0 || x !== points[index - 1]![0] || y !== points[index - 1]![1],
      )
      if (kept.length < 3) return ''
      const steps = kept.slice(1).map(([x, y], index) => `${x - kept[index]![0]} ${y - kept[index]![1]}`)
      return `M${kept[0]!.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z`
    })
    .join('')
}

async function makeWorld(): Promise<World> {
  const [coarse, fine] = await Promise.all([countriesOf('110m'), countriesOf('50m')])
  const projection = geoEqualEarth()
    .rotate([-11, 0])
    .fitExtent(
      [
        [0, 0],
        [width, height],
      ],
      {
        type: 'FeatureCollection',
        features: coarse.filter((one) => codeOf(one) !== null),
      } as unknown as GeoPermissibleObjects,
    )
  const draw = geoPath(projection)
  const paths: Record<string, string> = {}
  for (const country of coarse) {
    const code = codeOf(country)
    if (code !== null) paths[code] = (paths[code] ?? '') + shorten(draw(country) ?? '')
  }
  const dots: Record<string, [number, number]> = {}
  const largest = new Map<string, number>()
  for (const country of fine) {
    const code = codeOf(country)
    const size = geoArea(country)
    if (code === null || paths[code] || size < (largest.get(code) ?? 0)) continue
    const point = projection(geoCentroid(country))
    largest.set(code, size)
    if (point) dots[code] = [Math.round(point[0]), Math.round(point[1])]
  }
  return { width, height, paths, dots }
}

/** Where the dashboard's map imports it from. */
const worldFile = projectPath('web/src/dashboard/tabs/world.json')

export const writeWorld = async (): Promise<void> => writeFile(worldFile, JSON.stringify(await makeWorld()))
